"""A full disk and a folder that may not be written: each command that writes says so and changes nothing.

design.md, Command line: exit code 3.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from cli_help import Machine
from disks import mounted
from kill_planned import CASES, torn

Prepared = Callable[[Callable[[Machine], object]], Machine]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits, modes and mounts of POSIX systems")


def files(machine: Machine) -> dict[str, bytes]:
    """Every file of the machine, unfinished ones too, but for an empty lock and the folder last used."""
    found = (path for path in machine.folder.rglob("*") if path.is_file())
    return {
        str(path): path.read_bytes() for path in found if not path.name.endswith(("last-campaigns", ".lock"))
    }


def with_room_for(size: int) -> Sequence[str]:
    """`gm` where a file may have so many bytes at most: writing more gives EFBIG, as a quota would."""
    limit = f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}));"
    return sys.executable, "-B", "-c", limit + "from gm.cli import main; sys.exit(main())"


@pytest.mark.parametrize("name", CASES)
def test_a_disk_that_is_full_in_the_middle_of_a_write_changes_nothing(name: str, prepared: Prepared) -> None:
    """Each command that writes: `disk_full`, exit code 3, every file as before; with room it works."""
    case = CASES[name]
    machine = prepared(case.prepare)
    words = case.words_on(machine)
    before = files(machine)
    room = machine.ledger.stat().st_size + 100 if case.records else 20
    refused = machine.gm(*words, "--json", command=with_room_for(room))
    assert (refused.code, refused.error) == (3, "disk_full")
    assert files(machine) == before
    machine.done(*words)


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system of 256 KiB, where this machine lets the tests mount one."""
    with mounted(256) as folder:
        yield folder


@pytest.mark.parametrize("name", ["init", "new", "deal", "pm", "publish", "repair"])
def test_a_disk_without_room_changes_nothing(name: str, small_disk: Path, prepared: Prepared) -> None:
    """The same where the system itself has no page left (ENOSPC)."""
    case = CASES[name]
    machine = prepared(case.prepare).copied_to(small_disk / "machine")
    words = case.words_on(machine)
    ballast = small_disk / "ballast"
    try:
        with ballast.open("wb", buffering=0) as file:
            while file.write(b"x" * 512):
                pass
    except OSError:
        pass
    before = files(machine)
    refused = machine.gm(*words, "--json")
    assert (refused.code, refused.error) == (3, "disk_full")
    assert files(machine) == before
    ballast.unlink()
    machine.done(*words)


def without_privileges() -> Sequence[str]:
    """`gm` as a user whom the modes of files bind, which they do not root."""
    command = [sys.executable, "-B", "-m", "gm"]
    if os.geteuid() != 0:
        return command
    if shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere")
    return ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *command]


@pytest.mark.parametrize("name", CASES)
def test_folders_that_may_not_be_written_stay_as_they_are(name: str, prepared: Prepared) -> None:
    """Each command that writes: `not_writable`, exit code 3, every file as before; looking works."""
    case = CASES[name]
    machine = prepared(case.prepare)
    words = case.words_on(machine)
    command = without_privileges()
    before = files(machine)
    places = [machine.folder, *machine.folder.rglob("*")]
    try:
        for place in places:
            place.chmod(0o555 if place.is_dir() else 0o444)
        refused = machine.gm(*words, "--json", command=command)
        looked = machine.gm("status", "--json", command=command)
    finally:
        for place in places:
            place.chmod(0o755 if place.is_dir() else 0o644)
    assert (refused.code, refused.error) == (3, "not_writable")
    assert files(machine) == before
    assert looked.code == (0 if machine.ledger.exists() else 3)


def test_a_torn_ledger_in_a_folder_that_may_not_be_written_can_be_looked_at(prepared: Prepared) -> None:
    """What stands before the torn entry is shown though no lock file can be made and nothing be repaired."""
    machine = prepared(torn)
    command = without_privileges()
    machine.ledger.parent.chmod(0o555)
    machine.ledger.chmod(0o444)
    try:
        assert machine.gm("status", "--json", command=command).code == 0
    finally:
        machine.ledger.parent.chmod(0o755)
