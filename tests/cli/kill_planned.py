"""Run as a program by the tests: each command that writes dies where it was planned (POSIX only).

    python kill_planned.py calls FOLDER         before each of its calls that change a file
    python kill_planned.py cuts FOLDER SEED     in the middle of what it writes

Prints one JSON object: how many deaths each command died, or how many torn tails it left. What is lost or
doubled is an AssertionError.
"""

import json
import random
import re
import shutil
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from cli_help import PLAYERS, Machine, move_for, order_of, play_on, shown
from dying import Death, at_size, before_call
from killing import Table, Words

from gm.store import ModeratorKey, load_key


def nothing(_: Machine) -> None:
    """A machine with nothing on it."""


def with_key(machine: Machine) -> None:
    machine.done("init", "--no-passphrase")


def opened(machine: Machine) -> None:
    machine.new_campaign()
    machine.done("open")


def played(machine: Machine) -> None:
    machine.in_play()
    play_on(machine, 1)


def published(machine: Machine) -> None:
    """A public copy and messages that are older than the ledger."""
    machine.in_play()
    machine.done("publish")
    machine.done("pm", "--all", "--out")
    play_on(machine, 1)


def one_left(machine: Machine) -> None:
    """The next sanction ends the manche: it is recorded together with `manche_closed`."""
    machine.in_play()
    for _ in range(3):
        machine.done("sanction", machine.status["turn"], "--reason", "absent")


def exchanging(machine: Machine) -> None:
    one_left(machine)
    machine.done("sanction", machine.status["turn"], "--reason", "absent")
    machine.done("deal")


def torn(machine: Machine) -> None:
    machine.in_play()
    machine.ledger.write_bytes(machine.ledger.read_bytes()[:-40])


def move(machine: Machine) -> Words:
    status = machine.status
    return "play", status["turn"], move_for(status, machine.hand(status["turn"]))


def exchange(machine: Machine) -> Words:
    player = machine.status["waiting"][0]
    return "exchange", player, "--give", shown(machine.hand(player)[:2])


@dataclass(frozen=True, slots=True)
class Case:
    """A command, the state it starts from, and whether it adds entries."""

    prepare: Callable[[Machine], object]
    words: Words | Callable[[Machine], Words]
    records: bool = True
    rest: Words = ()  # what is typed when only the first of two entries was recorded, else the same again

    def words_on(self, machine: Machine) -> Words:
        return self.words(machine) if callable(self.words) else self.words


CASES: Mapping[str, Case] = {
    "init": Case(nothing, ("init", "--no-passphrase"), records=False),
    "new": Case(with_key, ("new", "zebest"), records=False),
    "open": Case(Machine.new_campaign, ("open",)),
    "join": Case(opened, ("join", "oliv10", "--word", "été")),
    "deal": Case(Machine.registered, ("deal",)),
    "order": Case(Machine.dealt, lambda machine: ("order", *order_of(machine))),
    "play": Case(Machine.in_play, move),
    "sanction": Case(
        one_left,
        lambda machine: ("sanction", machine.status["turn"], "--reason", "absent"),
        rest=("word", PLAYERS[0], "trèfle"),
    ),
    "exchange": Case(exchanging, exchange),
    "undo": Case(played, ("undo", "--reason", "relu")),
    "post": Case(Machine.registered, ("post", "first"), records=False),
    "pm": Case(published, ("pm", "--all", "--out"), records=False),
    "publish": Case(published, ("publish",), records=False),
    "repair": Case(torn, ("repair",), records=False),
}
"""Every command that writes."""


