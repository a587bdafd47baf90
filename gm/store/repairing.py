"""Setting a torn tail aside: what a crash left of an entry that was never finished."""

import contextlib
from dataclasses import dataclass
from pathlib import Path

from gm.campaign import Problem
from gm.ledger import Reading, read
from gm.store.files import create_atomically, read_if_there, sync_folder
from gm.store.folders import LEDGER
from gm.store.holding import hold, take_back
from gm.store.lock import WAIT
from gm.store.problems import cannot_write
from gm.store.reading import Opened, believed, public_key


@dataclass(frozen=True, slots=True)
class Repaired:
    """What was done: `aside` is the file with the bytes set aside, None when nothing was torn.

    `size` is their number, `reading` what stands in the ledger now, without fault.
    """

    aside: Path | None
    size: int
    reading: Reading


def repair(campaign: Path, *, wait: float = WAIT) -> Repaired | Problem:
    """Move a torn tail out of the ledger into a file beside it, without the key.

    Problems: `tampered` (a complete entry does not verify: nothing is changed), `empty_ledger` (no entry is
    complete), `future_version`, `other_campaign`, `busy`, `bad_public_key`, `disk_full`, `not_writable`,
    `unreadable`.
    """
    path = campaign / LEDGER
    key = public_key(campaign)
    if isinstance(key, Problem):
        return key
    with contextlib.ExitStack() as stack:
        held = hold(stack, path, wait)
        if isinstance(held, Problem):
            return held
        file, data = held
        reading = read(data, key=key, copy="own")
        opened = believed(campaign, data, reading)
        if isinstance(opened, Opened):
            return Repaired(None, 0, reading)
        if reading.torn is None:
            return opened
        before = data[: reading.torn]
        whole = believed(campaign, before, read(before, key=key, copy="own"))
        if isinstance(whole, Problem):
            return whole
        tail = data[reading.torn :]
        aside = _set_aside(campaign, len(whole.records) + 1, tail)
        if isinstance(aside, Problem):
            return aside
        return take_back(file, path, reading.torn) or Repaired(aside, len(tail), whole.reading)


def _set_aside(campaign: Path, seq: int, tail: bytes) -> Path | Problem:
    """Write the tail to a file of its own, named after the entry that it was to be."""
    for number in range(1, 1000):
        path = campaign / f"ledger.torn-{seq}-{number}.yaml"
        try:
            create_atomically(path, tail, 0o666)
        except FileExistsError:
            if read_if_there(path) != tail:
                continue
            sync_folder(campaign)  # a repair that was cut short had come so far
        except OSError as error:
            return cannot_write(error, path)
        return path
    return cannot_write(FileExistsError(), campaign)
