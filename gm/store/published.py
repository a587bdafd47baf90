"""The last checkpoint published of each campaign, remembered beside the key (design.md, The campaign folder).

`moderator.key.checkpoints` beside `moderator.key.pem`, one line for each campaign:

    <64 hex digits, SHA-256 of the first entry's BODY> <checkpoint>

The first entry says which campaign it is: another one begun under the same name is another campaign. What is
remembered is what this machine published: an older or a lost file guards less and refuses nothing more.
"""

from pathlib import Path

from gm.campaign import Problem, problem
from gm.ledger import Reading, check_checkpoint, checkpoint, parse_checkpoint
from gm.store.files import is_folder, read_if_there, write_atomically
from gm.store.lock import locked
from gm.store.problems import cannot_write


def checkpoints_path(key: Path) -> Path:
    """The file of checkpoints that belongs to a key's file."""
    return key.with_suffix(".checkpoints")


def current_checkpoint(reading: Reading) -> str:
    """The checkpoint of a ledger that has an entry (design.md, The ledger)."""
    return checkpoint(_campaign(reading), len(reading.entries), reading.head)


def check_published(reading: Reading, key: Path) -> Problem | None:
    """Whether a sound ledger still contains what was published of it.

    Problems: `rollback` (it is shorter) and `fork` (it differs) with the campaign as `path`, the checkpoints
    `published` and `here`, the first `entry` that is missing or known to differ, and the file that remembers
    as `memory`; `bad_checkpoints`, `unreadable`.
    """
    known = _read(checkpoints_path(key))
    return known if isinstance(known, Problem) else _against(reading, known, key)


def last_published(reading: Reading, key: Path) -> int | Problem:
    """The number of the last entry of a ledger that is known to be published, 0 for none.

    Problems: `bad_checkpoints`, `unreadable`.
    """
    known = _read(checkpoints_path(key))
    if isinstance(known, Problem):
        return known
    parsed = parse_checkpoint(known.get(reading.entries[0].head, ""))
    return parsed.seq if parsed is not None else 0


def remember_published(reading: Reading, key: Path) -> Problem | None:
    """Remember the last entry of a sound ledger as published; to be called before the checkpoint is shown.

    Where the key's folder does not exist nothing is remembered: nothing is signed there either. Problems:
    those of `check_published` (then what was known stays), `busy`, `disk_full`, `not_writable`.
    """
    path = checkpoints_path(key)
    known = _read(path)
    if isinstance(known, Problem):
        return known
    if known.get(reading.entries[0].head) == current_checkpoint(reading) or not is_folder(path.parent):
        return None
    lock = path.with_name(path.name + ".lock")
    try:
        with lock.open("ab", buffering=0) as file, locked(file, lock) as trouble:
            return trouble or _remember(reading, key)
    except OSError as error:
        return cannot_write(error, lock)


def _remember(reading: Reading, key: Path) -> Problem | None:
    """Replace the campaign's line, while nobody else does."""
    path = checkpoints_path(key)
    known = _read(path)
    if isinstance(known, Problem):
        return known
    trouble = _against(reading, known, key)
    if trouble is not None:
        return trouble
    known[reading.entries[0].head] = current_checkpoint(reading)
    text = "".join(f"{first} {last}\n" for first, last in known.items())
    return write_atomically(path, text.encode("ascii"), 0o600)


def _against(reading: Reading, known: dict[str, str], key: Path) -> Problem | None:
    last = known.get(reading.entries[0].head)
    if last is None:
        return None
    parsed = parse_checkpoint(last)
    fault = check_checkpoint(reading, parsed) if parsed is not None else None
    if fault is None:
        return None
    return problem(
        fault.code,
        path=_campaign(reading),
        published=last,
        here=current_checkpoint(reading),
        entry=str(fault.seq),
        memory=str(checkpoints_path(key)),
    )


def _read(path: Path) -> dict[str, str] | Problem:
    data = read_if_there(path)
    if isinstance(data, Problem):
        return data
    known = {}
    for line in (data or b"").decode("utf-8", "replace").splitlines():
        first, _, last = line.partition(" ")
        if len(first) != 64 or parse_checkpoint(last) is None:
            return problem("bad_checkpoints", path=str(path))
        known[first] = last
    return known


def _campaign(reading: Reading) -> str:
    if reading.opening is None:
        raise TypeError("a sound ledger begins with campaign_opened")
    return reading.opening.campaign
