"""A ledger that does not belong there, or is not where it seems to be (design.md, The campaign folder)."""

import os
import shutil
import sys
import threading
import time
from pathlib import Path

import pytest
from store_help import NOON, append, append_notes, code, ledger_of, opened, opening

from gm import ledger
from gm.events import Note
from gm.store import (
    FixedClock,
    ModeratorKey,
    Repaired,
    SystemRandomness,
    Writer,
    create_campaign,
    open_for_writing,
    read_ledger,
    read_only,
    repair,
    write_atomically,
)
from gm.store.lock import locked


def test_another_campaign_s_ledger_is_refused_by_its_name(campaign: Path, key: ModeratorKey) -> None:
    """A campaign's folder has its name (design.md): a ledger in another's place is not gone on with."""
    other = create_campaign(
        campaign.parent,
        opening(key, campaign="autre"),
        key,
        clock=FixedClock(NOON),
        randomness=SystemRandomness(),
    )
    assert isinstance(other, Path)
    shutil.copy(other / "ledger.yaml", campaign / "ledger.yaml")
    before = ledger_of(campaign)
    for refused in (
        read_only(campaign),
        read_ledger(campaign),
        repair(campaign),
        append(campaign, key, [Note("on top")]),
    ):
        assert code(refused) == "other_campaign"
        assert getattr(refused, "params", {})["name"] == "zebest"
        assert getattr(refused, "params", {})["campaign"] == "autre"
    assert ledger_of(campaign) == before
    (campaign / "ledger.yaml").write_bytes(before.replace(b"Europe", b"europe"))
    spoiled = read_ledger(campaign)
    assert isinstance(spoiled, ledger.Reading), "what is wrong with it goes first"
    assert "bad_signature" in {fault.code for fault in spoiled.faults}


def test_a_backup_under_another_name_can_be_verified(campaign: Path, key: ModeratorKey) -> None:
    """A folder somebody names is read whatever it is called; what is found by its name has to bear it."""
    append_notes(campaign, key, "kept")
    backup = Path(shutil.copytree(campaign, campaign.parent / "sauvegarde"))
    reading = read_ledger(backup, any_name=True)
    assert isinstance(reading, ledger.Reading)
    assert (reading.faults, len(reading.entries)) == ((), 2)
    assert code(read_only(backup)) == "other_campaign"


def test_a_ledger_of_a_newer_format_is_no_tampering(campaign: Path, key: ModeratorKey) -> None:
    """`gm/2` takes a newer gm to read and to go on with: `future_version`, nothing changed."""
    append_notes(campaign, key, "kept")
    newer = ledger_of(campaign).replace(b'entry: "gm/1"\nseq: "2"', b'entry: "gm/2"\nseq: "2"')
    (campaign / "ledger.yaml").write_bytes(newer)
    for refused in (read_only(campaign), repair(campaign), append(campaign, key, [Note("on top")])):
        assert code(refused) == "future_version"
        assert getattr(refused, "params", {})["seq"] == "2"
    assert ledger_of(campaign) == newer


def test_a_file_put_in_the_ledger_s_place_meanwhile_is_seen(campaign: Path, key: ModeratorKey) -> None:
    """An editor and a check-out replace the file: what is appended to the old one would be lost."""
    path = campaign / "ledger.yaml"
    with open_for_writing(campaign, key, clock=FixedClock(NOON), randomness=SystemRandomness()) as writer:
        assert isinstance(writer, Writer)
        old = path.rename(campaign / "old.yaml")
        before = shutil.copy(old, path).read_bytes()
        assert code(writer.append([Note("on top")])) == "tampered"
        assert (old.read_bytes(), ledger_of(campaign)) == (before, before)
    append_notes(campaign, key, "on top")


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="only Linux shows that the file is open")
def test_a_file_put_in_the_ledger_s_place_while_one_waits_is_not_the_one_that_was_opened(
    campaign: Path, key: ModeratorKey
) -> None:
    """The command has not begun: it is told to come again, not that the ledger was tampered with."""
    path = campaign / "ledger.yaml"
    answers: list[object] = []
    with path.open("rb", buffering=0) as file, locked(file, path):
        waiting = threading.Thread(target=lambda: answers.append(append(campaign, key, [Note("late")])))
        waiting.start()
        while sum(each.exists() and each.samefile(path) for each in Path("/proc/self/fd").iterdir()) < 2:
            time.sleep(0.001)
        old = path.rename(campaign / "old.yaml")
        shutil.copy(old, path)
    waiting.join()
    assert [code(each) for each in answers] == ["busy"]


