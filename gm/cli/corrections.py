"""`gm undo`, `gm sanction`, `gm abandon`: what the moderator takes back or decides."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import REFUSED, Answer, solid, told
from gm.cli.entries import in_words, published_of
from gm.cli.held import Book
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
    """Undo an entry of the open manche with all that followed it; without a number, the last decision."""
    from gm.desk.corrections import undo as propose

    with run.write() as book:
        proposed = solid(propose(book.campaign, seq, reason))
        undone = [record.seq for record in proposed.undone]
        restored = [record.seq for record in proposed.restored]
        gone = [in_words(run, each) for each in proposed.undone]
        back = [in_words(run, each) for each in proposed.restored]
        published = published_of(run, book, [*_correction(book, proposed.event.from_), *proposed.undone])
        run.confirm("confirm_undo", gone=gone, back=back)
        record, *follows = book.record(proposed.event, *proposed.follows)
        then = [in_words(run, each) for each in follows]
        out = "yes" if proposed.seed_was_out else "no"
        said = [
            run.say(
                "undone", seq=record.seq, entries=undone, restored=restored, follows=then, seed_was_out=out
            ),
            run.say("published_already", published=published) if undone or published else "",
        ]
        reason = proposed.event.reason
        correction = run.post(
            "undone_public", gone=gone, back=back, follows=then, reason=reason, seed_was_out=out
        )
        if book.campaign.manche is not None:
            foot = table_of(run, book)
        else:
            foot = run.post("foot", checkpoint=run.shown(book).checkpoint)
        private, public = "\n".join(filter(None, said)), f"{correction}\n\n{foot}"
        data = {
            "seq": record.seq,
            "undone": undone,
            "restored": restored,
            "seed_was_out": proposed.seed_was_out,
            "published": published,
            "public": public,
            "private": private,
        }
        return done(run, book, data, private=private, public=public)


def _correction(book: Book, seq: int) -> "tuple[Record, ...]":
    """The undo that an undo takes back: its correction, if published, holds no longer."""
    from gm.events import Undone

    record = book.records[seq - 1]
    return (record,) if isinstance(record.event, Undone) else ()


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
    from gm.desk.citing import about_others
    from gm.desk.corrections import sanction as propose
    from gm.desk.texts import sanction_text
    from gm.events import Sanctioned

    with run.write() as book:
        events = propose(book.campaign, name, reason, tuple(evidence or ()), departure=departure)
        if isinstance(events, Problem) and events.code in _REFUSALS:
            return _refused(run, name, events)
        event = solid(events)[0]
        assert isinstance(event, Sanctioned)
        if event.evidence and not evidence:
            run.tell("evidence_found", entries=list(event.evidence), player=event.player)
        strange = about_others(book.records, book.campaign, event.player, event.evidence)
        if strange:
            run.tell("evidence_of_others", entries=list(strange), player=event.player)
        run.confirm("confirm_sanction", player=event.player)
        records = book.record(*solid(events))
        text = sanction_text(book.campaign, records[0], run.shown(book))
        data = {
            "player": event.player,
            "accepted": True,
            "violations": [],
            "seq": records[0].seq,
            "evidence": list(event.evidence),
            "about_others": list(strange),
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
