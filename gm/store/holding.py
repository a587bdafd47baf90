"""The ledger held open for writing: its lock, its bytes, whether it still has its name."""

import contextlib
import os
from io import FileIO
from pathlib import Path

from gm.campaign import Problem, problem
from gm.ledger import Fault
from gm.store.files import read_open, sync
from gm.store.lock import locked
from gm.store.problems import cannot_read, cannot_write
from gm.store.reading import tampered


def hold(stack: contextlib.ExitStack, path: Path, wait: float) -> tuple[FileIO, bytes] | Problem:
    """Open the ledger for reading and writing, take its lock and read it; the stack gives both back.

    Problems: `busy`, `unreadable`, `not_writable`.
    """
    try:
        file = stack.enter_context(path.open("r+b", buffering=0))
    except FileNotFoundError as error:
        return cannot_read(error, path)
    except OSError as error:
        return cannot_write(error, path)
    trouble = stack.enter_context(locked(file, path, wait))
    if trouble is not None:
        return trouble
    if replaced(file, path) is not None:  # while we waited
        return problem("busy", path=str(path))
    try:
        return file, read_open(file)
    except OSError as error:
        return cannot_read(error, path)


def replaced(file: FileIO, path: Path) -> Problem | None:
    """Whether another file has taken the open one's name: an editor, a check-out, a restored copy."""
    try:
        if os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return None
    except OSError as error:
        return cannot_read(error, path)
    return tampered(path, Fault(None, 1, "fork", "another file was put in its place while it was open"))


def take_back(file: FileIO, path: Path, size: int) -> Problem | None:
    """Cut the ledger back to its old size after a failed write; `torn` where even that fails."""
    try:
        file.truncate(size)
        sync(file.fileno())
    except OSError:
        return problem("torn", path=str(path))
    return None