@pytest.mark.skipif(os.name != "posix", reason="Windows asks for a right to make them")
def test_a_ledger_may_be_a_symbolic_link(tmp_path: Path, campaign: Path, key: ModeratorKey) -> None:
    """A synchronised folder often is full of them: the lock and the entries go to the file they mean."""
    real = tmp_path / "elsewhere.yaml"
    (campaign / "ledger.yaml").rename(real)
    (campaign / "ledger.yaml").symlink_to(real)
    append_notes(campaign, key, "through the link")
    (campaign / "ledger.yaml").write_bytes(ledger_of(campaign) + b"---\n")
    assert isinstance(repair(campaign), Repaired)
    append_notes(campaign, key, "again")
    assert (campaign / "ledger.yaml").is_symlink()
    assert len(opened(campaign).records) == 3


@pytest.mark.skipif(os.name != "posix", reason="Windows asks for a right to make them")
def test_a_file_behind_a_symbolic_link_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    """Whoever keeps settings in one place and links to them has the new file there too."""
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "file", tmp_path / "link"
    real.write_bytes(b"old")
    link.symlink_to(real)
    assert write_atomically(link, b"new") is None
    assert link.is_symlink()
    assert real.read_bytes() == b"new"
    assert [path.name for path in real.parent.iterdir()] == ["file"]


@pytest.mark.skipif(sys.platform != "win32", reason="elsewhere an open file can be replaced")
def test_a_file_that_somebody_has_open_for_a_moment_is_replaced_after_it(tmp_path: Path) -> None:
    """A virus scanner or a reader that looks at the old file makes Windows refuse for that time only."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    begun = threading.Event()

    def look() -> None:
        with path.open("rb"):
            begun.set()
            time.sleep(0.3)

    looking = threading.Thread(target=look)
    looking.start()
    assert begun.wait(timeout=30)
    assert write_atomically(path, b"new") is None
    looking.join()
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="only Linux opens a file that takes no lock")
def test_a_look_where_nothing_can_be_locked_leaves_no_lock_behind(tmp_path: Path) -> None:
    """Whoever only reads waits for the lock file of who writes, and makes none."""
    path = tmp_path / "ledger.yaml"
    path.write_bytes(b"")
    descriptor = os.open(path, os.O_PATH)
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        with locked(file, path, shared=True) as trouble:
            assert trouble is None
            assert list(tmp_path.iterdir()) == [path]
        (tmp_path / "ledger.yaml.lock").write_bytes(b"")
        with locked(file, path, 0.05, shared=True) as trouble:
            assert code(trouble) == "busy"
            assert getattr(trouble, "params", {})["left"] == "yes"


@pytest.mark.skipif(os.name != "posix", reason="Windows has one kind of lock")
def test_who_looks_does_not_keep_others_from_looking(campaign: Path) -> None:
    """Two that read hold the lock together; who writes waits for both."""
    path = campaign / "ledger.yaml"
    with (
        path.open("rb", buffering=0) as one,
        path.open("rb", buffering=0) as two,
        locked(one, path, 0.05, shared=True) as first,
        locked(two, path, 0.05, shared=True) as second,
    ):
        assert (first, second) == (None, None)
        assert code(repair(campaign, wait=0.05)) == "busy"
