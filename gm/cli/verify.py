"""`gm verify`: does a ledger prove what it says."""

from base64 import b64decode
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gm.cli.answer import DONE, REFUSED, Answer, solid, trouble
from gm.cli.progress import progress
from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.evidence import Finding, Report
    from gm.ledger import Checkpoint, Copy, Fault, Progress, Reading

_SHOWN_FAULTS: Final = 20


def verify(
    run: Run,
    ledger: Annotated[Path | None, typer.Argument(metavar="[REGISTRE]", help="verify.ledger")] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="PUB.PEM|CLÉ", help="verify.key")] = None,
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
    whole = reading.opening is not None and not reading.faults
    warning = run.warning_of(reading) if ledger is None and whole else ""
    data = {**_facts(report), "anchored": key is not None or bool(given)}
    return Answer(
        data | ({"warning": warning} if warning else {}),
        public=_told(run, reading, report, keyed=key is not None or ledger is None, checkpoints=len(given)),
        private=warning,
        next_step="" if warning else _next_step(run, report),
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
    from gm.ledger import MOST_CHECKPOINTS, checkpoints_against, find_checkpoints, is_ledger, read
    from gm.store import text_of

    data = given_bytes(path)
    opening = reading.opening
    if is_ledger(data):
        other = read(data, key=b64decode(opening.moderator) if opening is not None else None)
        if other.all_faults or other.opening is None:
            raise trouble("bad_copy", path=str(path))
        if opening is not None and other.opening.campaign != opening.campaign:
            names = {"campaign": opening.campaign, "other": other.opening.campaign}
            raise trouble("copy_of_another", path=str(path), **names)
        return list(checkpoints_against(reading, other))
    found = find_checkpoints(text_of(data, "replace"))
    if len(found) > MOST_CHECKPOINTS:
        raise trouble("too_many_checkpoints", path=str(path), most=str(MOST_CHECKPOINTS))
    ours = [each for each in found if opening is None or each.campaign == opening.campaign]
    if not ours:
        raise trouble("no_checkpoint_found", path=str(path), campaign=opening.campaign if opening else "")
    return ours


def read_copy(
    run: Run, ledger: Path | None, key: bytes | None, shown: "Progress | None" = None
) -> "tuple[Reading, Copy]":
    """What the bytes of a ledger say, and whether they are the moderator's own, with its secrets."""
    from gm.ledger import keeps_secrets, read
    from gm.store import is_folder, read_ledger

    if ledger is None or is_folder(ledger):
        folder = run.folder() if ledger is None else ledger
        named = ledger is not None
        return solid(read_ledger(folder, key=key, any_name=named, progress=shown)), "own"
    data = given_bytes(ledger)
    copy: Copy = "own" if keeps_secrets(data) else "public"
    return read(data, key=key, copy=copy, progress=shown), copy


def given_bytes(path: Path) -> bytes:
    """The bytes of a file named on the command line."""
    from gm.campaign import Problem
    from gm.store import read_given

    data = read_given(path)
    if isinstance(data, Problem):
        raise trouble("unreadable_file", **data.params)
    return data


def public_key_in(given: str | Path | None) -> bytes | None:
    """The raw key of a PEM file, or of the base64 text that first posts show, given on the command line."""
    from gm.store import is_file, read_public_pem, read_public_text

    if given is None:
        return None
    raw = read_public_text(str(given))
    if raw is None or is_file(Path(given)):
        raw = read_public_pem(given_bytes(Path(given)))
    if raw is None:
        raise trouble("bad_public_key_file", path=str(given))
    return raw


def _told(run: Run, reading: "Reading", report: "Report", *, keyed: bool, checkpoints: int) -> str:
    """The report in plain words: the verdict, each fault, what is proven, what is not, what never can be."""
    from gm.render import Presentation, verification_text
    from gm.views.verification import Given, verification_view

    given = Given(keyed, checkpoints)
    lines = dict.fromkeys(_fault_line(run, fault) for fault in report.faults)
    view = verification_view(reading, report, given, list(lines)[:_SHOWN_FAULTS], fault_count=len(lines))
    return verification_text(view, Presentation(run.locale))


def _fault_line(run: Run, fault: "Fault | Finding") -> str:
    line = 0 if fault.code in ("rollback", "fork") else fault.line
    text = fault_text(run, fault.code, fault.why)
    return run.say("verify_fault", seq=fault.seq or 0, line=line, text=text, fault=fault.code)


def fault_text(run: Run, code: str, why: str) -> str:
    """What is wrong, in words."""
    from gm.ledger import CR_LF, OTHER_CAMPAIGN
    from gm.render import sentence

    code = "cr_lf" if why == CR_LF else "other_campaign" if why.startswith(OTHER_CAMPAIGN) else code
    return sentence(run.locale, f"fault.{code}", {"why": why})
