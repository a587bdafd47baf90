"""How far long work is, on one line of the terminal that goes away when it is done."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from gm.cli.runtime import Run

if TYPE_CHECKING:
    from gm.ledger import Progress

_PATIENCE: Final = 1.0  # seconds before anything is shown
_PAUSE: Final = 0.2


@contextlib.contextmanager
def progress(run: Run, code: str, now: Callable[[], float] = time.monotonic) -> "Iterator[Progress | None]":
    """What long work calls with how many entries are done; None where nobody looks.

    `code` is the sentence to show, with the number as `number`; `now` tells seconds.
    """
    if run.as_json or sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    due = now() + _PATIENCE
    width = 0

    def show(number: int) -> None:
        nonlocal due, width
        if now() < due:
            return
        due = now() + _PAUSE
        text = run.say(code, number=number)
        width = max(width, len(text))
        sys.stderr.write("\r" + text.ljust(width))
        sys.stderr.flush()

    try:
        yield show
    finally:
        if width:
            sys.stderr.write("\r" + " " * width + "\r")
            sys.stderr.flush()
