"""`gm repair`: what to do with an entry that a crash cut short."""

from gm.cli.answer import Answer, solid
from gm.cli.runtime import Run


def repair(run: Run) -> Answer:
    """Set a torn tail aside in a file of its own; a complete entry that does not verify is never touched."""
    from gm.store import repair as repair_ledger

    repaired = solid(repair_ledger(run.folder()))
    warning = run.warning_of(repaired.reading)
    facts = {"warning": warning} if warning else {}
    if repaired.aside is None:
        said = run.say("nothing_to_repair")
        return Answer({"set_aside": None, **facts}, private=f"{said}\n{warning}".rstrip())
    path, entry = str(repaired.aside), len(repaired.reading.entries) + 1
    said = run.say("repaired", path=path, seq=entry, size=repaired.size)
    return Answer(
        {"set_aside": path, "entry": entry, "bytes": repaired.size, **facts},
        private=f"{said}\n{warning or run.say('after_repair')}",
    )
