"""`gm check` and `gm play`: a posted move judged, and recorded when it stands."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import DONE, REFUSED, Answer, Failure, solid
from gm.cli.asking import ask, doubtful
from gm.cli.held import Book, Look, customs_of
from gm.cli.keeping import keep_texts
from gm.cli.runtime import Run, typed_text
from gm.cli.source import PostAt, PostId, PostUrl, Source, post_of

if TYPE_CHECKING:
    from datetime import datetime

    from gm.campaign import Campaign, Problem
    from gm.desk.doubts import PostDoubt
    from gm.desk.overruling import Overruling
    from gm.desk.referee import PostJudged
    from gm.desk.texts import Verdict
    from gm.events import Post, Record

Words = Annotated[list[str], typer.Argument(metavar="[JOUEUR] COUP", help="argument.move")]


Overrule = Annotated[list[str] | None, typer.Option("--overrule", metavar="CODE", help="play.overrule")]
OverruledWhy = Annotated[str | None, typer.Option("--reason", metavar="MOTIF", help="play.reason")]


def check(
    run: Run,
    words: Words,
    overrule: Overrule = None,
    reason: OverruledWhy = None,
    post_id: PostId = None,
    url: PostUrl = None,
    at: PostAt = None,
) -> Answer:
    """Judge a move and record nothing."""
    from gm.desk.doubts import PostDoubt
    from gm.desk.overruling import overruling_of
    from gm.desk.referee import judge_text
    from gm.desk.texts import verdict

    overruling = solid(overruling_of(overrule or (), reason, is_recorded=False))
    source = Source(whole=words[-1] == "-", post_id=post_id, url=url, at=at)
    read = [*words[:-1], typed_text(run, words[-1])]
    look = run.look()
    name, text = _name_and_text(read, look.campaign, whole=source.whole)
    judged = _sound(judge_text(look.campaign, name, text, customs_of(look.settings), overruling))
    if isinstance(judged, PostDoubt):
        return doubtful(run, look, judged)
    moment = _moment(run, look.campaign, post_of(run, text, judged.player, look.campaign.timezone, source))
    texts = verdict(look.campaign, judged, run.shown_privately(look), moment)
    run.tell("check_only")
    return _answer(run, look, judged, texts, (), overruling)


def play(
    run: Run,
    words: Words,
    record: Annotated[bool, typer.Option("--record", help="play.record")] = False,
    overrule: Overrule = None,
    reason: OverruledWhy = None,
    post_id: PostId = None,
    url: PostUrl = None,
    at: PostAt = None,
) -> Answer:
    """Judge a move and record it when it stands; a refused one only with --record."""
    from gm.desk.doubts import PostDoubt
    from gm.desk.overruling import overruling_of
    from gm.desk.referee import entries_of, refusal_of
    from gm.desk.texts import verdict

    overruling = solid(overruling_of(overrule or (), reason))
    source = Source(whole=words[-1] == "-", post_id=post_id, url=url, at=at)
    read = [*words[:-1], typed_text(run, words[-1])]
    with run.write() as book:
        before = book.campaign
        name, text = _name_and_text(read, before, whole=source.whole)
        judged = _judged(run, book, name, text, overruling)
        if isinstance(judged, PostDoubt):
            return doubtful(run, book, judged, asked=run.asks)
        post = post_of(run, text, judged.player, before.timezone, source)
        moment = _moment(run, before, post)
        _show_and_confirm(run, judged)
        events = list(entries_of(before, judged, post))
        if record and not judged.accepted and _is_player(before, judged.player):
            events.append(refusal_of(judged.moves[-1], post, None))
        records = book.record(*events) if events else ()
        if source.whole:
            keep_texts(run, book.folder, [text])
        texts = verdict(before, judged, run.shown(book), moment)
        return _answer(run, book, judged, texts, records, overruling)


def _judged(
    run: Run, book: Book, name: str | None, text: str, overruling: "Overruling"
) -> "PostJudged | PostDoubt":
    """A post judged, its moderator asked about what cannot be taken as it is."""
    from gm.desk.customs import Customs
    from gm.desk.doubts import PostDoubt
    from gm.desk.referee import judge_claims, judge_text

    judged = _sound(judge_text(book.campaign, name, text, customs_of(book.settings), overruling))
    while isinstance(judged, PostDoubt):
        player = judged.player or ""
        match ask(run, book, judged):
            case tuple() as claims:
                judged = judge_claims(book.campaign, player, text, claims, overruling)
            case Customs() as customs:
                judged = _sound(judge_text(book.campaign, player, text, customs, overruling))
            case _:
                break
    return judged


def _sound(found: "PostJudged | PostDoubt | Problem") -> "PostJudged | PostDoubt":
    from gm.campaign import Problem

    if isinstance(found, Problem):
        raise Failure(found)
    return found


def _name_and_text(words: list[str], campaign: "Campaign", *, whole: bool) -> tuple[str | None, str]:
    """`NAME TEXT`, or `TEXT` alone for the player whose turn it is; a `whole` post is the last word."""
    from gm.desk.names import everyone, find_name

    if len(words) == 1:
        return None, words[0]
    if whole:
        return " ".join(words[:-1]), words[-1]
    # A name of several words may come without quotes: `gm play Élodie du 93 "7 de cœur"`.
    for size in range(len(words) - 1, 0, -1):
        found = find_name(" ".join(words[:size]), everyone(campaign))
        if isinstance(found, str):
            return found, " ".join(words[size:])
    if _begins_a_move(words, campaign.locale):
        return None, " ".join(words)
    return words[0], " ".join(words[1:])


def _begins_a_move(words: list[str], locale: str) -> bool:
    """Whether the first word belongs to the move already: `gm play 7 de cœur` names nobody."""
    from gm.posts import read

    claims = read(" ".join(words), locale).claims
    return bool(claims) and min(claim.span[0] for claim in claims) < len(words[0])


def _is_player(campaign: "Campaign", name: str) -> bool:
    return campaign.manche is not None and name in campaign.manche.order


def _who_else(run: Run, campaign: "Campaign", typed: str) -> str:
    """What helps with a name that nobody at the table bears: the closest one, or all of them."""
    from gm.desk.corrections import suggestion

    closest = suggestion(campaign, typed)
    if closest is not None:
        return run.say("did_you_mean", name=closest)
    return run.say("at_the_table", names=list(campaign.manche.order) if campaign.manche is not None else [])


def _moment(run: Run, campaign: "Campaign", post: "Post | None") -> "datetime":
    """When the move was made: the time of its post, else now (Z23)."""
    from gm.calendar import instant

    return (
        instant(post.at, campaign.timezone) if post is not None and post.at is not None else run.clock.now()
    )


def _show_and_confirm(run: Run, judged: "PostJudged") -> None:
    """Say what was read before it is signed, and ask where a slip would cost most."""
    for move in judged.moves:
        if move.ruling.accepted:
            run.tell("read_as", player=judged.player, cards=list(move.cards))
    if any(move.claim.fuzzy for move in judged.moves):
        run.confirm("confirm_fuzzy", text=judged.moves[-1].claim.text)
    if judged.accepted and judged.after.over:
        run.confirm("confirm_end", player=judged.player)


def _answer(
    run: Run,
    held: "Look | Book",
    judged: "PostJudged",
    texts: "Verdict",
    records: "tuple[Record, ...]",
    overruling: "Overruling",
) -> Answer:
    from gm.events import Passed, Played, Refused, StandingPassEnded

    notes, public = [texts.private], texts.public.body
    if not _is_player(held.campaign, judged.player):  # a slip of the moderator's: nothing to post
        notes, public = [texts.private, _who_else(run, held.campaign, judged.player)], ""
    refused = [record.seq for record in records if isinstance(record.event, Refused)]
    notes += [
        run.say("refusal_recorded", seq=seq, player=judged.player, slip=texts.may_be_slip) for seq in refused
    ]
    if any(isinstance(record.event, StandingPassEnded) for record in records):
        notes.append(run.say("standing_ended", player=judged.player))
    notes.append(_of_overruling(run, held.campaign, judged, overruling))
    private = "\n".join(filter(None, notes))
    moves = [record for record in records if isinstance(record.event, Played | Passed | Refused)]
    seqs = [record.seq for record in moves if getattr(record.event, "player", "") == judged.player]
    follows = [record.seq for record in moves if record.seq not in seqs]
    shapes = [
        _shape(judged, index, public, private, seqs[index] if index < len(seqs) else None)
        for index in range(len(judged.moves))
    ]
    automatic = [
        {"player": ruling.player, "seq": follows[index] if index < len(follows) else None}
        for index, ruling in enumerate(judged.automatic)
    ]
    return Answer(
        {**shapes[0], "then": shapes[1:], "automatic": automatic},
        public=public,
        private=private,
        next_step=run.next_step(held.campaign),
        exit_code=DONE if judged.accepted else REFUSED,
    )


def _of_overruling(run: Run, campaign: "Campaign", judged: "PostJudged", overruling: "Overruling") -> str:
    """What may be set aside; else what was for nothing: codes that do not hold, or are not all that holds."""
    from gm.manche import OVERRULABLE

    against = [each.code for move in judged.moves for each in move.ruling.objections]
    if not overruling.codes:
        may = bool(against) and OVERRULABLE.issuperset(against) and _is_player(campaign, judged.player)
        return run.say("overrulable", codes=[code.value for code in against]) if may else ""
    set_aside = [code for move in judged.moves for code in move.overruled]
    idle = [code.value for code in overruling.codes if code not in (*against, *set_aside)]
    rest = [code.value for code in against if code not in overruling.codes]
    return run.say("overruled", idle=sorted(idle), rest=rest) if idle or rest else ""


def _shape(judged: "PostJudged", index: int, public: str, private: str, seq: int | None) -> dict[str, object]:
    """One move as design.md gives it (Command line, JSON)."""
    from gm.cards import code_of

    move = judged.moves[index]
    ruling = move.ruling
    cards = [code_of(card) for card in move.cards] if ruling.accepted else move.written.split()
    return {
        "player": judged.player,
        "accepted": ruling.accepted,
        "claim": {"kind": move.claim.kind, "cards": [] if move.claim.kind == "pass" else cards},
        "violations": [objection.code.value for objection in ruling.objections],
        "clauses": list(ruling.clauses),
        "effects": [effect.value for effect in ruling.effects],
        "seq": seq,
        "next": (judged.after if move is judged.moves[-1] else ruling.after).turn,
        "public": public,
        "private": private,
        "then": [],
        **({"overruled": [code.value for code in move.overruled]} if move.overruled else {}),
    }
