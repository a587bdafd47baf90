"""Making a campaign: its folder with the signed opening, whole or not at all."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from gm.campaign import Problem, problem
from gm.events import CampaignOpened, Event, Note, Record
from gm.ledger import NO_ENTRY, head_of, seal
from gm.store.chance import Clock, Randomness, zone_of
from gm.store.files import beside, is_folder, make_folders, move, sync_folder, write_new
from gm.store.folders import LEDGER, POSTS, PUBLIC_KEY, SETTINGS, is_campaign_name, lost_ledger
from gm.store.keys import ModeratorKey, public_pem
from gm.store.problems import cannot_write

_SALT: Final = 16  # bytes
# What systems keep beside the zones of the database: this machine's own clock, copies with leap seconds.
_NO_ZONES: Final = ("localtime", "posixrules", "posix/", "right/", "Factory")


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
    `bad_campaign_name`, `campaign_exists`, `no_ledger` (one of that name lost its own), `unknown_timezone`,
    `disk_full`, `not_writable`.
    """
    if opening.moderator != key.public_text:
        raise ValueError("the first entry names the key that signs it")
    if not is_campaign_name(opening.campaign):
        return problem("bad_campaign_name", name=opening.campaign)
    zone = zone_of(opening.timezone)
    if isinstance(zone, Problem):
        return zone
    if opening.timezone.startswith(_NO_ZONES):  # another time on another machine
        return problem("unknown_timezone", timezone=opening.timezone)
    at = clock.now().astimezone(zone).isoformat(timespec="seconds")
    ledger = _sealed((opening,) if note is None else (opening, note), at, key, randomness)
    final = parent / opening.campaign
    temporary = beside(final)
    try:
        make_folders(parent)
        if os.path.lexists(final):
            return _taken(final)
        # Private to the user, since the ledger holds every hand.
        temporary.mkdir(mode=0o700)
        _fill(temporary, ledger, key, settings)
        move(temporary, final)
        sync_folder(parent)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY) and os.path.lexists(final):
            return _taken(final)
        return cannot_write(error, final)
    finally:
        _remove(temporary)
    return final


def _sealed(events: Sequence[Event], at: str, key: ModeratorKey, randomness: Randomness) -> bytes:
    """The first entries of a ledger."""
    ledger, head = b"", NO_ENTRY
    for seq, event in enumerate(events, start=1):
        entry = seal(Record(seq, at, event), head, randomness.bytes(_SALT).hex(), key.sign)
        ledger, head = ledger + entry, head_of(entry)
    return ledger


def _fill(folder: Path, ledger: bytes, key: ModeratorKey, settings: bytes) -> None:
    """Write what a campaign's folder begins with and sync it; raises OSError."""
    write_new(folder / LEDGER, ledger)
    write_new(folder / PUBLIC_KEY, public_pem(key.public))
    write_new(folder / SETTINGS, settings)
    # Git must not change the ends of lines that are signed or digested, wherever the campaign is kept.
    exact = (LEDGER, PUBLIC_KEY, "*-public.yaml", f"{POSTS}/*")
    write_new(folder / ".gitattributes", "".join(f"{name} -text\n" for name in exact).encode("ascii"))
    sync_folder(folder)


def _taken(folder: Path) -> Problem:
    return lost_ledger(folder) or problem("campaign_exists", path=str(folder), name=folder.name)


def _remove(folder: Path) -> None:
    """Remove a folder that a failure left behind."""
    if is_folder(folder):
        from shutil import rmtree  # only after a failure: 8 ms

        rmtree(folder, ignore_errors=True)
