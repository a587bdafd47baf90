"""Long work shows on the terminal how far it is, and nowhere else (design.md, Command line)."""

import io

import pytest

from gm.cli.progress import progress
from gm.cli.runtime import Run


class Terminal(io.StringIO):
    """Standard error of somebody who looks."""

    def isatty(self) -> bool:
        return True


def work_for(tenths: int, run: Run) -> int:
    """Work of so many tenths of a second; how often it told what is done, 0 where nobody asked."""
    clock = iter(tick / 10 for tick in range(1000))
    told = 0
    with progress(run, "reading", lambda: next(clock)) as shown:
        while shown is not None and told < tenths:
            told += 1
            shown(told)
    return told


def run_with(*, as_json: bool = False) -> Run:
    return Run(as_json=as_json, assume_yes=False, campaigns=None, name=None)


def test_long_work_shows_a_number_that_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a moment the line is there, is written over, and is blank in the end."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert work_for(30, run_with()) > 1
    lines = terminal.getvalue().split("\r")
    assert any("Lecture du registre" in line for line in lines)
    assert lines[-1] == ""
    assert lines[-2].strip() == ""
    assert len(lines[-2]) >= max(map(len, lines[:-2]))
    assert "\n" not in terminal.getvalue()


def test_short_work_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done at once needs no line."""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert work_for(5, run_with()) > 0
    assert terminal.getvalue() == ""


def test_nobody_is_told_where_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a program that reads JSON nor a file that standard error goes to."""
    monkeypatch.setattr("sys.stderr", Terminal())
    assert work_for(30, run_with(as_json=True)) == 0
    monkeypatch.setattr("sys.stderr", io.StringIO())
    assert work_for(30, run_with()) == 0
