"""`gm claims`: how posts are understood, without judging them."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import DEFAULT_LOCALE, Answer, solid, trouble
from gm.cli.asking import claim_facts
from gm.cli.held import customs_of
from gm.cli.progress import progress
from gm.cli.runtime import Run, piped
from gm.cli.verify import given_bytes

if TYPE_CHECKING:
    from gm.desk.understanding import Sample
    from gm.posts import Reading
    from gm.posts.pages import Selectors
    from gm.posts.registration import Registration
    from gm.store import Presentation


def claims(
    run: Run,
    file: Annotated[str, typer.Argument(metavar="FICHIER", help="claims.file")],
    locale: Annotated[str | None, typer.Option("--locale", metavar="fr|en", help="claims.locale")] = None,
) -> Answer:
    """Say how the posts of a file are understood: in French, or as a campaign that is named has it."""
    from gm.desk.understanding import reading_of, registration_in, samples_of
    from gm.store import Presentation

    settings = Presentation()
    language = DEFAULT_LOCALE
    if run.name is not None or os.environ.get("GM_CAMPAIGN"):
        look = run.look()
        settings, language = look.settings, look.campaign.locale
    if locale is not None:
        if locale not in ("fr", "en"):
            raise trouble("unknown_locale", locale=locale, choices="fr, en")
        language = locale
    samples = solid(samples_of(page_bytes(run, file), language, selectors_in(settings)))
    customs = customs_of(settings)
    readings = []
    with progress(run, "reading_posts") as shown:
        for number, sample in enumerate(samples, start=1):
            readings.append(reading_of(sample, language, customs))
            if shown is not None:
                shown(number)
    results = []
    lines: list[str] = []
    for number, (sample, reading) in enumerate(zip(samples, readings, strict=True), start=1):
        registration = registration_in(sample, language, customs)
        results.append(_facts(sample, reading, registration))
        lines += _lines(run, number, sample, reading, registration)
    return Answer({"results": results}, public="\n".join(lines))


def _facts(sample: "Sample", reading: "Reading", registration: "Registration | None") -> dict[str, object]:
    """One post as design.md gives it; `registration` only where it speaks of one."""
    facts: dict[str, object] = {
        "id": sample.id,
        "claims": [claim_facts(claim) for claim in reading.claims],
        "doubt": reading.doubt,
    }
    if registration is not None:
        facts["registration"] = {
            "joins": registration.joins,
            "word": registration.word,
            "doubt": registration.doubt,
            "withdraws": registration.withdraws,
        }
    return facts


def _lines(
    run: Run, number: int, sample: "Sample", reading: "Reading", registration: "Registration | None"
) -> Iterator[str]:
    """What a person reads of one post."""
    name = str(sample.id) if sample.id is not None else str(number)
    author = sample.author or ""
    if not reading.claims and reading.doubt is None and registration is None:
        yield run.say("claims_nothing", id=name, author=author)
        return
    yield run.say("claims_of", id=name, author=author)
    for claim in reading.claims:
        yield "  " + run.say(
            "claims_claim",
            cards=[str(named) for named in claim.cards],
            text=_short(claim.text),
            fuzzy=claim.fuzzy,
            stands=claim.stands,
            faint=claim.faint,
        )
    if registration is not None:
        yield "  " + run.say(
            "claims_registration",
            joins=registration.joins,
            withdraws=registration.withdraws,
            word=registration.word or "",
            doubt=registration.doubt,
        )
    if reading.doubt is not None:
        yield "  " + run.say("claims_doubt", doubt=reading.doubt, images=list(reading.images))


def _short(text: str, most: int = 80) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def page_bytes(run: Run, file: str) -> bytes:
    """The bytes of a file of posts, or of standard input for `-`."""
    from gm.posts.pages import MEGABYTES

    if file != "-":
        return given_bytes(Path(file))
    return piped(MEGABYTES * 2**20, lambda: run.tell("paste_page"))


def selectors_in(settings: "Presentation") -> "tuple[Selectors, ...]":
    """The campaign's own page layout; that it is sound was seen when the settings were read."""
    from gm.posts.pages import Selectors, selectors_of

    if not settings.selectors:
        return ()
    found = selectors_of(settings.selectors)
    return (found,) if isinstance(found, Selectors) else ()
