"""`gm open`, `join`, `word`, `leave`, `deal`, `order`: everything before the first card."""

from typing import Annotated

import typer

from gm.cli.answer import Answer
from gm.cli.runtime import Book, Run, done, solid, table_of, trouble

Name = Annotated[str, typer.Argument(metavar="JOUEUR", help="argument.player")]


def open_(
    run: Run,
    beacon_rule: Annotated[
        str | None, typer.Option("--beacon-rule", metavar="RÈGLE", help="open.beacon_rule")
    ] = None,
    no_beacon: Annotated[bool, typer.Option("--no-beacon", help="open.no_beacon")] = False,
    registration: Annotated[
        str | None, typer.Option("--registration", metavar="DATE", help="open.registration")
    ] = None,
    deal: Annotated[str | None, typer.Option("--deal", metavar="DATE", help="open.deal")] = None,
    start: Annotated[str | None, typer.Option("--start", metavar="DATE", help="open.start")] = None,
) -> Answer:
    """Open registration for the next partie and commit to its seeds."""
    from gm.calendar import read_schedule
    from gm.desk import prepare

    if beacon_rule is not None and no_beacon:
        raise trouble("beacon_yes_and_no")
    schedule = solid(read_schedule(registration, deal, start))
    with run.write() as book:
        count = prepare.seed_count(book.campaign.rules)
        seeds = [run.randomness.bytes(prepare.SEED_BYTES) for _ in range(count)]
        event = solid(prepare.open_partie(book.campaign, seeds, beacon_rule=beacon_rule, schedule=schedule))
        (record,) = book.record(event)
        sealed = {str(manche): digest for manche, digest in event.commitments.items()}
        data = {"partie": event.partie, "seq": record.seq, "commitments": sealed}
        players = list(book.campaign.players)
        return done(run, book, data, private=run.say("partie_opened", partie=event.partie, players=players))


def join(
    run: Run,
    name: Annotated[str, typer.Argument(metavar="JOUEUR", help="join.name")],
    word: Annotated[str | None, typer.Option("--word", metavar="MOT", help="join.word")] = None,
) -> Answer:
    """Register a player, with a word of chance or without; the sixth waits."""
    from gm.desk import prepare

    with run.write() as book:
        event = solid(prepare.join(book.campaign, name, word))
        (record,) = book.record(event)
        waits = event.player in book.campaign.queue
        place = (book.campaign.queue if waits else book.campaign.players).index(event.player) + 1
        data = {"player": event.player, "seq": record.seq, "waits": waits, "place": place}
        said = run.say("joined_waits" if waits else "joined", player=event.player, place=place)
        return done(run, book, data, private=said)


def word(
    run: Run,
    name: Name,
    text: Annotated[str, typer.Argument(metavar="MOT", help="word.text")],
) -> Answer:
    """Record a player's word of chance; the last one before the deal counts."""
    from gm.desk import prepare

    with run.write() as book:
        event = solid(prepare.give_word(book.campaign, name, text))
        (record,) = book.record(event)
        data = {"player": event.player, "word": event.word, "seq": record.seq}
        return done(run, book, data, private=run.say("word_given", player=event.player, word=event.word))


def leave(run: Run, name: Name) -> Answer:
    """Take a player out of the registration or the waiting list."""
    from gm.desk import prepare

    with run.write() as book:
        event = solid(prepare.leave(book.campaign, name))
        (record,) = book.record(event)
        data = {"player": event.player, "seq": record.seq}
        return done(run, book, data, private=run.say("left", player=event.player))


def deal(
    run: Run,
    beacon: Annotated[str | None, typer.Option("--beacon", metavar="TIRAGE", help="deal.beacon")] = None,
) -> Answer:
    """Deal the next manche; a second call deals nothing, says when it was dealt and prints the same."""
    from gm.campaign import Problem
    from gm.desk import prepare

    with run.write() as book:
        event = prepare.deal(book.campaign, beacon)
        again = isinstance(event, Problem) and event.code == "dealt_already"
        if not again:
            book.record(solid(event))
        facts = deal_facts(book)
        said = run.say("dealt_already" if again else "dealt", **facts)
        public = table_of(run, book)
        return done(run, book, {**facts, "new": not again, "public": public}, private=said, public=public)


def deal_facts(book: Book) -> dict[str, object]:
    """What `gm deal --json` says of the deal in force."""
    manche = book.campaign.manche
    assert manche is not None
    return {
        "partie": manche.deal.partie,
        "manche": manche.number,
        "seq": manche.dealt.seq,
        "at": manche.dealt.at,
        "seats": list(manche.deal.seats),
        "extra": list(manche.deal.extra),
        "waiting": list(book.campaign.waiting),
    }


def order(
    run: Run,
    names: Annotated[list[str], typer.Argument(metavar="JOUEUR…", help="order.names")],
) -> Answer:
    """Record the order of play as the holder of the queen of spades chose it."""
    from gm.desk import prepare

    with run.write() as book:
        event = solid(prepare.order(book.campaign, names))
        (record,) = book.record(event)
        chosen = {"order": list(event.order), "by": event.by}
        said, public = run.say("order_chosen", **chosen), table_of(run, book)
        return done(run, book, {**chosen, "seq": record.seq, "public": public}, private=said, public=public)
