"""`gm open`, `join`, `word`, `leave`, `deal`, `order`: everything before the first card."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import Answer, solid, trouble
from gm.cli.held import Book
from gm.cli.runtime import Run, done, table_of

if TYPE_CHECKING:
    from gm.events import Joined

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
    from gm.campaign import seed_count
    from gm.desk import prepare

    if beacon_rule is not None and no_beacon:
        raise trouble("beacon_yes_and_no")
    schedule = solid(read_schedule(registration, deal, start))
    with run.write() as book:
        count = seed_count(book.campaign.rules)
        seeds = [run.randomness.bytes(prepare.SEED_BYTES) for _ in range(count)]
        event = solid(prepare.open_partie(book.campaign, seeds, beacon_rule=beacon_rule, schedule=schedule))
        before = book.campaign
        (record,) = book.record(event)
        sealed = {str(manche): digest for manche, digest in event.commitments.items()}
        data = {"partie": event.partie, "seq": record.seq, "commitments": sealed}
        players = list(book.campaign.players)
        waited = [player for player in players if any(word.player == player for word in before.words)]
        said = run.say("partie_opened", partie=event.partie, players=players, waited=waited)
        return done(run, book, data, private=said)


def join(
    run: Run,
    name: Annotated[str, typer.Argument(metavar="JOUEUR", help="join.name")],
    word: Annotated[str | None, typer.Option("--word", metavar="MOT", help="join.word")] = None,
) -> Answer:
    """Register a player, with a word of chance or without; when the table is full they wait."""
    from gm.desk import prepare

    with run.write() as book:
        event = solid(prepare.join(book.campaign, name, word))
        (record,) = book.record(event)
        waits = event.player in book.campaign.queue
        place = (book.campaign.queue if waits else book.campaign.players).index(event.player) + 1
        data = {"player": event.player, "seq": record.seq, "waits": waits, "place": place}
        return done(run, book, data, private=_joined(run, book, event, place))


def _joined(run: Run, book: Book, event: "Joined", place: int) -> str:
    """What was noted of a registration, and what the moderator should look at."""
    from gm.desk.names import registered, resembling

    player, campaign = event.player, book.campaign
    lines = [run.say("joined", player=player, place=place)]
    if player in campaign.queue and campaign.phase in ("none", "over"):
        lines = [run.say("joined_early", player=player, place=place)]
    elif player in campaign.queue:
        lines = [run.say("joined_waits", player=player, place=place)]
    if event.word is not None:
        lines.append(run.say("word_given", player=player, word=event.word))
    like = resembling(player, registered(campaign))
    if like is not None:
        lines.append(run.say("joined_resembles", player=player, other=like))
    return "\n".join(lines)


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
        before = book.campaign.players
        (record,) = book.record(event)
        said = run.say("left", player=event.player)
        moved = [player for player in book.campaign.players if player not in before]
        if moved:
            said += "\n" + run.say("seat_taken", player=moved[0])
        return done(run, book, {"player": event.player, "seq": record.seq}, private=said)


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
        "opener": manche.deal.opener,
        "dealer": manche.dealer,
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
        public = run.post("order_chosen", **chosen) + "\n\n" + table_of(run, book)
        return done(run, book, {**chosen, "seq": record.seq, "public": public}, public=public)
