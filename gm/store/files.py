"""Whole files as bytes, written so that a crash leaves the old file or the new one, never half."""

import contextlib
import errno
import os
import stat
import sys
import time
import unicodedata
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Final

from gm.campaign import Problem
from gm.ledger import LARGEST_LEDGER
from gm.store.problems import cannot_read, cannot_write

_LONGEST: Final = 160  # bytes of a file name: most file systems take 255, and an ending may follow
# Seconds to wait between tries: on Windows a file that a virus scanner or a reader has open for a moment can
# be neither replaced nor renamed. Elsewhere a refusal is one.
_TRIES: Final = (0.01, 0.05, 0.1, 0.2, 0.4, 0.8) if sys.platform == "win32" else ()
_REFUSED: Final = frozenset('<>:"/\\|?*')
_DEVICES: Final = frozenset(
    {"con", "prn", "aux", "nul", "conin$", "conout$"}
    | {f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"}
)


def read_bytes(path: Path) -> bytes | Problem:
    """A file's bytes, or `unreadable`; of one too large to be anything of ours only so many that it shows."""
    try:
        return _bytes_of(path)
    except OSError as error:
        return cannot_read(error, path)


def read_given(path: Path) -> bytes | Problem:
    """The bytes of what somebody names on the command line, be it a pipe, bounded as above; `unreadable`."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 as bounded as the other
            return file.read(LARGEST_LEDGER + 1)
    except OSError as error:
        return cannot_read(error, path)


def read_if_there(path: Path) -> bytes | Problem | None:
    """A file's bytes, None when there is no such file, or `unreadable`."""
    try:
        return _bytes_of(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return cannot_read(error, path)


def read_open(file: FileIO) -> bytes:
    """The bytes of an open file from its start, bounded as above; raises OSError, for what is no file too."""
    size = _regular(os.fstat(file.fileno())).st_size
    file.seek(0)
    return file.read(LARGEST_LEDGER + 1) if size > LARGEST_LEDGER else file.readall()


def _bytes_of(path: Path) -> bytes:
    _regular(path.stat())  # to open a pipe would keep us waiting for ever
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 as raw file
        return read_open(file)


def _regular(status: os.stat_result) -> os.stat_result:
    if not stat.S_ISREG(status.st_mode):
        code = errno.EISDIR if stat.S_ISDIR(status.st_mode) else errno.EINVAL
        raise OSError(code, os.strerror(code))
    return status


def text_of(data: bytes, errors: str = "strict") -> str:
    """The text of a file that somebody saved: UTF-8, or what editors of Windows call Unicode.

    Raises UnicodeDecodeError unless `errors` says otherwise.
    """
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    return data.decode("utf-16" if wide else "utf-8-sig", errors)


def is_folder(path: Path) -> bool:
    """Whether there is a folder that may be looked at (Path.is_dir raises where it may not)."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    """Whether there is a file that may be looked at (Path.is_file raises where it may not)."""
    try:
        return path.is_file()
    except OSError:
        return False


def write_all(file: FileIO, data: bytes) -> None:
    """Write all bytes and wait until the disk has them; raises OSError, perhaps with some of them written."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
    sync(file.fileno())


def sync(descriptor: int) -> None:
    """Wait until the disk has a file; on macOS the drive's own memory has to be told too."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):  # some file systems cannot
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the folder's names, where the system can (Windows cannot open a folder)."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def make_folders(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and those missing above it, and wait until the disk has their names; raises OSError."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


def move(source: Path, target: Path) -> None:
    """Rename a file, in place of another, or a folder; raises OSError."""
    for pause in _TRIES:
        try:
            source.replace(target)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    source.replace(target)


def discard(path: Path) -> None:
    """Remove a file of ours that may still be there, where the system lets us."""
    for pause in (*_TRIES, 0.0):
        try:
            path.unlink(missing_ok=True)
        except OSError:
            time.sleep(pause)
        else:
            return


def write_new(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file that is not there yet and sync it; raises OSError, FileExistsError when it is."""
    with open(path, "xb", buffering=0, opener=lambda name, flags: os.open(name, flags, mode)) as file:
        write_all(file, data)


def beside(path: Path) -> Path:
    """A name in the same folder that nobody else uses, hidden by its first letter."""
    return path.with_name(f".{path.name}.{os.urandom(6).hex()}.tmp")


def write_atomically(path: Path, data: bytes, mode: int = 0o666) -> Problem | None:
    """Replace a file, or make it: a crash leaves the old one or the new one; a symbolic link stays one."""
    final = path.resolve() if path.is_symlink() else path
    temporary = beside(final)
    try:
        try:
            write_new(temporary, data, mode)
            move(temporary, final)
        finally:
            discard(temporary)
    except OSError as error:
        return cannot_write(error, path)
    sync_folder(final.parent)
    return None


def create_atomically(path: Path, data: bytes, mode: int) -> None:
    """Make a file that is not there yet, whole or not at all; raises OSError, FileExistsError when it is."""
    temporary = beside(path)
    try:
        write_new(temporary, data, mode)
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise
        except OSError:  # a file system without links: FAT, some network drives
            if path.exists():
                raise FileExistsError(path) from None
            move(temporary, path)
    finally:
        discard(temporary)
    sync_folder(path.parent)


def safe_file_name(text: str) -> str:
    """A file name for any text, a player's name say, that Windows, macOS and Linux accept.

    Text that needs no change is itself; what had to be changed carries eight digits of its own digest, so
    that two texts never share a file.
    """
    plain = unicodedata.normalize("NFC", text)
    name = "".join("_" if char in _REFUSED or not char.isprintable() else char for char in plain)
    name = name.strip(" .")
    while len(name.encode("utf-8", "replace")) > _LONGEST:
        name = name[:-1]
    if name != text or name.split(".")[0].rstrip().lower() in _DEVICES or not name:
        digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        return f"{name.replace('.', '_')}_{digest}".strip(" ")
    return name
