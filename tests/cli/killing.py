"""`gm` in processes that die, and what they leave: for kill_journey.py and kill_planned.py (POSIX only)."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cli_help import Machine, play_on
from dying import Death, Doom, forked

from gm.cli import main
from gm.store import Opened, read_only

Words = Sequence[str]


class Table:
    """A moderator's machine on which `gm` runs in forked processes."""

    def __init__(self, folder: Path) -> None:
        sys.dont_write_bytecode = True
        for name in [name for name in os.environ if name.startswith("GM_")]:
            del os.environ[name]
        _warm(folder / "warm")
        self.move_to(folder)

    def move_to(self, folder: Path) -> None:
        """Another machine, with nothing on it yet."""
        self.machine = Machine(folder)
        os.environ.update(self.machine.environ)

    @property
    def campaign(self) -> Path:
        return self.machine.ledger.parent

    @property
    def ledger(self) -> bytes:
        return self.machine.ledger.read_bytes() if self.machine.ledger.exists() else b""

    def gm(
        self, *words: str, doom: Doom | None = None, after: float | None = None, afresh: bool = False
    ) -> Death:
        """One command in a process of its own, `afresh` with an interpreter of its own too."""
        typed = [words[0], "--json", *words[1:]]

        def work() -> int:
            if afresh:
                os.execv(sys.executable, [sys.executable, "-m", "gm", *typed])  # noqa: S606
            return main(typed)

        return forked(work, doom=doom, after=after)

    def done(self, *words: str) -> dict[str, Any]:
        """A command that nobody kills and that must succeed."""
        ran = self.gm(*words)
        assert (ran.signal, ran.code) == (0, 0), (words, ran)
        assert ran.acknowledged is not None
        return ran.acknowledged

    def opened(self) -> Opened:
        """The campaign as it is read: whatever happened, every complete entry verifies."""
        opened = read_only(self.campaign)
        assert isinstance(opened, Opened), opened
        return opened

    def asides(self) -> list[bytes]:
        """What `gm repair` set aside so far."""
        return [path.read_bytes() for path in sorted(self.campaign.glob("ledger.torn-*"))]

    def settled(self, before: bytes, ran: Death) -> int:
        """Nothing that was there is lost, a torn tail is set aside byte for byte; how many bytes that was."""
        after = self.ledger
        assert after.startswith(before), "what was recorded is lost"
        opened = self.opened()
        if not opened.torn:
            assert ran.acknowledged is None or len(after) > len(before), "an acknowledged entry is lost"
            return 0
        assert ran.acknowledged is None, "an acknowledged entry is torn"
        self.repaired(after)
        return len(after) - len(self.ledger)

    def repaired(self, torn: bytes) -> None:
        """`gm repair` moves the torn tail, and no other byte, into a file beside the ledger."""
        asides = self.asides()
        self.done("repair")
        whole = self.ledger
        (aside,) = [each for each in self.asides() if each not in asides] or [b""]
        tail = torn[len(whole) :]
        assert torn.startswith(whole)
        assert aside == tail or tail in asides, "what was torn is not what was set aside"
        assert not self.opened().torn

    def verified(self) -> None:
        """`gm verify` finds no fault."""
        report = self.done("verify")
        assert report["ok"], report


def _warm(folder: Path) -> None:
    """Import what the commands import, so that a forked process is at its own work at once."""
    machine = Machine(folder).in_play()
    play_on(machine, 1)
    for words in (["undo", "--reason", "x"], ["pm", "--all", "--out"], ["publish"], ["repair"], ["verify"]):
        machine.done(*words)
