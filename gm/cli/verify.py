"""`gm verify` and `gm repair`: does a ledger prove what it says, and what to do with a torn one."""

import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gm.cli.answer import DONE, REFUSED, Answer
from gm.cli.runtime import Run, solid, trouble

if TYPE_CHECKING:
    from gm.evidence import Finding, Report
    from gm.ledger import Fault, Reading

_SHOWN_FAULTS: Final = 20


def verify(
    run: Run,
    ledger: Annotated[Path | None, typer.Argument(metavar="[REGISTRE]", help="verify.ledger")] = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="PUB.PEM", help="verify.key")] = None,
    checkpoint: Annotated[
        list[str] | None, typer.Option("--checkpoint", metavar="POINT", help="verify.checkpoint")
    ] = None,
) -> Answer:
    """Verify the campaign's own ledger, or any private or public copy."""
    from gm.evidence import examine
    from gm.ledger import parse_checkpoint

    checkpoints = tuple(_code_in(text) for text in checkpoint or ())
    for text in checkpoints:
        if parse_checkpoint(text) is None:
            raise trouble("bad_checkpoint", text=text)
    reading, own = _read(run, ledger, _key(key))
    report = examine(reading, "own" if own else "public", checkpoints)
    anchored = key is not None or bool(checkpoints)
    return Answer(
        {**_facts(report), "anchored": anchored},
        public=_told(run, report, own=own, anchored=anchored),
        next_step=run.next_step(report.campaign) if own and report.ok and report.campaign is not None else "",
        exit_code=DONE if report.ok else REFUSED,
    )


def _facts(report: "Report") -> dict[str, object]:
    """What `gm verify --json` says (design.md, Command line), and the counts of what is no fault."""
    return {
        "ok": report.ok,
        "entries": report.entries,
        "head": report.head,
        "faults": [{"seq": each.seq, "code": each.code, "why": each.why} for each in report.faults],
        "deals": [
            {
                "partie": deal.partie,
                "manche": deal.manche,
                "rests_on": deal.rests_on,
                "fixed_by": deal.fixed_by,
            }
            for deal in report.deals
        ],
        "counts": asdict(report.tally),
        "rulings_judged": report.rulings_judged,
        "unjudged": list(report.unjudged),
    }


def _code_in(text: str) -> str:
    """The checkpoint in a line copied from a post, with whatever stands around it."""
    found = re.search(r"[a-z0-9][a-z0-9-]*/[0-9]+/[0-9A-Fa-f-]+", text)
    return found.group() if found is not None else text


def _read(run: Run, ledger: Path | None, key: bytes | None) -> "tuple[Reading, bool]":
    """What the bytes say, and whether they are the moderator's own copy, with its secrets."""
    from gm.campaign import Problem
    from gm.ledger import read
    from gm.store import LEDGER, read_bytes, read_given, read_ledger

    if ledger is None or ledger.is_dir():
        folder = run.folder() if ledger is None else ledger
        if key is None:
            return solid(read_ledger(folder)), True
        return read(solid(read_bytes(folder / LEDGER)), key=key, copy="own"), True

    data = read_given(ledger)
    if isinstance(data, Problem):
        raise trouble("unreadable_file", **data.params)
    reading = read(data, key=key, copy="public")
    if not any(entry.has_secret for entry in reading.entries):
        return reading, False
    return read(data, key=key, copy="own"), True


def _key(path: Path | None) -> bytes | None:
    from gm.campaign import Problem
    from gm.store import read_given, read_public_pem

    if path is None:
        return None
    data = read_given(path)
    if isinstance(data, Problem):
        raise trouble("unreadable_file", **data.params)
    raw = read_public_pem(data)
    if raw is None:
        raise trouble("bad_public_key_file", path=str(path))
    return raw


def _told(run: Run, report: "Report", *, own: bool, anchored: bool) -> str:
    """The report in plain words: the verdict, each fault, what each deal rests on, what is not proven."""
    verdict = "verify_ok" if report.ok else "verify_faults"
    lines = [run.say(verdict, entries=report.entries, faults=len(report.faults))]
    lines += [_fault_line(run, fault) for fault in report.faults[:_SHOWN_FAULTS]]
    if len(report.faults) > _SHOWN_FAULTS:
        lines.append(run.say("verify_more", number=len(report.faults) - _SHOWN_FAULTS))
    lines += [run.say(f"deal_rests_on_{deal.rests_on}", **asdict(deal)) for deal in report.deals]
    lines.append(run.say("verify_tally", **asdict(report.tally)))
    if not report.rulings_judged and report.campaign is not None:
        lines.append(run.say("verify_other_engine"))
    if report.open_manche and not own:
        lines.append(run.say("verify_open_manche"))
    if not anchored:
        lines.append(run.say("verify_alone"))
    return "\n".join(line for line in lines if line)


def _fault_line(run: Run, fault: "Fault | Finding") -> str:
    from gm.render import known, sentence

    code = f"fault.{fault.code}"
    shown = sentence(run.locale, code, {"why": fault.why}) if known(run.locale, code) else fault.why
    return run.say("verify_fault", seq=fault.seq or 0, line=fault.line, text=shown)


def repair(run: Run) -> Answer:
    """Set a torn tail aside in a file of its own; a complete entry that does not verify is never touched."""
    from gm.store import repair as repair_ledger

    aside = solid(repair_ledger(run.folder())).aside
    said = run.say("repaired", path=str(aside)) if aside is not None else run.say("nothing_to_repair")
    return Answer({"set_aside": None if aside is None else str(aside)}, private=said)
