"""Processes that die at a planned moment, forked from the one that plans it: for POSIX only.

    forked(work, after=0.01)                  kill -9 after so many seconds
    forked(work, doom=before_call(3))         kill -9 just before its fourth call that changes a file
    forked(work, doom=at_size(1000))          killed when it would make a file longer than so many bytes
    forked(synced(work))                      alive, and told where a power cut after it would lose something

A forked process is a real one that has its imports behind it: hundreds of them die in little time.
"""

import json
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

Doom = Callable[[], None]

# What changes a file or a folder, by its audit event; `open` only for writing, and os.fsync beside them.
_CALLS = frozenset({"os.rename", "os.link", "os.remove", "os.mkdir", "os.rmdir", "os.chmod", "fcntl.flock"})
_FOR_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


@dataclass(frozen=True, slots=True)
class Death:
    """How a process ended: the signal that killed it or 0, its exit code, its two outputs, after how long."""

    signal: int
    code: int
    said: str
    aside: str
    seconds: float

    @property
    def acknowledged(self) -> dict[str, Any] | None:
        """The JSON object it printed whole, None when it died before."""
        return dict(json.loads(self.said)) if self.said.endswith("\n") else None


def forked(work: Callable[[], int], *, doom: Doom | None = None, after: float | None = None) -> Death:
    """Do some work in a process of its own, which ends with its exit code unless it dies before."""
    out, err = os.pipe(), os.pipe()
    begun = time.monotonic()
    child = os.fork()
    if child == 0:
        _live(work, doom, out[1], err[1])
    os.close(out[1])
    os.close(err[1])
    ended, status = 0, 0
    while after is not None and not ended:
        ended, status = os.waitpid(child, os.WNOHANG)
        if not ended and time.monotonic() - begun >= after:
            os.kill(child, signal.SIGKILL)
            break
        time.sleep(0.0005)
    with os.fdopen(out[0], encoding="utf-8") as said, os.fdopen(err[0], encoding="utf-8") as aside:
        printed = said.read(), aside.read()
    if not ended:
        status = os.waitpid(child, 0)[1]
    seconds = time.monotonic() - begun
    if os.WIFSIGNALED(status):
        return Death(os.WTERMSIG(status), 0, *printed, seconds)
    return Death(0, os.WEXITSTATUS(status), *printed, seconds)


def _live(work: Callable[[], int], doom: Doom | None, out: int, err: int) -> NoReturn:
    code = 99
    try:
        os.dup2(out, 1)
        os.dup2(err, 2)
        # Of their own, since what the old ones remember of their files is no longer true.
        sys.stdout, sys.stderr = (open(end, "w", encoding="utf-8") for end in (1, 2))  # noqa: PTH123, SIM115
        if doom is not None:
            doom()
        code = work()
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        raise
    finally:
        os._exit(code)


def at_size(size: int) -> Doom:
    """The system lets a file grow to so many bytes, writes what fits, and kills who would write more."""

    def doom() -> None:
        import resource

        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return doom


def before_call(number: int) -> Doom:
    """Die before the call of this number, from 0, that opens for writing, syncs, renames, removes, …"""

    def doom() -> None:
        left = number
        fsync = os.fsync

        def count() -> None:
            nonlocal left
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)
            left -= 1

        def on(event: str, arguments: tuple[Any, ...]) -> None:
            if event in _CALLS or (event == "open" and arguments[2] & _FOR_WRITING):
                count()

        def synced(descriptor: int) -> None:
            count()
            fsync(descriptor)

        sys.addaudithook(on)
        os.fsync = synced

    return doom


def synced(work: Callable[[], int]) -> Callable[[], int]:
    """The work, which prints to standard error what of it the disk need not have at its end.

    The bytes of a file are to be there before it gets its name, a name once it was given; a lock may be lost.
    """

    def watched() -> int:
        files, folders, safe = set[Path](), dict[int, str](), set[int]()
        fsync = os.fsync

        def named(path: Path) -> None:
            if path.suffix != ".lock":
                folders[path.parent.stat().st_ino] = f"the name {path}"

        def on(event: str, arguments: tuple[Any, ...]) -> None:
            if event == "open" and arguments[2] & _FOR_WRITING:
                files.add(Path(arguments[0]))
                if not Path(arguments[0]).exists():
                    named(Path(arguments[0]))
            elif event in ("os.rename", "os.link"):
                if Path(arguments[0]).is_file() and Path(arguments[0]).stat().st_ino not in safe:
                    print("the bytes of", arguments[1], file=sys.stderr)
                named(Path(arguments[1]))
            elif event == "os.mkdir" and not Path(arguments[0]).exists():
                named(Path(arguments[0]))

        def waited(descriptor: int) -> None:
            fsync(descriptor)
            inode = os.fstat(descriptor).st_ino
            safe.add(inode)
            folders.pop(inode, None)

        sys.addaudithook(on)
        os.fsync = waited
        code = work()
        kept = [path for path in files if path.exists() and path.suffix != ".lock"]
        lost = [path for path in kept if path.stat().st_ino not in safe]
        print(*lost, *folders.values(), sep="\n", end="", file=sys.stderr, flush=True)
        return code

    return watched
