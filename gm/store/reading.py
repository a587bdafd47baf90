"""Reading a campaign's own ledger: every byte is verified before anything is believed."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gm.campaign import Problem, problem
from gm.events import CampaignOpened, Record
from gm.ledger import CR_LF, Fault, Progress, Reading, read
from gm.store.files import read_bytes, read_if_there, read_open
from gm.store.folders import LEDGER, PUBLIC_KEY
from gm.store.keys import read_public_pem
from gm.store.lock import locked

if TYPE_CHECKING:
    from gm.evidence import Finding

_WAIT_FOR_WRITER: Final = 1.0  # seconds


@dataclass(frozen=True, slots=True)
class Opened:
    """A campaign's verified ledger, without fault; of a `torn` one, what stands before the last entry.

    `data` are the bytes that `reading` was made of.
    """

    folder: Path
    opening: CampaignOpened
    data: bytes
    reading: Reading
    torn: bool = False

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all complete entries."""
        return tuple(entry.record for entry in self.reading.entries)


def read_only(campaign: Path) -> Opened | Problem:
    """Read and verify a campaign without the key and without writing anything.

    Problems: `tampered`, `future_version`, `other_campaign`, `empty_ledger`, `bad_public_key`, `unreadable`.
    """
    found = _read(campaign)
    if isinstance(found, Problem):
        return found
    data, key, reading = found
    opened = believed(campaign, data, reading)
    if isinstance(opened, Opened) or opened.code != "torn":
        return opened
    before = data[: reading.torn]
    whole = believed(campaign, before, read(before, key=key, copy="own"))
    return whole if isinstance(whole, Problem) else replace(whole, torn=True)


def read_ledger(
    campaign: Path,
    *,
    key: bytes | None = None,
    any_name: bool = False,
    progress: Progress | None = None,
) -> Reading | Problem:
    """Read a campaign's own ledger with every fault it has, for `gm verify`.

    The key required is that of `moderator.pub.pem` unless given; where that is missing, that of the first
    entry. `any_name` reads a folder that is not called as its campaign, such as a backup; `progress` is that
    of `gm.ledger.read`. Problems: `other_campaign` (of a ledger without faults), `bad_public_key`,
    `unreadable`.
    """
    found = _read(campaign, key, progress)
    if isinstance(found, Problem):
        return found
    reading = found[2]
    return reading if any_name or reading.faults else _misplaced(campaign, reading) or reading


def public_key(campaign: Path) -> bytes | Problem | None:
    """The raw key of the campaign's `moderator.pub.pem`, None where there is none."""
    path = campaign / PUBLIC_KEY
    data = read_if_there(path)
    if not isinstance(data, bytes):
        return data
    return read_public_pem(data) or problem("bad_public_key", path=str(path))


def believed(campaign: Path, data: bytes, reading: Reading) -> Opened | Problem:
    """The campaign of a reading without faults, in the folder of its name.

    Problems: `tampered` with the first fault, `future_version`, `torn`, `empty_ledger`, `other_campaign`.
    """
    path = campaign / LEDGER
    if reading.torn is not None and (reading.repairable or not reading.faults):
        return problem("torn" if reading.torn else "empty_ledger", path=str(path))
    newer = next((fault for fault in reading.faults if fault.code == "future_version"), None)
    if newer is not None:
        return problem("future_version", path=str(path), seq=str(newer.seq or ""))
    if reading.faults:
        return tampered(path, reading.faults[0])
    if not reading.entries:
        return problem("empty_ledger", path=str(path))
    if reading.opening is None:
        return tampered(path, Fault(1, 1, "bad_event", "the first entry opens no campaign"))
    return _misplaced(campaign, reading) or Opened(campaign, reading.opening, data, reading)


def tampered(path: Path, fault: "Fault | Finding") -> Problem:
    """The problem of a ledger that does not verify: the fault's own code is `fault`, `seq` may be empty.

    `ends` says that it was written anew with the line ends of Windows, and is empty otherwise.
    """
    return problem(
        "tampered",
        path=str(path),
        seq="" if fault.seq is None else str(fault.seq),
        line=str(fault.line),
        fault=fault.code,
        why=fault.why,
        ends="CR LF" if fault.why == CR_LF else "",
    )


def _misplaced(campaign: Path, reading: Reading) -> Problem | None:
    """Whether the ledger is another campaign's: a folder has the name of its campaign (design.md)."""
    name = os.path.basename(os.path.abspath(campaign))  # noqa: PTH100, PTH119 without following links
    if reading.opening is None or reading.opening.campaign == name:
        return None
    named = reading.opening.campaign
    return problem("other_campaign", path=str(campaign / LEDGER), name=name, campaign=named)


def _read(
    campaign: Path, required: bytes | None = None, progress: Progress | None = None
) -> tuple[bytes, bytes | None, Reading] | Problem:
    """The ledger's bytes, the key required and what they say."""
    key = required or public_key(campaign)
    if isinstance(key, Problem):
        return key
    path = campaign / LEDGER
    data = read_bytes(path)
    if isinstance(data, Problem):
        return data
    reading = read(data, key=key, copy="own", progress=progress)
    if reading.torn is not None:  # perhaps somebody was writing it just then
        data = _once_written(path)
        if isinstance(data, Problem):
            return data
        reading = read(data, key=key, copy="own")
    return data, key, reading


def _once_written(path: Path) -> bytes | Problem:
    """The ledger's bytes while no writer is at work, or as they are when one takes too long."""
    try:
        with path.open("rb", buffering=0) as file, locked(file, path, _WAIT_FOR_WRITER, shared=True):
            return read_open(file)
    except OSError:
        return read_bytes(path)
