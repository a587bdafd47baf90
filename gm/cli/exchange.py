"""`gm exchange`: one pair's exchange before a manche, in one call or in two."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import Answer, solid, trouble
from gm.cli.prepare import Name
from gm.cli.runtime import Run, done, table_of

if TYPE_CHECKING:
    from gm.cards import NamedCard
    from gm.desk.exchange import ExchangeMade


def exchange(
    run: Run,
    name: Name,
    ask: Annotated[str | None, typer.Option("--ask", metavar="CARTES", help="exchange.ask")] = None,
    give: Annotated[str | None, typer.Option("--give", metavar="CARTES", help="exchange.give")] = None,
) -> Answer:
    """Record what the better-placed player receives, then what they give back, now or in a second call."""
    from gm.cards import code_of
    from gm.desk.exchange import exchange as propose

    with run.write() as book:
        asked, given = _cards(ask, book.campaign.locale), _cards(give, book.campaign.locale)
        made = solid(propose(book.campaign, name, asked=asked, given=given))
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
