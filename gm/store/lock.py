"""One writer at a time: an advisory lock on an open file, given back by the system when its process dies.

Of our own because the well-kept library for it (filelock) adds 15 ms to the start of every command.
"""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Callable, Iterator
from io import FileIO
from pathlib import Path
from typing import Final

from gm.campaign import Problem, problem
from gm.store.problems import cannot_write

WAIT: Final = 5.0  # seconds
_PAUSE: Final = 0.02
_BUSY: Final = frozenset({errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK})

if sys.platform == "win32":
    import msvcrt

    _FAR = 0x7FFFFFFE  # locks of Windows forbid reading what they cover: far beyond the end nobody reads

    def _take(descriptor: int, *, shared: bool) -> None:  # noqa: ARG001 of Windows there is one kind only
        _far_away(descriptor, msvcrt.LK_NBLCK)

    def _leave(descriptor: int) -> None:
        _far_away(descriptor, msvcrt.LK_UNLCK)

    def _far_away(descriptor: int, mode: int) -> None:
        here = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, mode, 1)
        finally:
            os.lseek(descriptor, here, os.SEEK_SET)  # what is read next begins where it would have
else:
    import fcntl

    def _take(descriptor: int, *, shared: bool) -> None:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)

    def _leave(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextlib.contextmanager
def locked(file: FileIO, path: Path, wait: float = WAIT, *, shared: bool = False) -> Iterator[Problem | None]:
    """Hold the lock of an open file, or tell `busy` after waiting so many seconds.

    `shared` keeps out who writes, not who reads, and needs no right to write. A file system without locks
    (some network drives) gets a file `<name>.lock` instead, which a crash leaves behind: `busy` then names it
    and is `left`.
    """
    begun = time.monotonic()
    by_file = path.with_name(path.name + ".lock")
    release: Callable[[], None] | None = None
    trouble: Problem | None = None
    while release is None and trouble is None:
        try:
            release = _held(file, by_file, shared=shared)
        except (BlockingIOError, FileExistsError) as error:
            left = isinstance(error, FileExistsError)
            waited = time.monotonic() - begun
            if waited >= wait:
                trouble = problem("busy", path=str(by_file if left else path), left="yes" if left else "")
            else:
                time.sleep(_PAUSE / (1 + 20 * waited))  # whoever waits longest asks most often
        except OSError as error:
            trouble = cannot_write(error, by_file)
    try:
        yield trouble
    finally:
        if release is not None:
            with contextlib.suppress(OSError):
                release()


def _held(file: FileIO, by_file: Path, *, shared: bool) -> Callable[[], None]:
    """Take the lock; what gives it back. BlockingIOError or FileExistsError while somebody else has it."""
    try:
        _take(file.fileno(), shared=shared)
    except OSError as error:
        if error.errno in _BUSY:
            raise BlockingIOError(error.errno, error.strerror) from None
    else:
        return lambda: _leave(file.fileno())
    if shared:  # whoever only reads leaves no file behind
        if by_file.exists():
            raise FileExistsError(by_file)
        return lambda: None
    by_file.open("xb").close()
    return by_file.unlink
