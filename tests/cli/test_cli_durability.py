"""The ledger survives kills at any moment and a crowd of processes (design.md, The campaign folder).

Its full disks are in test_cli_no_room.py, its moves in
test_cli_moving.py.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_help import PLAYERS, ROOT, Machine
from kill_planned import CASES

HERE = Path(__file__).resolve().parent
PYTHONPATH = os.pathsep.join(str(path) for path in (ROOT, HERE.parent, HERE))

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="the processes that die are forked")


def killing(program: str, *arguments: object) -> dict[str, Any]:
    """Run one of the programs beside this file, which must end well; what it saw."""
    command = [sys.executable, str(HERE / program), *map(str, arguments)]
    environ = {**os.environ, "PYTHONPATH": PYTHONPATH}
    ran = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return dict(json.loads(ran.stdout))


@forks
def test_three_hundred_kills_at_any_moment_lose_nothing(tmp_path: Path) -> None:
    """kill -9 during each command of whole parties: what was acknowledged is there, once, and gm goes on."""
    seen = killing("kill_journey.py", tmp_path, 2014, 300)
    assert seen["kills"] >= 300
    assert seen["lost"], "some died before they wrote"
    assert seen["kept"], "some died after they wrote"


@forks
def test_a_kill_before_any_call_that_changes_a_file_loses_nothing(tmp_path: Path) -> None:
    """Before each open, fsync, rename, … of each command that writes: as before, or done, never half."""
    died = killing("kill_planned.py", "calls", tmp_path)
    assert set(died) == set(CASES)
    assert min(died.values()) >= 4


@forks
def test_a_kill_in_the_middle_of_a_write_leaves_a_tail_that_repair_sets_aside(tmp_path: Path) -> None:
    """After 1 byte, all but 1 and five numbers between: `gm repair` moves exactly these bytes; gm goes on."""
    torn = killing("kill_planned.py", "cuts", tmp_path, 2014)
    assert set(torn) == {name for name, case in CASES.items() if case.records}
    assert min(torn.values()) >= 6


def running(how: str, machine: Machine, name: str, seconds: int) -> "subprocess.Popen[str]":
    """Start crowd.py on the machine's campaign."""
    program = [sys.executable, str(HERE / "crowd.py"), how, str(machine.ledger.parent), str(machine.key)]
    environ = {**machine.environ, "PYTHONPATH": PYTHONPATH}
    return subprocess.Popen([*program, name, str(seconds)], env=environ, stdout=subprocess.PIPE, text=True)


def test_eight_processes_appending_for_ten_seconds_lose_nothing(machine: Machine) -> None:
    """Two commands at once never interleave, lose or double an entry; who looks never sees half of one."""
    machine.registered()
    before = machine.done("verify")["entries"]
    crowd = [running("store", machine, name, 10) for name in "abcde"]
    crowd += [running("gm", machine, player, 10) for player in PLAYERS[:3]]
    looking = running("look", machine, "", 10)
    said = [process.communicate(timeout=120)[0] for process in crowd]
    assert int(looking.communicate(timeout=120)[0]) > 0
    assert [process.returncode for process in (*crowd, looking)] == [0] * 9
    assert all(said)
    entries = machine.ledger.read_text("utf-8").split("---\n")[before + 1 :]
    assert sorted(acknowledged(each) for each in entries) == sorted("".join(said).splitlines())
    report = machine.gm("verify", "--json").json
    assert (report["ok"], report["entries"]) == (True, before + len(entries))


def acknowledged(entry: str) -> str:
    """An entry as crowd.py acknowledges it."""
    fields = dict(line.strip().split(": ", 1) for line in entry.splitlines() if ": " in line)
    values = {name: json.loads(value) for name, value in fields.items()}
    text = values["text"] if "text" in values else f"{values['player']} {values['word']}"
    return f"{values['seq']} {text}"
