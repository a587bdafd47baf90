"""`gm verify-hand`: a player's own check of the message that sent them their hand."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gm.cli.answer import DONE, REFUSED, Answer, Failure, solid, trouble, without_keys
from gm.cli.progress import progress
from gm.cli.runtime import Run, piped
from gm.cli.verify import checkpoint_in, fault_text, given_bytes, public_key_in, read_copy

if TYPE_CHECKING:
    from gm.evidence import HandReport, HandText
    from gm.ledger import Copy, Progress, Reading

LONGEST_HAND: Final = 1024 * 1024  # bytes, two hundred times what a message has

_SHOWN_FAULTS: Final = 20


def verify_hand(
    run: Run,
    file: Annotated[str, typer.Argument(metavar="FICHIER", help="verify-hand.file")],
    ledger: Annotated[Path | None, typer.Argument(metavar="[REGISTRE]", help="verify-hand.ledger")] = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="PUB.PEM", help="verify-hand.key")] = None,
    checkpoint: Annotated[
        list[str] | None, typer.Option("--checkpoint", metavar="POINT", help="verify.checkpoint")
    ] = None,
) -> Answer:
    """Check a hand, its key and its checkpoint against a ledger; all shown is for its player's eyes."""
    try:
        return _checked(run, file, ledger, key, checkpoint or [])
    except Failure as failure:  # somebody may have typed a key, or the message, where a file was asked for
        raise Failure(without_keys(failure.problem)) from None


def _checked(run: Run, file: str, ledger: Path | None, key: Path | None, checkpoints: list[str]) -> Answer:
    from gm.evidence import check_hand, read_hand

    given = [checkpoint_in(text) for text in checkpoints]
    text = solid(read_hand(_text_of(run, file)))
    with progress(run, "reading") as shown:
        reading, copy = _ledger(run, ledger, public_key_in(key), text, shown)
    with progress(run, "examining") as shown:
        report = check_hand(text, reading, copy, given, progress=shown)
    return Answer(
        _facts(report),
        public="\n".join(_proven(run, report) if report.ok else _refused(run, report)),
        private="\n".join(_cards(run, report)),
        exit_code=DONE if report.ok else REFUSED,
    )


def _text_of(run: Run, file: str) -> str:
    """The text of a file or of standard input, in UTF-8 or what some editors of Windows call Unicode."""
    from gm.store import text_of

    data = piped(LONGEST_HAND, lambda: run.tell("paste")) if file == "-" else given_bytes(Path(file))
    if len(data) > LONGEST_HAND:
        raise trouble("post_too_long", kilobytes=str(LONGEST_HAND // 1024))
    try:
        return text_of(data)
    except UnicodeDecodeError:
        raise trouble("not_utf8") from None


def _ledger(
    run: Run, path: Path | None, key: bytes | None, text: "HandText", shown: "Progress | None"
) -> "tuple[Reading, Copy]":
    """The ledger to hold a hand against, though it may be one that this version cannot read."""
    from gm.ledger import CR_LF

    try:
        reading, copy = read_copy(run, path, key, shown)
    except Failure as failure:
        match failure.problem.code:
            case "unreadable_file":
                raise trouble("unreadable", **failure.problem.params) from None
            case "no_campaign" if path is None:
                raise trouble("ledger_needed", campaign=text.stated.campaign) from None
            case _:
                raise
    if not reading.entries and not any(
        fault.code == "future_version" or fault.why == CR_LF for fault in reading.faults
    ):
        raise trouble("not_a_ledger", path=str(path or run.folder()))
    return reading, copy


def _facts(report: "HandReport") -> dict[str, object]:
    """What `gm verify-hand --json` says; never the key."""
    from dataclasses import asdict

    from gm.cards import code_of

    hand = report.hand
    return {
        "ok": report.ok,
        "player": hand.player if hand is not None else None,
        "partie": hand.partie if hand is not None else None,
        "manche": hand.manche if hand is not None else None,
        "seq": hand.seq if hand is not None else None,
        "cards": [code_of(card) for card in report.cards],
        "committed": len(hand.digests) if hand is not None else 0,
        "in_force": report.in_force,
        "checks": asdict(report.checks),
        "faults": [{"seq": each.seq, "code": each.code, "why": each.why} for each in report.faults],
    }


def _proven(run: Run, report: "HandReport") -> Iterator[str]:
    """The verdict and what it rests on; it names no card."""
    hand = report.hand
    if hand is None:
        return
    shown, committed = len(report.cards), len(hand.digests)
    place = {"partie": hand.partie, "manche": hand.manche, "seq": hand.seq}
    yield run.say("hand_confirmed", player=hand.player, committed=committed, **place)
    if shown < committed:
        yield run.say("hand_left", shown=shown, committed=committed)
    if not report.in_force:
        yield run.say("hand_older")
    yield run.say("hand_anchored", seq=hand.seq)
    if report.checks.deal == "confirmed":
        yield run.say("hand_dealt", by=hand.by)
    else:
        yield run.say("hand_key_dealt" if report.seed_known else "hand_not_dealt_yet")


def _refused(run: Run, report: "HandReport") -> Iterator[str]:
    """What is wrong, or why this ledger cannot tell; it names no card."""
    from gm.evidence import HandFault

    match report.faults[0]:
        case HandFault(code="rollback", params=params):
            yield run.say("hand_outdated", **params)
            return
        case HandFault(code="other_campaign", params=params):
            yield run.say("hand_of_another", **params)
            return
    if any(fault.code == "future_version" for fault in report.faults):
        yield run.say("hand_newer_gm")
        return
    sound = report.checks.ledger == "confirmed"
    yield run.say("hand_not_confirmed" if sound else "hand_ledger_bad")
    for fault in report.faults[:_SHOWN_FAULTS]:
        yield run.say("hand_fault", seq=fault.seq or 0, text=fault_text(run, fault.code, fault.why))
    if len(report.faults) > _SHOWN_FAULTS:
        yield run.say("hand_more", number=len(report.faults) - _SHOWN_FAULTS)
    yield run.say("hand_copy_again" if sound else "hand_ledger_again")


def _cards(run: Run, report: "HandReport") -> Iterator[str]:
    """The cards that were read, and those that differ."""
    if report.cards:
        yield run.say("hand_read", cards=run.cards(report.cards))
    if report.strange:
        yield run.say("hand_strange", cards=run.cards(report.strange))
    if report.missing:
        yield run.say("hand_missing", cards=run.cards(report.missing))
