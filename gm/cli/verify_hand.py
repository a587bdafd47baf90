"""`gm verify-hand`: a player's own check of the message that sent them their hand."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from gm.cli.answer import DONE, REFUSED, Answer, Failure
from gm.cli.progress import Progress, progress
from gm.cli.runtime import Run, solid, trouble
from gm.cli.verify import checkpoint_in, public_key_in, read_copy

if TYPE_CHECKING:
    from gm.evidence import Copy, HandReport
    from gm.ledger import Reading

LONGEST_HAND: Final = 1024 * 1024  # bytes, two hundred times what a message has

_SHOWN_FAULTS: Final = 20
_LIKE_A_KEY: Final = re.compile(r"[0-9A-Fa-f]{33,}")  # a checkpoint and a salt have 32 digits


def verify_hand(
    run: Run,
    file: Annotated[str, typer.Argument(metavar="FICHIER", help="verify-hand.file")],
    ledger: Annotated[Path | None, typer.Argument(metavar="[REGISTRE]", help="verify.ledger")] = None,
    key: Annotated[Path | None, typer.Option("--key", metavar="PUB.PEM", help="verify-hand.key")] = None,
    checkpoint: Annotated[
        list[str] | None, typer.Option("--checkpoint", metavar="POINT", help="verify.checkpoint")
    ] = None,
) -> Answer:
    """Check a hand, its key and its checkpoint against a ledger; all shown is for its player's eyes."""
    from gm.campaign import Problem

    try:
        return _checked(run, file, ledger, key, checkpoint or [])
    except Failure as failure:  # somebody may have typed their key where something else was asked for
        wrong = failure.problem
        shown = {name: _LIKE_A_KEY.sub("…", value) for name, value in wrong.params.items()}
        raise Failure(Problem(wrong.code, shown)) from None


def _checked(run: Run, file: str, ledger: Path | None, key: Path | None, checkpoints: list[str]) -> Answer:
    from gm.evidence import check_hand, examine, read_hand

    given = [checkpoint_in(text) for text in checkpoints]
    text = solid(read_hand(_text_of(run, file)))
    with progress(run, "reading") as shown:
        reading, copy = _ledger(run, ledger, public_key_in(key), shown)
    with progress(run, "examining") as shown:
        report = check_hand(text, reading, examine(reading, copy, given, progress=shown))
    return Answer(
        _facts(report),
        public="\n".join(_told(run, report)),
        private="\n".join(_cards(run, report)),
        exit_code=DONE if report.ok else REFUSED,
    )


def _text_of(run: Run, file: str) -> str:
    """The text of a file or of standard input, in UTF-8 or what some editors of Windows call Unicode."""
    from gm.campaign import Problem
    from gm.store import read_given

    if file == "-":
        if sys.stdin is not None and sys.stdin.isatty():
            run.tell("paste")
        data = sys.stdin.buffer.read(LONGEST_HAND + 1) if sys.stdin is not None else b""
    else:
        found = read_given(Path(file))
        if isinstance(found, Problem):
            raise trouble("unreadable_file", **found.params)
        data = found
    if len(data) > LONGEST_HAND:
        raise trouble("post_too_long", kilobytes=str(LONGEST_HAND // 1024))
    try:
        return data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError:
        raise trouble("not_utf8") from None


def _ledger(run: Run, path: Path | None, key: bytes | None, shown: Progress | None) -> "tuple[Reading, Copy]":
    """The ledger to hold a hand against; one of which no entry can be read is none."""
    try:
        reading, copy = read_copy(run, path, key, shown)
    except Failure as failure:
        if failure.problem.code != "unreadable_file":
            raise
        raise trouble("unreadable", **failure.problem.params) from None
    if not reading.entries:
        raise trouble("not_a_ledger", path=str(path or run.folder()))
    return reading, copy


def _facts(report: "HandReport") -> dict[str, object]:
    """What `gm verify-hand --json` says; never the key."""
    from dataclasses import asdict

    from gm.cards import code_of

    return {
        "ok": report.ok,
        "player": report.player,
        "partie": report.partie,
        "manche": report.manche,
        "seq": report.seq,
        "cards": [code_of(card) for card in report.cards],
        "committed": report.committed,
        "checks": asdict(report.checks),
        "ended": None if report.ended is None else report.ended._asdict(),
        "faults": [{"seq": each.seq, "code": each.code, "why": each.why} for each in report.faults],
    }


def _told(run: Run, report: "HandReport") -> Iterator[str]:
    """The verdict, and what it rests on or what is wrong; it names no card."""
    from gm.render import sentence

    if report.ok:
        yield from _proven(run, report)
        return
    yield run.say("hand_ledger_bad" if report.checks.ledger == "refuted" else "hand_not_confirmed")
    for fault in report.faults[:_SHOWN_FAULTS]:
        text = sentence(run.locale, f"fault.{fault.code}", {"why": fault.why})
        yield run.say("hand_fault", seq=fault.seq or 0, text=text)
    if len(report.faults) > _SHOWN_FAULTS:
        yield run.say("hand_more", number=len(report.faults) - _SHOWN_FAULTS)


def _proven(run: Run, report: "HandReport") -> Iterator[str]:
    shown, committed = len(report.cards), report.committed
    place = {"partie": report.partie, "manche": report.manche, "seq": report.seq}
    yield run.say("hand_confirmed", player=report.player or "", committed=committed, **place)
    if shown < committed:
        yield run.say("hand_left", shown=shown, committed=committed)
    if report.ended is not None:
        yield run.say("hand_ended", how=report.ended.how, seq=report.ended.seq)
    anchored = report.checks.checkpoint == "confirmed"
    yield run.say("hand_anchored" if anchored else "hand_not_anchored", seq=report.seq)
    if report.checks.deal == "confirmed":
        yield run.say("hand_dealt")
    else:
        yield run.say("hand_gift_unknown" if report.seed_known else "hand_not_dealt_yet")


def _cards(run: Run, report: "HandReport") -> Iterator[str]:
    """The cards that were read, and those that differ."""
    if report.cards:
        yield run.say("hand_read", cards=run.cards(report.cards))
    if report.strange:
        yield run.say("hand_strange", cards=run.cards(report.strange))
    if report.missing:
        yield run.say("hand_missing", cards=run.cards(report.missing))
