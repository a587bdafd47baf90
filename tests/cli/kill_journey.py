"""Run as a program by the tests: whole parties under fire (POSIX only).

    python kill_journey.py FOLDER SEED KILLS

Every command is killed at moments of chance. Prints one JSON object: the number of `kills`, of those that
left a `torn` tail, that recorded nothing and are `lost`, that `kept` what they never said; and of all
`entries`. An acknowledged entry that is lost, or one that is there twice, is an AssertionError.
"""

import json
import random
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from cli_help import PLAYERS, move_for, order_of, shown
from dying import Death
from killing import Table

from gm.campaign import Problem
from gm.ledger import public_copy
from gm.store import load_key


class Journey:
    """Parties whose every command is killed at a moment of chance, and given again until it took effect."""

    def __init__(self, table: Table, seed: int, kills: int) -> None:
        self.table = table
        self.home = table.machine.folder
        self.chance = random.Random(seed)
        self.wanted = kills
        self.tries = self.kills = self.torn = self.lost = self.kept = 0
        self.typical: dict[str, float] = {}

    def killed(self, *words: str) -> Death:
        """Start a command and kill it at a moment of chance, often near its end where it writes."""
        self.tries += 1
        afresh = self.tries % 25 == 0
        name = words[0] + " afresh" * afresh
        usual = self.typical.get(name, 0.5 if afresh else 0.05)
        after = usual * self.chance.uniform(self.chance.choice((0, 0.6)), 1)
        ran = self.table.gm(*words, after=after, afresh=afresh)
        if ran.signal:
            self.kills += 1
            self.typical[name] = usual * 1.1  # else a ledger that grows would never let it come to its end
        else:
            assert ran.code == 0, (words, ran)
            self.typical[name] = ran.seconds
        return ran

    def record(self, *words: str) -> None:
        """A command that records: killed until its entry is there; then it is there once."""
        before = self.table.ledger
        while True:
            ran = self.killed(*words)
            self.torn += self.table.settled(before, ran) > 0
            if len(self.table.ledger) > len(before):
                self.kept += ran.acknowledged is None
                return
            self.lost += 1

    def make(self, *words: str, whole: Callable[[], bool]) -> None:
        """A command that makes files: killed until they are there; they are whole or as they were."""
        for _ in range(50):
            ran = self.killed(*words)
            if whole():
                return
            assert ran.signal, (words, ran)
        raise AssertionError(f"{words} never comes to its end")

    def key(self) -> bool:
        key = load_key(self.table.machine.key, lambda: None)
        assert not isinstance(key, Problem) or key.code == "no_key", key
        return not isinstance(key, Problem)

    def new(self) -> bool:
        if not self.table.campaign.exists():
            return False
        assert len(self.table.opened().records) == 1
        return True

    def published(self) -> None:
        """The public copy is the one before or the one of now."""
        path = self.table.campaign / "outbox" / "zebest-public.yaml"
        old, now = (path.read_bytes() if path.exists() else None), public_copy(self.table.ledger)

        def whole() -> bool:
            found = path.read_bytes() if path.exists() else None
            assert found in (old, now), "half a public copy"
            return found == now

        self.make("publish", whole=whole)

    def messages(self) -> None:
        """Each message in the outbox is the one before or the one of now."""
        outbox = self.table.campaign / "outbox"
        bodies = {each["body"] for each in self.table.done("pm", "--all")["messages"]}
        old = {path.read_text("utf-8") for path in outbox.glob("*.txt")} if outbox.exists() else set()

        def whole() -> bool:
            found = {path.read_text("utf-8") for path in outbox.glob("*.txt")} if outbox.exists() else set()
            assert found <= bodies | old, "half a message"
            return bodies <= found

        self.make("pm", "--all", "--out", whole=whole)

    def run(self) -> dict[str, int]:
        """Campaign after campaign, from the key on, until there were as many kills as wanted."""
        entries = 0
        for number in count():
            if self.kills >= self.wanted:
                break
            self.table.move_to(self.home / str(number))
            self.make("init", "--no-passphrase", whole=self.key)
            self.make("new", "zebest", whole=self.new)
            self.record("open")
            for player in PLAYERS:
                self.record("join", player, "--word", f"mot de {player}")
            self.one_manche(moves=12)
            self.one_manche(moves=3)
            self.table.verified()
            records = self.table.opened().records
            assert [record.seq for record in records] == list(range(1, len(records) + 1))
            entries += len(records)
        return {
            "kills": self.kills,
            "torn": self.torn,
            "lost": self.lost,
            "kept": self.kept,
            "entries": entries,
        }

    def one_manche(self, moves: int) -> None:
        """A deal, its messages, the exchanges, some moves with an undo now and then, sanctions to end it."""
        table = self.table
        self.record("deal")
        self.messages()
        if self.status["phase"] == "order":
            self.record("order", *order_of(table.machine))
        while self.status["phase"] == "exchange":
            player = self.status["waiting"][0]
            number = 2 if player == self.first else 1
            self.record("exchange", player, "--give", shown(table.machine.hand(player)[:number]))
        for played in range(moves):
            status = self.status
            player = status["turn"]
            self.record("play", player, move_for(status, table.machine.hand(player)))
            if played % 6 == 0:
                self.record("undo", "--reason", "relu")
                self.published()
                table.verified()
        while self.status["phase"] == "play":
            self.record("sanction", self.status["turn"], "--reason", "absent")
        self.first = min(PLAYERS, key=lambda player: self.status["places"][player])

    @property
    def status(self) -> dict[str, Any]:
        return self.table.machine.status


if __name__ == "__main__":
    print(json.dumps(Journey(Table(Path(sys.argv[1])), int(sys.argv[2]), int(sys.argv[3])).run()))
