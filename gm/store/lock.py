"""One writer at a time: an advisory lock on an open file, given back by the system when its process dies.

Of our own because the well-kept library for it (filelock) adds 15 ms to the start of every command.
"""

import contextlib
import errno
import os
import sys
import time
from collections.abc import Iterator
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

    def _take(descriptor: int) -> None:
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

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _leave(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


@contextlib.contextmanager
def locked(file: FileIO, path: Path, wait: float = WAIT) -> Iterator[Problem | None]:
    """Hold the lock of an open file, or tell `busy` after waiting so many seconds.

    A file system without locks (some network drives) gets a file `<name>.lock` instead, which a crash leaves
    behind: `busy` names what to remove.
    """
    until = time.monotonic() + wait
    by_file = path.with_name(path.name + ".lock")
    release = None
    trouble: Problem | None = None
    while release is None:
        try:
            try:
                _take(file.fileno())
                release = "lock"
            except OSError as error:
                if error.errno in _BUSY:
                    raise BlockingIOError(error.errno, error.strerror) from None
                by_file.open("xb").close()
                release = "file"
        except (BlockingIOError, FileExistsError) as error:
            if time.monotonic() >= until:
                trouble = problem("busy", path=str(by_file if isinstance(error, FileExistsError) else path))
                break
            time.sleep(_PAUSE)
        except OSError as error:
            trouble = cannot_write(error, by_file)
            break
    try:
        yield trouble
    finally:
        with contextlib.suppress(OSError):
            match release:
                case "lock":
                    _leave(file.fileno())
                case "file":
                    by_file.unlink()
                case _:
                    pass
