"""A command at a terminal of its own, each question answered by what a person types."""

import os
import select
import subprocess
import sys
from dataclasses import dataclass

import pytest
from cli_help import Machine

pty = pytest.importorskip("pty", reason="needs a pseudo-terminal")

CTRL_C = "\x03"


@dataclass(frozen=True, slots=True)
class Sitting:
    """One command at a terminal: its exit code, its standard output, what the screen showed."""

    code: int
    out: str
    screen: str


def at_a_terminal(machine: Machine, *words: str, typed: str) -> Sitting:
    """Run `gm` with a terminal of its own; each line of `typed` (or Ctrl-C) answers one question."""
    master, slave = pty.openpty()
    # The first terminal that a new session opens is its own: then Ctrl-C and getpass work as for a person.
    script = 'exec "$@" < "$TERMINAL" 2> "$TERMINAL"'
    process = subprocess.Popen(
        ["sh", "-c", script, "sh", sys.executable, "-m", "gm", *words],
        stdout=subprocess.PIPE,
        cwd=machine.folder / "here",
        env=machine.environ | {"TERMINAL": os.ttyname(slave)},
        start_new_session=True,
    )
    screen = ""
    try:
        for answer in typed.splitlines():
            screen += shown_by(process, master, until=("(o/n)", ":"))
            os.write(master, answer.encode() if answer == CTRL_C else answer.encode() + b"\n")
        screen += shown_by(process, master, until=())
        out = process.communicate(timeout=60)[0].decode("utf-8")
    finally:
        process.kill()
        os.close(master)
        os.close(slave)
    return Sitting(process.returncode, out, screen)


def shown_by(process: subprocess.Popen[bytes], master: int, *, until: tuple[str, ...]) -> str:
    """What the screen shows until it ends so, or until the command does."""
    seen = b""
    while True:
        ended = process.poll() is not None
        while select.select([master], [], [], 0 if ended else 0.02)[0]:
            seen += os.read(master, 4096)
            if until and seen.decode("utf-8", "replace").rstrip().endswith(until):
                return seen.decode("utf-8")
        if ended:
            return seen.decode("utf-8")
