"""Where things are: the user's configuration folder, the folder of campaigns, the campaign meant, its outbox.

A campaign is a folder that holds `ledger.yaml`; its name is the folder's (design.md, The campaign folder).
The configuration folder is found by a few own lines: importing platformdirs takes 10 ms, and `gm status` 100.
"""

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from gm.campaign import Problem, problem
from gm.store.files import is_file, is_folder, read_bytes, safe_file_name, write_atomically
from gm.store.problems import cannot_read, cannot_write

LEDGER: Final = "ledger.yaml"
PUBLIC_KEY: Final = "moderator.pub.pem"
SETTINGS: Final = "campaign.yaml"
OUTBOX: Final = "outbox"
POSTS: Final = "posts"

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_LAST: Final = "last-campaigns"


def configuration_folder(environ: Mapping[str, str]) -> Path:
    """The user's folder for gm's key and memory, as each system has it; it may not exist yet."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111 Path.home raises where no home is known
    if sys.platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "gm"
    elif sys.platform == "darwin":
        return home / "Library" / "Application Support" / "gm"
    else:
        chosen = environ.get("XDG_CONFIG_HOME", "")
        return (Path(chosen) if chosen.startswith("/") else home / ".config") / "gm"


def key_path(environ: Mapping[str, str]) -> Path:
    """Where the moderator's key is: GM_KEY, else `moderator.key.pem` in the configuration folder."""
    chosen = environ.get("GM_KEY")
    return Path(chosen) if chosen else configuration_folder(environ) / "moderator.key.pem"


def is_campaign_name(name: str) -> bool:
    """Whether a campaign may be called so: `[a-z0-9][a-z0-9-]{0,39}` (design.md, The ledger)."""
    return _NAME.fullmatch(name) is not None


def campaigns_folder(chosen: str | None, environ: Mapping[str, str]) -> Path:
    """The folder of campaigns: `--campaigns`, GM_CAMPAIGNS, `./campaigns`, else the folder last used.

    When there is none of them it is `./campaigns`, yet to be made.
    """
    named = chosen or environ.get("GM_CAMPAIGNS")
    if named:
        return Path(named)
    here = Path("campaigns")
    if is_folder(here):
        return here
    last = read_bytes(configuration_folder(environ) / _LAST)
    if isinstance(last, bytes) and last.strip():
        remembered = Path(os.fsdecode(last.rstrip(b"\r\n")))
        if is_folder(remembered):
            return remembered
    return here


def remember_folder(folder: Path, environ: Mapping[str, str]) -> None:
    """Keep a folder of campaigns as the one last used; where that cannot be written it is forgotten."""
    memory = configuration_folder(environ) / _LAST
    line = os.fsencode(folder.absolute()) + b"\n"
    if read_bytes(memory) == line:
        return
    try:
        memory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return
    write_atomically(memory, line)


def campaigns_in(folder: Path) -> tuple[str, ...] | Problem:
    """The names of a folder's campaigns, sorted, none where there is no such folder; or `unreadable`.

    One that lost its ledger is among them, as its public key shows.
    """
    try:
        entries = sorted(entry.name for entry in folder.iterdir() if is_campaign_name(entry.name))
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        return cannot_read(error, folder)
    return tuple(name for name in entries if is_file(folder / name / LEDGER) or lost_ledger(folder / name))


def lost_ledger(campaign: Path) -> Problem | None:
    """The problem `no_ledger` of a campaign's folder that has a public key but no ledger any more."""
    if not is_file(campaign / PUBLIC_KEY) or is_file(campaign / LEDGER):
        return None
    return problem("no_ledger", path=str(campaign), ledger=LEDGER)


def find_campaign(folder: Path, name: str | None) -> Path | Problem:
    """The campaign of that name, or the only one when none is named.

    Problems: `no_campaign`, `no_ledger`, `several_campaigns` (`names`), `unknown_campaign` (`closest`, empty
    when nothing is like it), `unreadable`.
    """
    names = campaigns_in(folder)
    if isinstance(names, Problem):
        return names
    if name in names:
        return lost_ledger(folder / name) or folder / name
    if not names:
        return problem("no_campaign", path=str(folder))
    if name is not None:
        return problem("unknown_campaign", path=str(folder), name=name, closest=_closest(name, names))
    if len(names) > 1:
        return problem("several_campaigns", path=str(folder), names=", ".join(names))
    return lost_ledger(folder / names[0]) or folder / names[0]


def locate(campaigns: str | None, name: str | None, environ: Mapping[str, str]) -> Path | Problem:
    """The campaign a command is about, from `--campaigns`, `-c` and the environment; remembers its folder."""
    folder = campaigns_folder(campaigns, environ)
    found = find_campaign(folder, name or environ.get("GM_CAMPAIGN") or None)
    if isinstance(found, Path):
        remember_folder(folder, environ)
    return found


def put_in_outbox(campaign: Path, name: str, text: str) -> Path | Problem:
    """Write a text for posting into the campaign's outbox, in UTF-8, in place of an earlier one of that name.

    `name` may be any text without its ending: it is made a file name that every system takes.
    """
    folder = outbox_of(campaign)
    if isinstance(folder, Problem):
        return folder
    path = folder / f"{safe_file_name(name)}.txt"
    return write_atomically(path, text.encode("utf-8")) or path


def outbox_of(campaign: Path) -> Path | Problem:
    """The campaign's outbox, made where it is missing; or `disk_full`, `not_writable`."""
    folder = campaign / OUTBOX
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        return cannot_write(error, folder)
    return folder


def _closest(name: str, names: tuple[str, ...]) -> str:
    """The name most like what was typed, or an empty string."""
    from difflib import get_close_matches  # only after a slip: 8 ms

    return next(iter(get_close_matches(name.lower(), names, n=1)), "")
