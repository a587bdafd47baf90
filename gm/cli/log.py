"""`gm log` and `gm why`: what the ledger tells, as a story and of one ruling."""

from typing import TYPE_CHECKING, Annotated

import typer

from gm.cli.answer import Answer, solid
from gm.cli.runtime import Run, done

if TYPE_CHECKING:
    from gm.desk.stories import Line
    from gm.views.log import LogEntry


def log(
    run: Run,
    start: Annotated[int, typer.Option("--from", metavar="ENTRÉE", help="log.from")] = 1,
    *,
    private: Annotated[bool, typer.Option("--private", help="log.private")] = False,
) -> Answer:
    """Read the ledger as a story: everybody's, or the moderator's with what is not public."""
    from gm.desk.stories import private_log, public_log

    look = run.look()
    if private:
        story = solid(private_log(look.records, start, run.shown_privately(look)))
    else:
        story = solid(public_log(look.records, start, run.shown(look)))
    data = {"entries": [_line(each) for each in story.lines]}
    public, aside = ("", story.text) if private else (story.text, "")
    return done(run, look, data, public=public, private=aside)


def _line(line: "Line") -> dict[str, object]:
    entry = line.entry
    return {
        "seq": entry.seq,
        "at": entry.at,
        "event": entry.event,
        "text": line.text,
        "counts": entry.counts,
        "undone_by": entry.undone_by,
    }


def why(
    run: Run,
    seq: Annotated[int | None, typer.Argument(metavar="[ENTRÉE]", help="why.seq")] = None,
) -> Answer:
    """Explain a ruling to whoever asks: its clauses, and the plays it rests on."""
    from gm.desk.stories import why as explain

    look = run.look()
    explained = solid(explain(look.records, seq, run.shown(look)))
    view = explained.view
    ruling = view.ruling
    entries = {entry.seq: entry for reason in view.reasons for entry in reason.entries}
    data = {
        "seq": view.entry.seq,
        "player": ruling.player,
        "accepted": ruling.verdict == "accepted",
        "counts": view.entry.counts,
        "violations": [each.code for each in ruling.violations],
        "effects": [each.name for each in ruling.effects],
        "clauses": list(view.clauses),
        "rests_on": [_ground(entry) for entry in entries.values()],
        "public": explained.public.body,
        "private": explained.private,
    }
    return done(run, look, data, public=explained.public.body, private=explained.private)


def _ground(entry: "LogEntry") -> dict[str, object]:
    """An entry that a ruling rests on; no player where it is nobody's, no cards where none are named."""
    from gm.cards import code_of
    from gm.views.log import MoveFact, RefusalFact, SanctionFact

    cards: list[str] = []
    match entry.fact:
        case MoveFact(move=move) | SanctionFact(move=move):
            player: str | None = move.player
            cards = [code_of(card) for card in move.cards]
        case RefusalFact() as refused:
            player, cards = refused.player, list(refused.cards)
        case fact:
            player = getattr(fact, "player", None)
    return {"seq": entry.seq, "player": player, "cards": cards}
