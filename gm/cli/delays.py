"""`gm delays` and `gm pause`: for how long somebody is waited for, and when nobody is."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import Answer, solid, trouble
from gm.cli.held import Book, Look
from gm.cli.runtime import Run, done

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from gm.campaign import Campaign
    from gm.events import Paused


def delays(
    run: Run,
    turn: Annotated[str | None, typer.Option("--turn", metavar="DURÉE", help="delays.turn")] = None,
    exchange: Annotated[
        str | None, typer.Option("--exchange", metavar="DURÉE", help="delays.exchange")
    ] = None,
    order: Annotated[str | None, typer.Option("--order", metavar="DURÉE", help="delays.order")] = None,
    grace: Annotated[str | None, typer.Option("--grace", metavar="DURÉE", help="delays.grace")] = None,
    quiet: Annotated[str | None, typer.Option("--quiet", metavar="HEURES", help="delays.quiet")] = None,
    absent: Annotated[
        str | None, typer.Option("--absent", metavar="stand_in|ask", help="delays.absent")
    ] = None,
) -> Answer:
    """Show for how long somebody is waited for, or change it."""
    from gm.desk.delays import set_delays

    hours = {"turn": turn, "exchange": exchange, "order": order, "grace": grace}
    if {*hours.values(), quiet, absent} == {None}:
        look = run.look()
        now = run.now_in(look.campaign)
        data = {**_delay_facts(look.campaign), **_pauses_facts(look.campaign, now)}
        said = "\n".join([_delays_said(run, look.campaign), *_pauses_said(run, look.campaign, now)])
        return done(run, look, data, private=said)
    with run.write() as book:
        event = solid(set_delays(book.campaign, **hours, quiet=quiet, absent=absent))
        if event == book.campaign.delays:
            said = run.say("delays_same") + "\n" + _delays_said(run, book.campaign)
            return done(run, book, {**_delay_facts(book.campaign), "seq": None, "public": ""}, private=said)
        (record,) = book.record(event)
        public = _with_foot(run, book, run.post("delays_public", **_delay_facts(book.campaign)))
        data = {**_delay_facts(book.campaign), "seq": record.seq, "public": public}
        return done(run, book, data, private=run.say("delays_set", seq=record.seq), public=public)


def _delay_facts(campaign: "Campaign") -> dict[str, object]:
    """The delays in force in hours, as `gm delays --json` says them; `quiet` is null for no quiet hours."""
    set_ = campaign.delays
    return {
        "turn": set_.turn,
        "exchange": set_.exchange,
        "order": set_.order,
        "grace": set_.grace,
        "quiet": set_.quiet,
        "absent": set_.absent,
        "timezone": campaign.timezone,
    }


def _delays_said(run: Run, campaign: "Campaign") -> str:
    return run.say("delays", **_delay_facts(campaign))


def pause(
    run: Run,
    from_: Annotated[str | None, typer.Argument(metavar="[DÉBUT]", help="pause.from")] = None,
    until: Annotated[str | None, typer.Argument(metavar="[FIN]", help="pause.until")] = None,
    reason: Annotated[str | None, typer.Option("--reason", metavar="MOTIF", help="option.reason")] = None,
    end: Annotated[bool, typer.Option("--end", help="pause.end")] = False,
) -> Answer:
    """Stop the delays between two moments, or end a pause; without either, show the pauses."""
    from gm.desk.delays import pause as propose

    if (from_ is None) != (until is None) or (end and from_ is not None):
        raise trouble("pause_what")
    if end:
        return _ended(run)
    if from_ is None or until is None:
        look = run.look()
        now = run.now_in(look.campaign)
        said = "\n".join(_pauses_said(run, look.campaign, now)) or run.say("no_pauses")
        return done(run, look, _pauses_facts(look.campaign, now), private=said)
    with run.write() as book:
        event = solid(propose(book.campaign, from_, until, reason))
        (record,) = book.record(event)
        words = _pause_facts(event)
        public = _with_foot(run, book, run.post("pause_public", **words))
        data = {**words, "seq": record.seq, "public": public}
        return done(run, book, data, private=run.say("pause_set", seq=record.seq), public=public)


def _ended(run: Run) -> Answer:
    from gm.desk.delays import end_pause

    with run.write() as book:
        now = run.now_in(book.campaign)
        events = solid(end_pause(book.campaign, now))
        records = book.record(*events)
        begun = events[0].from_ != events[0].until
        public = _with_foot(run, book, run.post("pause_ended", begun=begun, **_pause_facts(events[0])))
        data = {
            "ended": [_pause_facts(each) for each in events],
            "seq": [record.seq for record in records],
            "public": public,
        }
        return done(run, book, data, public=public)


def _pause_facts(pause: "Paused") -> dict[str, object]:
    return {"from": pause.from_, "until": pause.until, "reason": pause.reason}


def _pauses_facts(campaign: "Campaign", now: "datetime") -> dict[str, object]:
    return {"pauses": [_pause_facts(each) for each in _pauses(campaign, now)]}


def _pauses_said(run: Run, campaign: "Campaign", now: "datetime") -> list[str]:
    return [run.say("pause", **_pause_facts(each)) for each in _pauses(campaign, now)]


def _pauses(campaign: "Campaign", now: "datetime") -> "Iterable[Paused]":
    from gm.desk.delays import pauses_to_come

    return pauses_to_come(campaign, now)


def _with_foot(run: Run, held: "Look | Book", text: str) -> str:
    return text + "\n\n" + run.post("foot", checkpoint=run.shown(held).checkpoint)
