"""A key and a campaign in a folder of their own, for the tests of gm.store."""

import os
from pathlib import Path

import pytest
from store_help import NOON, opening

from gm.campaign import Problem
from gm.store import (
    FixedClock,
    ModeratorKey,
    SystemRandomness,
    UnsafeFixedRandomness,
    create_campaign,
    create_key,
)


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of a user whose home is empty; the current folder is empty too."""
    home, here = tmp_path / "home", tmp_path / "here"
    home.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(home))
    for name in ("GM_KEY", "GM_PASSPHRASE", "GM_CAMPAIGNS", "GM_CAMPAIGN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    monkeypatch.setenv("LOCALAPPDATA", str(home / "AppData"))
    return dict(os.environ)


@pytest.fixture
def key(tmp_path: Path) -> ModeratorKey:
    """An unencrypted key in a folder of its own."""
    made = create_key(tmp_path / "key" / "moderator.key.pem", None, SystemRandomness())
    assert not isinstance(made, Problem)
    return made


@pytest.fixture
def campaign(tmp_path: Path, key: ModeratorKey) -> Path:
    """The folder of a campaign `zebest` with its first entry."""
    made = create_campaign(
        tmp_path / "campaigns",
        opening(key),
        key,
        clock=FixedClock(NOON),
        randomness=UnsafeFixedRandomness(b"campaign"),
    )
    assert not isinstance(made, Problem)
    return made
