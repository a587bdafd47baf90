"""`gm undo`, `gm sanction`, `gm abandon`: what the moderator takes back or decides."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import REFUSED, Answer, solid, told
from gm.cli.prepare import Name
from gm.cli.runtime import Run, done, table_of

if TYPE_CHECKING:
    from gm.campaign import Problem
    from gm.events import Record

Reason = Annotated[str, typer.Option("--reason", metavar="MOTIF", help="option.reason")]


def undo(
    run: Run,
    seq: Annotated[int | None, typer.Argument(metavar="[ENTRÉE]", help="undo.seq")] = None,
    *,
    reason: Reason,
) -> Answer:
    """Undo an entry of the open manche with all that followed it; without a number, the last one."""
    from gm.desk.corrections import undo as propose

    with run.write() as book:
        proposed = solid(propose(book.campaign, seq, reason))
        undone = [record.seq for record in proposed.undone]
        restored = [record.seq for record in proposed.restored]
        gone = [_in_words(run, each) for each in proposed.undone]
        back = [_in_words(run, each) for each in proposed.restored]
        run.confirm("confirm_undo", gone=gone, back=back)
        (record,) = book.record(proposed.event)
        out = "yes" if proposed.seed_was_out else "no"
        said = run.say("undone", entries=undone, restored=restored, seed_was_out=out)
        correction = run.post(
            "undone_public", gone=gone, back=back, reason=proposed.event.reason, seed_was_out=out
        )
        if book.campaign.manche is not None:
            foot = table_of(run, book)
        else:
            foot = run.post("foot", checkpoint=run.shown(book).checkpoint)
        public = f"{correction}\n\n{foot}"
        data = {
            "seq": record.seq,
            "undone": undone,
            "restored": restored,
            "seed_was_out": proposed.seed_was_out,
            "public": public,
        }
        return done(run, book, data, private=said, public=public)


def _in_words(run: Run, record: "Record") -> str:
    """One entry in a few words, with nothing that is not public."""
    from gm.events import (
        Exchanged,
        MancheClosed,
        MancheDealt,
        OrderChosen,
        PartieClosed,
        Passed,
        Played,
        Sanctioned,
    )

    event = record.event
    match event:
        case Played():
            return run.say("entry_played", player=event.player, cards=list(event.cards))
        case Passed():
            return run.say("entry_passed", player=event.player)
        case Sanctioned():
            return run.say(
                "entry_departed" if event.is_departure else "entry_sanctioned", player=event.player
            )
        case MancheDealt():
            return run.say("entry_dealt", manche=event.manche)
        case MancheClosed():
            return run.say("entry_closed", manche=event.manche)
        case PartieClosed():
            return run.say("entry_partie_closed", partie=event.partie)
        case OrderChosen():
            return run.say("entry_order")
        case Exchanged():
            return run.say("entry_exchanged", giver=event.giver, receiver=event.receiver)
        case _:
            return run.say("entry_other", seq=record.seq)


def sanction(
    run: Run,
    name: Name,
    reason: Reason,
    evidence: Annotated[
        list[int] | None, typer.Option("--evidence", metavar="ENTRÉE", help="sanction.evidence")
    ] = None,
    departure: Annotated[bool, typer.Option("--departure", help="sanction.departure")] = False,
) -> Answer:
    """Take a player out of the manche: the lowest free place, and their cards leave the game."""
    from gm.campaign import Problem
    from gm.desk.corrections import sanction as propose
    from gm.desk.texts import sanction_text
    from gm.events import Sanctioned

    with run.write() as book:
        events = propose(book.campaign, name, reason, tuple(evidence or ()), departure=departure)
        if isinstance(events, Problem) and events.code in _REFUSALS:
            return _refused(run, name, events)
        event = solid(events)[0]
        assert isinstance(event, Sanctioned)
        run.confirm("confirm_sanction", player=event.player)
        records = book.record(*solid(events))
        text = sanction_text(book.campaign, records[0], run.shown(book))
        data = {
            "player": event.player,
            "accepted": True,
            "violations": [],
            "seq": records[0].seq,
            "evidence": list(event.evidence),
            "public": text.body,
        }
        return done(run, book, data, public=text.body)


# How a sanction can be refused (rules.md, Verdict codes), by the problem that says so.
_REFUSALS = {
    "unknown_name": "unknown_player",
    "unknown_name_closest": "unknown_player",
    "manche_over": "manche_over",
    "already_out": "already_out",
}


def _refused(run: Run, name: str, problem: "Problem") -> Answer:
    error = told(problem, run.locale)
    data = {"player": problem.params.get("player", name), "accepted": False, "seq": None, "error": error}
    violations = [_REFUSALS[problem.code]]
    return Answer({**data, "violations": violations}, private=error["message"], exit_code=REFUSED)


def abandon(
    run: Run,
    reason: Reason,
    beacon_rule: Annotated[
        str | None, typer.Option("--beacon-rule", metavar="RÈGLE", help="open.beacon_rule")
    ] = None,
) -> Answer:
    """Void a deal that cannot stand: its seed is published and the same manche will be dealt anew."""
    from gm.desk.corrections import abandon as propose
    from gm.desk.prepare import SEED_BYTES

    with run.write() as book:
        had_beacon = book.campaign.manche is not None and book.campaign.manche.deal.beacon is not None
        seed = run.randomness.bytes(SEED_BYTES)
        event = solid(propose(book.campaign, reason, seed, beacon_rule=beacon_rule))
        if had_beacon and event.beacon_rule is None:
            run.tell("beacon_dropped")
        run.confirm("confirm_abandon", manche=event.manche)
        (record,) = book.record(event)
        data = {"partie": event.partie, "manche": event.manche, "seq": record.seq, "seed": event.seed}
        return done(run, book, data, private=run.say("abandoned", manche=event.manche))
