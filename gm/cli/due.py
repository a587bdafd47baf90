"""`gm due`: who is late, what the house rule says, and what it does for those who stay away."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gm.cli.answer import Answer, solid
from gm.cli.held import Book, Look
from gm.cli.runtime import Run, done
from gm.cli.several import Every, campaigns_meant, told_together

if TYPE_CHECKING:
    from datetime import datetime

    from gm.desk.due import Due, InTheirPlace
    from gm.events import Record


def due(
    run: Run,
    name: Annotated[str | None, typer.Argument(metavar="[JOUEUR]", help="due.player")] = None,
    *,
    apply: Annotated[bool, typer.Option("--apply", help="due.apply")] = False,
    every: Every = False,
) -> Answer:
    """Say who is late and what comes next; with --apply do what the rule says for whoever stays away."""
    if apply:
        return _applied(run, name)
    rows = campaigns_meant(run, every=every) if name is None else None
    if rows is not None:
        return told_together(run, rows, _told)
    look = run.look()
    answer = _told(run, look, name)
    late = {does: _who(answer, does) for does in ("remind", "pass", "stand_in")}
    acts = [*late["pass"], *late["stand_in"]]
    step = run.say("after_due", reminds=late["remind"], acts=acts)
    if not (acts or late["remind"]):
        step = run.next_step(look.campaign)
    return Answer(answer.data, private=answer.private, next_step=step)


def _told(run: Run, held: "Look | Book", name: str | None = None) -> Answer:
    """Who is waited for in one campaign, one of them where a name is given."""
    from gm.calendar import paused_until
    from gm.desk.due import dues, named
    from gm.desk.texts import due_text

    now = run.now_in(held.campaign)
    waited = dues(held.campaign, now) if name is None else (solid(named(held.campaign, name, now)),)
    until = paused_until(now, held.campaign.pauses, held.campaign.timezone)
    paused = None if until is None else until.isoformat(timespec="seconds")
    text = due_text(held.campaign, waited, paused, run.shown_privately(held))
    facts = due_facts(held.campaign.name, held.campaign.timezone, now, waited)
    return Answer({**facts, "paused_until": paused}, private=text)


def _who(answer: Answer, does: str) -> list[str]:
    """Those for whom the rule says one thing now."""
    return [each["player"] for each in answer.data["late"] if each["does"] == does]


def due_facts(campaign: str, timezone: str, now: "datetime", waited: "Sequence[Due]") -> dict[str, Any]:
    """The JSON object of `gm due`: `late` and `waiting`, everybody in one of them.

    `does` is what the rule says now (`remind`, `pass`, `stand_in`, `ask`), `next` what it says from `at` on;
    past the grace that is what it says already. `instead` is what `--apply` does: a pass, or a card or an
    answer by default. Moments are in ISO 8601 with an offset.
    """
    from gm.calendar import zone

    return {
        "campaign": campaign,
        "now": now.astimezone(zone(timezone)).isoformat(timespec="seconds"),
        "late": [_facts(each) for each in waited if each.late],
        "waiting": [_facts(each) for each in waited if not each.late],
    }


def _facts(each: "Due") -> dict[str, object]:
    from gm.views.reminders import late_hours

    does, at = each.next
    late = {"late_hours": late_hours(each), "does": each.does} if each.late else {}
    return {
        "player": each.player,
        "duty": each.duty,
        "since": each.since.at,
        "deadline": each.deadline.isoformat(timespec="seconds"),
        **late,
        "instead": each.instead,
        "next": {"does": does, "at": at.isoformat(timespec="seconds")},
    }


def _applied(run: Run, name: str | None) -> Answer:
    from gm.desk.due import chosen, in_their_place
    from gm.desk.texts import absences_text

    with run.write() as book:
        now = run.now_in(book.campaign)
        late = solid(chosen(book.campaign, name, now))
        if not late:
            told = _told(run, book)
            nothing = {**told.data, "applied": [], "public": ""}
            said = run.say("due_nothing", asks=any(each["does"] == "ask" for each in told.data["late"]))
            return done(run, book, nothing, private=f"{told.private}\n\n{said}")
        made = solid(in_their_place(book.campaign, [(each, _reason(run, each)) for each in late]))
        run.confirm("confirm_due", players=[each.player for each in late])
        records = iter(book.record(*(event for each in made for event in each.events)))
        applied = [_applied_facts(each, [next(records) for _ in each.events]) for each in made]
        public = absences_text(made, book.campaign, run.shown(book)).body
        after = _told(run, book)
        data = {**after.data, "applied": applied, "public": public}
        return done(run, book, data, public=public)


def _reason(run: Run, due: "Due") -> str:
    """The short public reason of what is done for somebody, as the ledger keeps it."""
    from gm.desk.names import said

    at = due.deadline.isoformat(timespec="minutes")
    return solid(said(run.say("absent_reason", deadline=at, duty=due.duty, player=due.player)))


def _applied_facts(made: "InTheirPlace", records: "Sequence[Record]") -> dict[str, object]:
    from gm.cards import code_of
    from gm.events import Played

    played = next((record.event for record in records if isinstance(record.event, Played)), None)
    return {
        "player": made.due.player,
        "duty": made.due.duty,
        "does": made.due.instead,
        "cards": [] if played is None else [code_of(card) for card in played.cards],
        "seq": [record.seq for record in records],
    }
