"""Real processes that are killed, write at once, find a full disk or a folder they may not write."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

import pytest
from disks import mounted
from dying import forked, synced
from store_help import NOON, append, append_notes, code, ledger_of, opened, opening

from gm.campaign import Problem
from gm.events import Note
from gm.store import (
    FixedClock,
    ModeratorKey,
    Opened,
    SystemRandomness,
    change_passphrase,
    create_campaign,
    create_key,
    put_in_outbox,
    read_only,
    remember_published,
    repair,
)
from gm.store.lock import locked

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def worker(*arguments: object) -> "subprocess.Popen[str]":
    """Start store_worker.py with these arguments."""
    paths = os.pathsep.join(str(path) for path in (ROOT, HERE.parent, HERE))
    return subprocess.Popen(
        [sys.executable, str(HERE / "store_worker.py"), *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines_of(process: "subprocess.Popen[str]") -> list[str]:
    """What a worker printed; it must end well."""
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out.splitlines()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the killed processes are forked")
def test_a_killed_process_leaves_at_most_a_torn_tail(tmp_path: Path, key: ModeratorKey) -> None:
    """kill -9 at moments of chance: every acknowledged entry is there, the next command goes on."""
    (line,) = lines_of(worker("kills", tmp_path / "killed", key.path, 36, "SIGKILL"))
    assert line.endswith("torn")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the interrupted processes are forked")
def test_ctrl_c_leaves_nothing_half_done(tmp_path: Path, key: ModeratorKey) -> None:
    """An interrupted append is there as a whole or not at all (Command line, Ctrl-C)."""
    assert lines_of(worker("kills", tmp_path / "interrupted", key.path, 24, "SIGINT")) == ["0 torn"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the killed processes are forked")
def test_a_kill_after_any_byte_leaves_that_tail_and_repair_sets_it_aside(
    campaign: Path, key: ModeratorKey
) -> None:
    """After each number of bytes of an entry with a secret, and some of two: no byte is lost or changed."""
    append_notes(campaign, key, "before")
    lengths = [int(line) for line in lines_of(worker("bytes_", campaign, key.path))]
    assert len(lengths) == 2
    assert min(lengths) > 400


@pytest.mark.skipif(os.name != "posix", reason="the limit is POSIX's")
@pytest.mark.parametrize("room", [0, 1, 700])
def test_a_write_cut_short_is_taken_back(campaign: Path, key: ModeratorKey, room: int) -> None:
    """When no room is left in the middle of an append the ledger is as before, and usable once there is."""
    append_notes(campaign, key, "before")
    assert lines_of(worker("full", campaign, key.path, room)) == ["disk_full", "done"]
    assert isinstance(read_only(campaign), Opened)


def new_campaign(campaign: Path, key: ModeratorKey) -> object:
    parent = campaign.parent / "further" / "campaigns"
    return create_campaign(
        parent, opening(key), key, clock=FixedClock(NOON), randomness=SystemRandomness(), settings=b"# \n"
    )


def append_without_room(campaign: Path, key: ModeratorKey) -> object:
    import resource

    size = (campaign / "ledger.yaml").stat().st_size + 100
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    assert code(append(campaign, key, [Note("n" * 100)])) == "disk_full"
    return None


TORN = b"---\nentry:"
LASTING = {
    "a campaign": new_campaign,
    "a key": lambda campaign, _: create_key(campaign.parent / "key.pem", None, SystemRandomness()),
    "a passphrase": lambda _, key: change_passphrase(key.path, lambda: None, lambda: "une autre"),
    "an entry": lambda campaign, key: append(campaign, key, [Note("more")]),
    "no entry": append_without_room,
    "what was published": lambda campaign, key: remember_published(opened(campaign).reading, key.path),
    "a repair": lambda campaign, _: repair(campaign),
    "a repair done again": lambda campaign, _: repair(campaign),
}


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere another call reaches the disk, or none")
@pytest.mark.parametrize("what", LASTING)
def test_what_is_done_outlives_a_power_cut(what: str, campaign: Path, key: ModeratorKey) -> None:
    """Bytes are synced before they get their name, and names once they are given (fsync; design.md)."""
    if "repair" in what:
        with (campaign / "ledger.yaml").open("ab") as file:
            file.write(TORN)
    if what == "a repair done again":
        (campaign / "ledger.torn-2-1.yaml").write_bytes(TORN)

    def work() -> int:
        return isinstance(LASTING[what](campaign, key), Problem)

    death = forked(synced(work))
    assert (death.code, death.aside) == (0, "")


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of 64 KiB, where this machine lets the tests mount one."""
    with mounted(64) as folder:
        yield folder


