"""Making a campaign and appending to its ledger: one writer at a time, all of a proposal or none of it."""

import contextlib
import dataclasses
import errno
import os
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Final

from gm.campaign import Problem, problem
from gm.events import CampaignOpened, Event, Note, Record
from gm.ledger import LARGEST_LEDGER, NO_ENTRY, Entry, Fault, Reading, head_of, read, seal
from gm.store.chance import Clock, Randomness
from gm.store.files import beside, is_folder, make_folders, move, read_open, sync_folder, write_all, write_new
from gm.store.folders import LEDGER, PUBLIC_KEY, SETTINGS, is_campaign_name
from gm.store.keys import ModeratorKey, public_pem
from gm.store.lock import WAIT, locked
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
        head, added, addition = self.reading.head, list[Entry](), b""
        for event in events:
            record = Record(len(self.reading.entries) + len(added) + 1, at, event)
            sealed = seal(record, head, self._randomness.bytes(_SALT).hex(), self._key.sign)
            added.append(_entry(record, head, sealed, line + addition.count(b"\n")))
            head, addition = added[-1].head, addition + sealed
        if len(self._data) + len(addition) > LARGEST_LEDGER:
            return problem("ledger_full", path=str(path), campaign=self.opening.campaign)
        trouble = (
            self._changed(path)
            or _append(self._file, path, len(self._data), addition)
            or _replaced(self._file, path)  # then what was written is gone with the file
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
                return _replaced(self._file, path)
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
        zone = _zone(opened.opening.timezone)
        if isinstance(zone, Problem):
            yield zone
            return
        yield Writer(file, opened, data, zone, key, clock, randomness)


def create_campaign(
    parent: Path,
    opening: CampaignOpened,
    key: ModeratorKey,
    *,
    clock: Clock,
    randomness: Randomness,
    settings: bytes = b"",
    note: Note | None = None,
) -> Path | Problem:
    """Make a new campaign's folder with its first entry, whole or not at all; `settings` is campaign.yaml.

    A `note` is its second entry. `opening.moderator` is the key's `public_text`. Problems:
    `bad_campaign_name`, `campaign_exists`, `unknown_timezone`, `disk_full`, `not_writable`.
    """
    if opening.moderator != key.public_text:
        raise ValueError("the first entry names the key that signs it")
    if not is_campaign_name(opening.campaign):
        return problem("bad_campaign_name", name=opening.campaign)
    zone = _zone(opening.timezone)
    if isinstance(zone, Problem):
        return zone
    at = clock.now().astimezone(zone).isoformat(timespec="seconds")
    events: tuple[Event, ...] = (opening,) if note is None else (opening, note)
    ledger, head = b"", NO_ENTRY
    for seq, event in enumerate(events, start=1):
        entry = seal(Record(seq, at, event), head, randomness.bytes(_SALT).hex(), key.sign)
        ledger, head = ledger + entry, head_of(entry)
    final = parent / opening.campaign
    temporary = beside(final)
    try:
        make_folders(parent)
        if os.path.lexists(final):
            return problem("campaign_exists", path=str(final), name=opening.campaign)
        # Private to the user, since the ledger holds every hand.
        temporary.mkdir(mode=0o700)
        write_new(temporary / LEDGER, ledger)
        write_new(temporary / PUBLIC_KEY, public_pem(key.public))
        write_new(temporary / SETTINGS, settings)
        # Git must not change the ends of signed lines, wherever the campaign is kept.
        signed = (LEDGER, PUBLIC_KEY, "*-public.yaml")
        write_new(temporary / ".gitattributes", "".join(f"{name} -text\n" for name in signed).encode("ascii"))
        sync_folder(temporary)
        move(temporary, final)
        sync_folder(parent)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY) and os.path.lexists(final):
            return problem("campaign_exists", path=str(final), name=opening.campaign)
        return cannot_write(error, final)
    finally:
        _remove(temporary)
    return final


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
    if _replaced(file, path) is not None:  # while we waited
        return problem("busy", path=str(path))
    try:
        return file, read_open(file)
    except OSError as error:
        return cannot_read(error, path)


def _replaced(file: FileIO, path: Path) -> Problem | None:
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
        os.fsync(file.fileno())
    except OSError:
        return problem("torn", path=str(path))
    return None


def _remove(folder: Path) -> None:
    """Remove a folder that a failure left behind."""
    if is_folder(folder):
        from shutil import rmtree  # only after a failure: 8 ms

        rmtree(folder, ignore_errors=True)


def _append(file: FileIO, path: Path, size: int, addition: bytes) -> Problem | None:
    done = False
    try:
        file.seek(size)
        write_all(file, addition)
        done = True
    except OSError as error:
        done = True
        return take_back(file, path, size) or cannot_write(error, path)
    finally:
        if not done:  # Ctrl-C
            take_back(file, path, size)
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


def _zone(name: str) -> tzinfo | Problem:
    """The campaign's time zone."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # looking at a campaign needs none of it

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return problem("unknown_timezone", timezone=name)