class Bench:
    """A command on a machine that can be brought back to the state before it."""

    def __init__(self, table: Table, case: Case) -> None:
        self.table = table
        self.case = case
        machine = table.machine
        self.restore_to(machine.folder / "nothing")
        case.prepare(machine)
        self.saved = machine.folder / "saved"
        shutil.rmtree(self.saved, ignore_errors=True)
        self.saved.mkdir()
        for place in (machine.home, machine.campaigns):
            if place.exists():
                shutil.copytree(place, self.saved / place.name)
        self.words = case.words_on(machine)
        self.before = table.ledger
        table.done(*self.words)
        self.after = table.ledger
        self.texts = {**self.outbox(self.saved / "campaigns"), **self.outbox(machine.campaigns)}
        self.names = self.files()

    def restore(self) -> None:
        """The state before the command."""
        self.restore_to(self.saved)

    def restore_to(self, saved: Path) -> None:
        machine = self.table.machine
        for place in (machine.home, machine.campaigns):
            shutil.rmtree(place, ignore_errors=True)
            if (saved / place.name).exists():
                shutil.copytree(saved / place.name, place)
        machine.home.mkdir(exist_ok=True)

    def outbox(self, campaigns: Path) -> dict[str, bytes]:
        """The texts ready to be posted, by their names."""
        found = (campaigns / "zebest" / "outbox").glob("[!.]*")
        return {path.name: path.read_bytes() for path in found}

    def files(self) -> list[str]:
        """The names of all files but what a crash left unfinished, what was set aside, what is remembered."""
        machine = self.table.machine
        found = (path for place in (machine.home, machine.campaigns) for path in place.rglob("*"))
        names = (str(path.relative_to(machine.folder)) for path in found if path.is_file())
        return sorted(
            name
            for name in names
            if not re.search(r"\.tmp\b|ledger\.torn-|last-campaigns|\.checkpoints", name)
        )

    def survived(self, ran: Death) -> None:
        """What a dead process left is sound, the command is given again and all is as if nobody had died."""
        table = self.table
        assert "Traceback" not in ran.aside, ran.aside
        if self.case.records:
            table.settled(self.before, ran)
            if len(table.ledger) == len(self.before):
                table.done(*self.words)
            elif events(table.ledger) < events(self.after):
                table.done(*(self.case.rest or self.words))
        elif self.words[0] == "repair":
            assert table.ledger in (self.before, self.after)
            table.done("repair")
            assert table.ledger == self.after
            assert table.asides() == [self.before[len(self.after) :]]
        else:
            old, new = self.outbox(self.saved / "campaigns"), self.outbox(table.machine.campaigns)
            assert all(new[name] in (old.get(name), self.texts[name]) for name in new), "half a text"
            again = table.gm(*self.words)
            there = {"init": "key_exists", "new": "campaign_exists"}.get(self.words[0])
            assert again.code == 0 or (again.acknowledged or {})["error"]["code"] == there, again
            assert table.ledger[: len(self.before)] == self.before
            assert isinstance(load_key(table.machine.key, lambda: None), ModeratorKey)
            assert self.outbox(table.machine.campaigns) == self.texts
        assert self.files() == self.names, (set(self.files()) ^ set(self.names), ran)
        if table.ledger:
            table.opened()
        found, expected = events(self.table.ledger), events(self.after)
        assert found == expected or (found[:-1] == expected and self.case.rest), (found, expected)


def events(ledger: bytes) -> list[bytes]:
    """The name of each entry's event."""
    return re.findall(rb'(?m)^event: "(.*)"$', ledger)


def calls(table: Table) -> dict[str, int]:
    """Each command dies before each of its calls that change a file; how many deaths each died."""
    died = {}
    for name, case in CASES.items():
        bench = Bench(table, case)
        for number in count():
            bench.restore()
            ran = table.gm(*bench.words, doom=before_call(number))
            bench.survived(ran)
            if not ran.signal:
                break
            died[name] = number + 1
        if table.ledger:
            table.verified()
    return died


def cuts(table: Table, seed: int) -> dict[str, int]:
    """Each command dies in its write, those that record at bytes of chance; how many torn tails each left."""
    chance = random.Random(seed)
    torn = {}
    for name, case in CASES.items():
        bench = Bench(table, case)
        size = len(bench.after) - len(bench.before)
        some = [0, 1, size - 1, *chance.sample(range(2, size - 1), 5)] if case.records else [0, 20]
        torn[name] = 0
        for written in some:
            bench.restore()
            start = len(bench.before) if case.records else 0
            ran = table.gm(*bench.words, doom=at_size(start + written))
            assert ran.signal == signal.SIGXFSZ, (name, written, ran)
            if case.records:
                assert len(table.ledger) == start + written
                torn[name] += table.opened().torn
            bench.survived(ran)
        if table.ledger:
            table.verified()
    return {name: torn[name] for name, case in CASES.items() if case.records}


if __name__ == "__main__":
    table = Table(Path(sys.argv[2]))
    print(json.dumps(calls(table) if sys.argv[1] == "calls" else cuts(table, int(sys.argv[3]))))