def test_a_full_disk_leaves_the_ledger_as_before(small_disk: Path, campaign: Path, key: ModeratorKey) -> None:
    """ENOSPC while appending, writing to the outbox and remembering: `disk_full` each time."""
    folder = small_disk / "zebest"
    shutil.copytree(campaign, folder)
    append_notes(folder, key, "before")
    kept = put_in_outbox(folder, "first", "old")
    assert isinstance(kept, Path)
    ballast = small_disk / "ballast"
    try:
        with ballast.open("wb", buffering=0) as file:
            while file.write(b"x" * 512):
                pass
    except OSError:
        pass
    before = ledger_of(folder)
    assert code(append(folder, key, [Note("n" * 100)] * 40)) == "disk_full"
    assert ledger_of(folder) == before
    assert code(put_in_outbox(folder, "first", "x" * 5000)) == "disk_full"
    assert kept.read_bytes() == b"old"
    opened = read_only(folder)
    assert isinstance(opened, Opened)
    assert code(remember_published(opened.reading, small_disk / "moderator.key.pem")) == "disk_full"
    ballast.unlink()
    append_notes(folder, key, "after")


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_a_folder_that_may_not_be_written_is_told(campaign: Path, key: ModeratorKey) -> None:
    """Looking works in a read-only folder; what writes gives `not_writable` and changes nothing."""
    shared = Path(tempfile.mkdtemp())
    try:
        folder = Path(shutil.copytree(campaign, shared / "zebest"))
        for path in folder.iterdir():
            path.chmod(0o444)
        folder.chmod(0o555)
        shared.chmod(0o555)
        names = sorted(path.name for path in folder.iterdir())
        assert lines_of(worker("readonly", folder, key.path)) == ["done"] + ["not_writable"] * 4
        assert sorted(path.name for path in folder.iterdir()) == names
        assert ledger_of(folder) == ledger_of(campaign)
    finally:
        shared.chmod(0o700)
        (shared / "zebest").chmod(0o700)
        shutil.rmtree(shared)


@pytest.mark.skipif(not hasattr(os, "O_PATH"), reason="only Linux opens a file that takes no lock")
def test_a_file_system_without_locks_gets_a_lock_file(tmp_path: Path) -> None:
    """Where the system refuses to lock, a file beside the ledger keeps others out for that time."""
    path = tmp_path / "ledger.yaml"
    path.write_bytes(b"")
    descriptor = os.open(path, os.O_PATH)  # flock does not work on such a file
    with FileIO(descriptor) as file:
        with locked(file, path) as first:
            assert first is None
            assert (tmp_path / "ledger.yaml.lock").exists()
            with locked(file, path, wait=0.05) as second:
                assert code(second) == "busy"
                assert getattr(second, "params", {})["path"] == str(tmp_path / "ledger.yaml.lock")
        assert not (tmp_path / "ledger.yaml.lock").exists()
        with locked(file, tmp_path / "gone" / "ledger.yaml") as third:
            assert code(third) == "not_writable"
            assert getattr(third, "params", {})["path"] == str(tmp_path / "gone" / "ledger.yaml.lock")
