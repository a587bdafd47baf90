"""A post that cannot be taken as it is: its question at the terminal, what a command answers elsewhere."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from gm.cli.answer import USAGE, Answer, print_aside, told
from gm.cli.held import Book, Look, customs_of
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.campaign import Campaign
    from gm.desk.customs import Customs
    from gm.desk.doubts import PostDoubt
    from gm.posts import Claim


class Choice(Enum):
    """What the moderator may say instead of choosing a reading."""

    STOP = auto()
    SKIP = auto()
    """There is no move in the post; only where more posts follow."""
    NEW = auto()
    RECORDED = auto()
    """The post is not recorded yet, or is; only where that is the question."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a post stands on its page, and the campaign that the posts before it left."""

    id: str | None
    number: int
    campaign: "Campaign"


def ask(
    run: Run, book: Book, doubt: "PostDoubt", place: "Place | None" = None
) -> "tuple[Claim, ...] | Customs | str | Choice":
    """Ask the moderator about a post, or one of a page; STOP where nobody sits who could be asked."""
    if not run.asks:
        return Choice.STOP
    print_aside(question_of(run, book, doubt, place))
    match doubt.asks:
        case "author":
            return _author(run, book)
        case "image":
            return _images(run, book, doubt.images)
        case "again":
            return _again(run)
        case _:
            return _reading(run, doubt.readings, page=place is not None)


def question_of(run: Run, held: "Look | Book", doubt: "PostDoubt", place: "Place | None" = None) -> str:
    """What the moderator is asked, with the ways to go on."""
    from gm.desk.questions import question_text

    shown = run.shown_privately(held)
    if place is None:
        return question_text(doubt, shown, campaign=held.campaign)
    return question_text(doubt, shown, place.id, number=place.number, campaign=place.campaign)


def _reading(
    run: Run, readings: "Sequence[tuple[Claim, ...]]", *, page: bool
) -> "tuple[Claim, ...] | Choice":
    while readings or page:
        answer = run.asked("ask_reading_or_skip" if page else "ask_reading", most=len(readings))
        if answer in (None, "", "0"):
            break
        if page and answer == "-":
            return Choice.SKIP
        chosen = {str(number): reading for number, reading in enumerate(readings, start=1)}.get(answer)
        if chosen is not None:
            return chosen
        run.tell("choose_reading", most=len(readings), page=page)
    return Choice.STOP


def _again(run: Run) -> Choice:
    known = {"1": Choice.NEW, "-": Choice.RECORDED}
    while (answer := run.asked("ask_again")) not in (None, "", "0"):
        if answer in known:
            return known[answer]
        run.tell("choose_again")
    return Choice.STOP


def _author(run: Run, book: Book) -> "str | Choice":
    from gm.campaign import Problem
    from gm.desk.names import everyone, find_name

    while (answer := run.asked("ask_author")) not in (None, "", "0"):
        if answer == "-":
            return Choice.SKIP
        found = find_name(answer, everyone(book.campaign))
        if not isinstance(found, Problem):
            return found
        print_aside(told(found, run.locale)["message"])
    return Choice.STOP


def _images(run: Run, book: Book, images: Sequence[str]) -> "Customs | Choice":
    """What images show, each remembered in `campaign.yaml`."""
    named: dict[str, str] = {}
    for image in images:
        cards = _shown_by(run, image)
        if cards is None:
            return Choice.STOP
        named[image] = cards
    for image, cards in named.items():
        _remember(run, book, image, cards)
    return customs_of(book.settings)


def _shown_by(run: Run, image: str) -> str | None:
    """The codes of the cards of an image, empty for none; None when the moderator does not say."""
    from gm.posts import read_cards

    while (answer := run.asked("ask_image", image=image)) not in (None, "", "0"):
        cards = () if answer == "-" else read_cards(answer, run.locale)
        if cards is None:
            run.tell("ask_image_again", text=answer)
            continue
        codes = [str(card) for card in cards]
        if run.agreed("confirm_image", cards=codes):
            return " ".join(codes)
    return None


def _remember(run: Run, book: Book, image: str, cards: str) -> None:
    """Keep what an image shows; where that cannot be written it holds for this command alone."""
    from dataclasses import replace

    from gm.store import remember_card

    trouble = remember_card(book.writer, image, cards)
    if trouble is None:
        run.tell("image_remembered", cards=cards.split(), path=str(book.folder / "campaign.yaml"))
    else:
        print_aside(told(trouble, run.locale)["message"])
    book.settings = replace(book.settings, cards={**book.settings.cards, image: cards})


def doubtful(
    run: Run, held: "Look | Book", doubt: "PostDoubt", *, asked: bool = False, amends: int | None = None
) -> Answer:
    """The answer of `check` and `play` to a post that is recorded in no way: both voices, exit code 2.

    That of `amend` too, for the entry that it `amends`.
    """
    from gm.desk.questions import reply_text

    question = question_of(run, held, doubt)
    reply = reply_text(held.campaign, doubt, run.shown(held))
    public = reply.body if reply is not None else ""
    told_apart = {"question": question, "public": public, "readings": readings_of(doubt)}
    hint = run.say("doubt_image" if doubt.images else "doubt_play", amends=amends, **words_of_hint(doubt))
    return Answer(
        {"error": {**told(doubt.problem, run.locale), **told_apart}},
        public=public,
        private=hint if asked else f"{question}\n\n{hint}",
        exit_code=USAGE,
    )


def words_of_hint(doubt: "PostDoubt") -> dict[str, object]:
    """Who wrote the post, and the addresses of its images as they stand in YAML."""
    images = [json.dumps(image, ensure_ascii=False) for image in doubt.images]
    return {"player": doubt.player or "", "images": images}


def readings_of(doubt: "PostDoubt") -> list[list[dict[str, object]]]:
    """The readings to choose from, each a list of claims as `gm claims` shows them."""
    return [[claim_facts(claim) for claim in reading] for reading in doubt.readings]


def claim_facts(claim: "Claim") -> dict[str, object]:
    """A claim as design.md gives it, and whether it is a pass that stands or rests on faint words."""
    return {
        "kind": claim.kind,
        "cards": [str(named) for named in claim.cards],
        "span": list(claim.span),
        "text": claim.text,
        "fuzzy": claim.fuzzy,
        "stands": claim.stands,
        "faint": claim.faint,
    }
