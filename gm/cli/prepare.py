"""`gm open`, `join`, `word`, `leave`, `deal`, `order`: everything before the first card."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import Answer, solid, trouble
from gm.cli.held import Book
from gm.cli.runtime import Run, done, table_of
from gm.cli.source import PostAt, PostId, PostUrl, Source, post_of

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
    *,
    again: Annotated[bool, typer.Option("--again", help="open.again")] = False,
) -> Answer:
    """Open registration for the next partie and commit to its seeds; one that stands still is given up."""
    from gm.calendar import read_schedule
    from gm.campaign import seed_count
    from gm.desk import prepare

    if beacon_rule is not None and no_beacon:
        raise trouble("beacon_yes_and_no")
    with run.write() as book:
        schedule = solid(read_schedule(registration, deal, start, book.campaign.timezone))
        count = seed_count(book.campaign.rules)
        seeds = [run.randomness.bytes(prepare.SEED_BYTES) for _ in range(count)]
        proposed = prepare.open_partie(
            book.campaign, seeds, beacon_rule=beacon_rule, schedule=schedule, again=again
        )
        event = solid(proposed)
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
    post_id: PostId = None,
    url: PostUrl = None,
    at: PostAt = None,
) -> Answer:
    """Register a player, with a word of chance or without; first come first served, by the time of posts."""
    from gm.desk import prepare
    from gm.desk.names import registered

    with run.write() as book:
        before = book.campaign
        player = solid(prepare.join(before, name, word)).player
        post = post_of(run, word or player, player, before.timezone, Source(post_id, url, at))
        event = solid(prepare.join(before, name, word, post))
        (record,) = book.record(event)
        campaign = book.campaign
        waits = event.player in campaign.queue
        place = (campaign.queue if waits else campaign.players).index(event.player) + 1
        line = registered(campaign)
        overtaken = list(line[line.index(event.player) + 1 :])
        moved = [player for player in before.players if player not in campaign.players]
        data = {"player": event.player, "seq": record.seq, "waits": waits, "place": place}
        lines = [_joined(run, book, event, place)]
        if overtaken:
            lines.append(run.say("joined_before", player=event.player, others=overtaken, moved=moved))
        return done(run, book, {**data, "overtakes": overtaken}, private="\n".join(lines))


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
    post_id: PostId = None,
    url: PostUrl = None,
    at: PostAt = None,
) -> Answer:
    """Record a player's word of chance; the last one before the deal counts."""
    from gm.desk import prepare

    with run.write() as book:
        campaign = book.campaign
        author = solid(prepare.give_word(campaign, name, text)).player
        post = post_of(run, text, author, campaign.timezone, Source(post_id, url, at))
        event = solid(prepare.give_word(campaign, name, text, post))
        (record,) = book.record(event)
        data = {"player": event.player, "word": event.word, "seq": record.seq}
        return done(run, book, data, private=run.say("word_given", player=event.player, word=event.word))


def leave(
    run: Run,
    name: Name,
    reason: Annotated[str | None, typer.Option("--reason", metavar="MOTIF", help="leave.reason")] = None,
    post_id: PostId = None,
    url: PostUrl = None,
    at: PostAt = None,
) -> Answer:
    """Take a player out of the registration or the waiting list; once dealt, out of the manche (Z28)."""
    from gm.campaign import Problem
    from gm.desk import prepare

    found = prepare.leave(run.look().campaign, name)
    if isinstance(found, Problem) and found.code == "leaves_by_sanction":
        from gm.cli.corrections import sanction

        if (post_id, url, at) != (None, None, None):
            run.tell("departure_without_post")
        return sanction(run, name, reason or run.say("leaves"), departure=True)
    with run.write() as book:
        campaign = book.campaign
        author = solid(prepare.leave(campaign, name)).player
        post = post_of(run, author, author, campaign.timezone, Source(post_id, url, at))
        event = solid(prepare.leave(campaign, name, post))
        (record,) = book.record(event)
        said = run.say("left", player=event.player)
        moved = [player for player in book.campaign.players if player not in campaign.players]
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
        early = prepare.before_the_calendar(book.campaign, run.clock.now())
        again = isinstance(event, Problem) and event.code == "dealt_already"
        if not again:
            made = solid(event)
            if early is not None:
                run.confirm("confirm_early", **early)
            book.record(made)
        facts = deal_facts(book)
        said = run.say("dealt_already" if again else "dealt", **facts)
        data = {**facts, "new": not again}
        if early is not None:
            data["warning"] = run.say("dealt_early", **early)
            said = f"{data['warning']}\n{said}"
        public = table_of(run, book)
        return done(run, book, {**data, "public": public}, private=said, public=public)


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
    names: Annotated[list[str] | None, typer.Argument(metavar="[JOUEUR…]", help="order.names")] = None,
) -> Answer:
    """Record the order of play as its chooser gave it; without names the one that holds by default (Z3)."""
    from gm.desk import prepare

    with run.write() as book:
        event = solid(prepare.order(book.campaign, names or ()))
        if not names:
            run.confirm("confirm_order", order=list(event.order))
        (record,) = book.record(event)
        chosen = {"order": list(event.order), "by": event.by}
        public = run.post("order_chosen", **chosen, default=not names) + "\n\n" + table_of(run, book)
        return done(run, book, {**chosen, "seq": record.seq, "public": public}, public=public)
