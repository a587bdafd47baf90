"""`gm exchange`: one pair's exchange before a manche, in one call or in two."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import REFUSED, Answer, Failure, solid, told, trouble
from gm.cli.prepare import Name
from gm.cli.runtime import Run, done, table_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gm.campaign import Problem
    from gm.cards import NamedCard
    from gm.cli.held import Book
    from gm.desk.exchange import ExchangeMade


def exchange(
    run: Run,
    name: Name,
    ask: Annotated[str | None, typer.Option("--ask", metavar="CARTES", help="exchange.ask")] = None,
    give: Annotated[str | None, typer.Option("--give", metavar="CARTES", help="exchange.give")] = None,
    record: Annotated[bool, typer.Option("--record", help="exchange.record")] = False,
) -> Answer:
    """Record what the better-placed player receives, then what they give back, now or in a second call.

    What nobody owes is refused, and put on record with --record.
    """
    from gm.campaign import Problem
    from gm.cards import code_of
    from gm.desk.exchange import exchange as propose

    with run.write() as book:
        asked, given = _cards(ask, book.campaign.locale), _cards(give, book.campaign.locale)
        proposed = propose(book.campaign, name, asked=asked, given=given)
        if record and isinstance(proposed, Problem):
            return _put_on_record(run, book, name, proposed, asked or (), given or ())
        made = solid(proposed)
        if asked or made.given:
            wanted = " ".join(str(card) for card in asked or ())
            run.tell("exchange_read", asked=wanted, given=run.cards(made.given or ()))
        records = book.record(*made.events)
        public = table_of(run, book) if book.campaign.phase == "play" else ""
        data = {
            "giver": made.worse,
            "receiver": made.better,
            "received": [code_of(card) for card in made.received],
            "given": None if made.given is None else [code_of(card) for card in made.given],
            "done": made.given is not None,
            "seq": [record.seq for record in records],
            "public": public,
        }
        return done(run, book, data, private=_recorded(run, made), public=public)


def _put_on_record(
    run: Run,
    book: "Book",
    name: str,
    refusal: "Problem",
    asked: "Sequence[NamedCard]",
    given: "Sequence[NamedCard]",
) -> Answer:
    """Record that an exchange was asked for which nobody owes; any other refusal stays one."""
    from gm.desk.exchange import not_owed

    wanted = run.say("exchange_wanted", asked=" ".join(map(str, asked)), given=" ".join(map(str, given)))
    incident = not_owed(book.campaign, name, refusal, wanted)
    if incident is None:
        raise Failure(refusal)
    error = told(refusal, run.locale)
    run.confirm("confirm_incident", player=incident.player, why=error["message"])
    (recorded,) = book.record(incident)
    data = {
        "player": incident.player,
        "accepted": False,
        "violations": [incident.kind],
        "seq": recorded.seq,
        "error": error,
    }
    said = f"{error['message']}\n{run.say('incident_recorded', seq=recorded.seq)}"
    return Answer(data, private=said, next_step=run.next_step(book.campaign), exit_code=REFUSED)


def _recorded(run: Run, made: "ExchangeMade") -> str:
    return run.say(
        "exchange_recorded" if made.events else "exchange_as_before",
        better=made.better,
        worse=made.worse,
        received=run.cards(made.received),
        given=run.cards(made.given or ()),
    )


def _cards(text: str | None, locale: str) -> "tuple[NamedCard, ...] | None":
    from gm.posts import read_cards

    if text is None:
        return None
    cards = read_cards(text, locale)
    if not cards:
        raise trouble("unreadable_cards", text=text)
    return cards
