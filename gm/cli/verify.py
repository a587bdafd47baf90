"""`gm verify` and `gm repair`: does a ledger prove what it says, and what to do with a torn one."""

from base64 import b64decode
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gm.cli.answer import DONE, REFUSED, Answer
from gm.cli.progress import Progress, progress
from gm.cli.runtime import Run, solid, trouble

if TYPE_CHECKING:
    from gm.evidence import Copy, Finding, Report
    from gm.ledger import Checkpoint, Fault, Reading

_SHOWN_FAULTS: Final = 20


def verify(
    run: Run,
    ledger: Annotated[Path | None, typer.Argument(metavar="[REGISTRE]", help="verify.ledger")] = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="PUB.PEM", help="verify.key")] = None,
    checkpoint: Annotated[
        list[str] | None, typer.Option("--checkpoint", metavar="POINT", help="verify.checkpoint")
    ] = None,
    checkpoints_from: Annotated[
        list[Path] | None,
        typer.Option("--checkpoints-from", metavar="FICHIER", help="verify.checkpoints_from"),
    ] = None,
) -> Answer:
    """Verify the campaign's own ledger, or any private or public copy."""
    from gm.evidence import examine

    given = [checkpoint_in(text) for text in checkpoint or ()]
    with progress(run, "reading") as shown:
        reading, copy = read_copy(run, ledger, public_key_in(key), shown)
    for path in checkpoints_from or ():
        given += _checkpoints_in(path, reading)
    with progress(run, "examining") as shown:
        report = examine(reading, copy, given, progress=shown)
    return Answer(
        {**_facts(report), "anchored": key is not None or bool(given)},
        public=_told(run, report, keyed=key is not None or ledger is None),
        next_step=_next_step(run, report),
        exit_code=DONE if report.ok else REFUSED,
    )


def _next_step(run: Run, report: "Report") -> str:
    """What the moderator does next, when it was their own ledger."""
    if report.copy == "public" or not report.ok or report.campaign is None:
        return ""
    return run.next_step(report.campaign)


def _facts(report: "Report") -> dict[str, object]:
    """What `gm verify --json` says (design.md, Command line), and how much of each manche it covers."""
    return {
        "ok": report.ok,
        "entries": report.entries,
        "head": report.head,
        "faults": [
            {"seq": each.seq, "code": each.code, "why": each.why, "line": each.line} for each in report.faults
        ],
        "deals": [
            {
                "partie": deal.partie,
                "manche": deal.manche,
                "rests_on": deal.rests_on,
                "fixed_by": deal.fixed_by,
            }
            for deal in report.deals
        ],
        "manches": [asdict(manche) for manche in report.manches],
        "confirmed": report.confirmed,
        "counts": asdict(report.tally),
        "rulings_judged": report.rulings_judged,
        "unjudged": list(report.unjudged),
    }


def checkpoint_in(text: str) -> "Checkpoint":
    """The checkpoint in a line copied from a post, with whatever stands around it."""
    from gm.ledger import find_checkpoints

    found = find_checkpoints(text)
    if len(found) != 1:
        raise trouble("bad_checkpoint", text=text)
    return found[0]


def _checkpoints_in(path: Path, reading: "Reading") -> "list[Checkpoint]":
    """The checkpoints of this campaign in a saved page or text, or what another copy of its ledger shows."""
    from gm.ledger import checkpoints_against, find_checkpoints, is_ledger, read

    data = _given(path)
    opening = reading.opening
    if is_ledger(data):
        other = read(data, key=b64decode(opening.moderator) if opening is not None else None)
        if other.all_faults:
            raise trouble("bad_copy", path=str(path))
        return list(checkpoints_against(reading, other))
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # what some editors of Windows call Unicode
    found = find_checkpoints(data.decode("utf-16" if wide else "utf-8", "replace"))
    ours = [each for each in found if opening is None or each.campaign == opening.campaign]
    if not ours:
        raise trouble("no_checkpoint_found", path=str(path), campaign=opening.campaign if opening else "")
    return ours


def read_copy(
    run: Run, ledger: Path | None, key: bytes | None, shown: Progress | None = None
) -> "tuple[Reading, Copy]":
    """What the bytes of a ledger say, and whether they are the moderator's own, with its secrets."""
    from gm.ledger import keeps_secrets, read
    from gm.store import read_ledger

    if ledger is None or ledger.is_dir():
        folder = run.folder() if ledger is None else ledger
        named = ledger is not None
        return solid(read_ledger(folder, key=key, any_name=named, progress=shown)), "own"
    data = _given(ledger)
    copy: Copy = "own" if keeps_secrets(data) else "public"
    return read(data, key=key, copy=copy, progress=shown), copy


def _given(path: Path) -> bytes:
    from gm.campaign import Problem
    from gm.store import read_given

    data = read_given(path)
    if isinstance(data, Problem):
        raise trouble("unreadable_file", **data.params)
    return data


def public_key_in(path: Path | None) -> bytes | None:
    """The raw key of a PEM file named on the command line."""
    from gm.store import read_public_pem

    if path is None:
        return None
    raw = read_public_pem(_given(path))
    if raw is None:
        raise trouble("bad_public_key_file", path=str(path))
    return raw


def _told(run: Run, report: "Report", *, keyed: bool) -> str:
    """The report in plain words: the verdict, each fault, what is proven, what is not, what never can be."""
    from gm.render import Presentation, verification_text
    from gm.views.verification import verification_view

    lines = [_fault_line(run, fault) for fault in report.faults[:_SHOWN_FAULTS]]
    return verification_text(verification_view(report, lines, keyed=keyed), Presentation(run.locale))


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
