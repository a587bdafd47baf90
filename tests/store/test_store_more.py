"""The user's own files, and a look at a ledger while somebody writes (design.md, The campaign folder)."""

import os
import stat
import sys
import threading
import time
from pathlib import Path

import pytest
from store_help import append_notes, ledger_of

from gm.store import (
    ModeratorKey,
    Opened,
    checkpoints_path,
    configuration_folder,
    read_only,
    remember_published,
)
from gm.store.lock import locked


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_what_is_remembered_beside_the_key_is_private_like_it(campaign: Path, key: ModeratorKey) -> None:
    """design.md: the last checkpoint published is remembered beside the key, which is private to the user."""
    opened = read_only(campaign)
    assert isinstance(opened, Opened)
    before = os.umask(0)
    try:
        assert remember_published(opened.reading, key.path) is None
    finally:
        os.umask(before)
    assert stat.S_IMODE(checkpoints_path(key.path).stat().st_mode) == 0o600


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="XDG_CONFIG_HOME is of other systems")
def test_a_relative_xdg_config_home_is_ignored(tmp_path: Path, environ: dict[str, str]) -> None:
    """design.md: the key is in the user's configuration folder; a relative one would move with each `cd`."""
    own = tmp_path / "home" / ".config" / "gm"
    assert configuration_folder({**environ, "XDG_CONFIG_HOME": "config"}) == own
    assert configuration_folder({**environ, "XDG_CONFIG_HOME": "/etc/x"}) == Path("/etc/x/gm")


def test_a_look_while_an_entry_is_being_written_waits_for_it(campaign: Path, key: ModeratorKey) -> None:
    """design.md: two commands at once; half an entry under a writer's lock is no torn tail."""
    before = ledger_of(campaign)
    append_notes(campaign, key, "écrit en deux fois")
    whole = ledger_of(campaign)
    (campaign / "ledger.yaml").write_bytes(whole[: len(before) + 100])
    begun = threading.Event()

    def writer() -> None:
        path = campaign / "ledger.yaml"
        with path.open("r+b", buffering=0) as file, locked(file, path):
            begun.set()
            time.sleep(0.3)
            file.seek(0, os.SEEK_END)
            file.write(whole[len(before) + 100 :])

    writing = threading.Thread(target=writer)
    writing.start()
    assert begun.wait(timeout=30)
    looked = read_only(campaign)
    writing.join()
    assert isinstance(looked, Opened)
    assert (looked.torn, len(looked.records)) == (False, 2)
