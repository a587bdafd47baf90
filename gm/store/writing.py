"""Appending to a campaign's ledger: one writer at a time, all of a proposal or none of it."""

import contextlib
import dataclasses
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Final

from gm.campaign import Problem, problem
from gm.events import CampaignOpened, Event, Record
from gm.ledger import LARGEST_LEDGER, Entry, Fault, Reading, read, seal
from gm.store.chance import Clock, Randomness, zone_of
from gm.store.files import read_open, write_all
from gm.store.folders import LEDGER
from gm.store.holding import hold, replaced, take_back
from gm.store.keys import ModeratorKey
from gm.store.lock import WAIT
from gm.store.problems import cannot_read, cannot_write
from gm.store.published import check_published, current_checkpoint, remember_published
from gm.store.reading import Opened, believed, public_key, tampered

_SALT: Final = 16  # bytes


class Writer:
    """A verified ledger held for writing; `gm.store.open_for_writing` makes it."""

    def __init__(
        self,
        file: FileIO,
        opened: Opened,
        data: bytes,
        zone: tzinfo,
        key: ModeratorKey,
        clock: Clock,
        randomness: Randomness,
    ) -> None:
        self._file = file
        self._opened = opened
        self._data = data
        self._zone = zone
        self._key = key
        self._clock = clock
        self._randomness = randomness

    @property
    def folder(self) -> Path:
        """The campaign's folder."""
        return self._opened.folder

    @property
    def opening(self) -> CampaignOpened:
        """The campaign's first event."""
        return self._opened.opening

    @property
    def reading(self) -> Reading:
        """The verified ledger, with what this writer appended."""
        return self._opened.reading

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all entries, with what this writer appended."""
        return self._opened.records

    @property
    def checkpoint(self) -> str:
        """The checkpoint of the last entry."""
        return current_checkpoint(self.reading)

    def remember_published(self) -> Problem | None:
        """Remember the last entry as published, before a text shows its checkpoint."""
        return remember_published(self.reading, self._key.path)

    def append(self, events: Sequence[Event]) -> tuple[Record, ...] | Problem:
        """Seal the events of one proposal at the time it is now and append them in one write.

        After a failed write the ledger is as before. Problems: `ledger_full` (it could not be read any more),
        `disk_full`, `not_writable`, `unreadable`, `tampered` (somebody changed the ledger meanwhile), `torn`
        (the failed write could not be taken back).
        """
        path = self.folder / LEDGER
        at = self._clock.now().astimezone(self._zone).isoformat(timespec="seconds")
        line = self._data.count(b"\n") + 1
        head, added, sealed = self.reading.head, list[Entry](), list[bytes]()
        for event in events:
            record = Record(len(self.reading.entries) + len(added) + 1, at, event)
            sealed.append(seal(record, head, self._randomness.bytes(_SALT).hex(), self._key.sign))
            added.append(_entry(record, head, sealed[-1], line))
            head, line = added[-1].head, line + sealed[-1].count(b"\n")
        addition = b"".join(sealed)
        if len(self._data) + len(addition) > LARGEST_LEDGER:
            return problem("ledger_full", path=str(path), campaign=self.opening.campaign)
        trouble = (
            self._changed(path)
            or _append(self._file, path, len(self._data), addition)
            or replaced(self._file, path)  # then what was written is gone with the file
        )
        if trouble is not None:
            return trouble
        self._data += addition
        entries = (*self.reading.entries, *added)
        reading = dataclasses.replace(self.reading, entries=entries, head=head)
        self._opened = dataclasses.replace(self._opened, reading=reading)
        return tuple(entry.record for entry in added)

    def _changed(self, path: Path) -> Problem | None:
        """Whether the file no longer is what was verified: a lock keeps out gm, not an editor."""
        try:
            if read_open(self._file) == self._data:
                return replaced(self._file, path)
        except OSError as error:
            return cannot_read(error, path)
        return tampered(path, Fault(None, 1, "fork", "the file was changed while it was open"))


@contextlib.contextmanager
def open_for_writing(
    campaign: Path, key: ModeratorKey, *, clock: Clock, randomness: Randomness, wait: float = WAIT
) -> Iterator[Writer | Problem]:
    """Hold a campaign's ledger, verified and locked, for one whole command.

    Problems: `busy` after waiting so many seconds, `tampered`, `torn` (`gm repair`), `empty_ledger`,
    `future_version`, `other_campaign` (the folder has another name), `other_key` (the campaign has another
    moderator), `rollback` and `fork` against what was published, `bad_checkpoints`, `bad_public_key`,
    `unknown_timezone`, `not_writable`, `unreadable`.
    """
    with contextlib.ExitStack() as stack:
        path = campaign / LEDGER
        held = hold(stack, path, wait)
        if isinstance(held, Problem):
            yield held
            return
        file, data = held
        opened = _trusted(campaign, data, key)
        if isinstance(opened, Problem):
            yield opened
            return
        zone = zone_of(opened.opening.timezone)
        if isinstance(zone, Problem):
            yield zone
            return
        yield Writer(file, opened, data, zone, key, clock, randomness)


def _append(file: FileIO, path: Path, size: int, addition: bytes) -> Problem | None:
    try:
        file.seek(size)
        write_all(file, addition)
    except OSError as error:
        return take_back(file, path, size) or cannot_write(error, path)
    except BaseException:  # Ctrl-C
        take_back(file, path, size)
        raise
    return None


def _trusted(campaign: Path, data: bytes, key: ModeratorKey) -> Opened | Problem:
    """The ledger when it verifies, is this key's, and contains what was published of it."""
    reading = read(data, copy="own")
    opened = believed(campaign, data, reading)
    if isinstance(opened, Problem):
        return opened
    beside_it = public_key(campaign)
    if isinstance(beside_it, Problem):
        return beside_it
    if opened.opening.moderator != key.public_text or beside_it not in (None, key.public):
        return problem("other_key", path=str(key.path), campaign=opened.opening.campaign)
    return check_published(reading, key.path) or opened


def _entry(record: Record, prev: str, sealed: bytes, line: int) -> Entry:
    """The entry as reading it would give it; its BODY ends before the line `sig:` (design.md, The ledger)."""
    body = sealed[sealed.index(b"\n") + 1 : sealed.index(b"\nsig:") + 1]
    has_secret = b"\nsecret:\n" in sealed
    return Entry(record, prev, body, sha256(body).hexdigest(), line, has_secret, secret_missing=False)
