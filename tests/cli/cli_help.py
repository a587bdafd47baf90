"""A moderator's machine for the tests of the command line: a home of its own, and `gm` run on it.

machine = Machine(tmp_path)
machine.gm("status", "--json").json["phase"]     # in a process of its own, as a user runs it
machine.here("play", "snaga", "7c").code         # the same in this process, for the bulk of the moves
"""

import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gm.cli import main

ROOT = Path(__file__).resolve().parents[2]
PLAYERS = ("intersideral", "MisterH", "MrRarty", "oliv10", "snaga")


@dataclass(frozen=True, slots=True)
class Ran:
    """One run of `gm`: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output; nothing may stand beside it."""
        assert self.out.count("\n") == 1, self.out
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found

    @property
    def error(self) -> str:
        """The code of the error it ended with."""
        return str(self.json["error"]["code"])


class Machine:
    """A home folder with a key and campaigns; `name` is the campaign made by `new_campaign`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.campaigns = folder / "campaigns"
        self.name = "zebest"
        self.home.mkdir(parents=True, exist_ok=True)
        (folder / "here").mkdir(exist_ok=True)

    @property
    def environ(self) -> dict[str, str]:
        """The environment of this user: nothing of the real one but what Python needs."""
        kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TEMP") if name in os.environ}
        own = {
            "HOME": self.home,
            "XDG_CONFIG_HOME": self.home / "config",
            "LOCALAPPDATA": self.home / "local",
        }
        own |= {"GM_CAMPAIGNS": self.campaigns, "PYTHONPATH": ROOT}
        return kept | {name: str(path) for name, path in own.items()}

    @property
    def ledger(self) -> Path:
        """The ledger of the campaign."""
        return self.campaigns / self.name / "ledger.yaml"

    @property
    def key(self) -> Path:
        """Where the moderator's key is unless GM_KEY says otherwise (Linux; elsewhere set GM_KEY)."""
        return self.home / "config" / "gm" / "moderator.key.pem"

    def gm(
        self,
        *words: str,
        stdin: str | bytes = "",
        environ: Mapping[str, str] | None = None,
        command: Sequence[str] = (sys.executable, "-m", "gm"),
    ) -> Ran:
        """Run `gm` in a process of its own; what it prints has to be UTF-8 and never a traceback."""
        data = stdin.encode("utf-8") if isinstance(stdin, str) else stdin
        run = subprocess.run(
            [*command, *words],
            input=data,
            capture_output=True,
            cwd=self.folder / "here",
            env=self.environ | dict(environ or {}),
            timeout=60,
        )
        ran = Ran(run.returncode, run.stdout.decode("utf-8"), run.stderr.decode("utf-8"))
        assert "Traceback" not in ran.out + ran.err, ran.err
        return ran

    def here(self, *words: str, stdin: str = "", environ: Mapping[str, str] | None = None) -> Ran:
        """Run `gm` in this process with the same environment; for many moves in little time."""
        out, err = io.StringIO(), io.StringIO()
        typed = io.TextIOWrapper(io.BytesIO(stdin.encode("utf-8")), encoding="utf-8")
        with (
            self.environment(environ) as place,
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            place.setattr(sys, "stdin", typed)
            code = main(words)
        return Ran(code, out.getvalue(), err.getvalue())

    @contextlib.contextmanager
    def environment(self, environ: Mapping[str, str] | None = None) -> Iterator[pytest.MonkeyPatch]:
        """This process with the user's environment."""
        with pytest.MonkeyPatch.context() as place:
            for name in [name for name in os.environ if name.startswith("GM_")]:
                place.delenv(name)
            for name, value in (self.environ | dict(environ or {})).items():
                place.setenv(name, value)
            yield place

    def done(self, *words: str, stdin: str = "") -> dict[str, Any]:
        """Run a command here that must succeed; its JSON."""
        ran = self.here(words[0], "--json", *words[1:], stdin=stdin)
        assert ran.code == 0, (words, ran.out, ran.err)
        return ran.json

    def copied_to(self, folder: Path) -> "Machine":
        """The same machine in another folder: its home, its key, its campaigns."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        copy = Machine(folder)
        copy.name = self.name
        return copy

    def new_campaign(self, *options: str) -> "Machine":
        """A key without passphrase and a campaign."""
        self.done("init", "--no-passphrase")
        self.done("new", self.name, *options)
        return self

    def registered(self, players: Sequence[str] = PLAYERS) -> "Machine":
        """A campaign with a partie open and these players registered."""
        self.new_campaign()
        self.done("open")
        for player in players:
            self.done("join", player)
        return self

    def dealt(self) -> "Machine":
        """A campaign with manche 1 dealt; the order is still to be chosen."""
        self.registered()
        self.done("deal")
        return self

    def in_play(self) -> "Machine":
        """A campaign with manche 1 dealt and its order chosen."""
        self.dealt()
        self.done("order", *order_of(self))
        return self

    def before_the_last_move(self) -> "Machine":
        """Two players are left, and the next move ends the manche (Z16)."""
        self.in_play()
        for player in PLAYERS[:3]:
            self.done("sanction", player, "--reason", "départ", "--departure")
        while True:
            status = self.status
            move = move_for(status, self.hand(status["turn"]))
            if "manche_over" in self.done("check", move)["effects"]:
                return self
            self.done("play", move)

    @property
    def status(self) -> dict[str, Any]:
        """What `gm status --json` says."""
        return self.done("status")

    def hand(self, player: str) -> list[str]:
        """The codes of the cards a player holds, weakest first."""
        cards = self.done("hand", "--", player)["cards"]
        assert isinstance(cards, list)
        return cards


def order_of(machine: Machine) -> list[str]:
    """An order of play that may be chosen: the holder of the queen of hearts first (Z3)."""
    return sorted(PLAYERS, key=lambda player: "Qh" not in machine.hand(player))


RANKS = "3456789TJQKA2"
SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
LETTERS = {"T": "10", "J": "V", "Q": "D", "K": "R"}


def shown(cards: Sequence[str]) -> str:
    """Cards as a French player types them: `7♥ 10♣`."""
    return " ".join(LETTERS.get(rank, rank) + SUITS[suit] for rank, suit in cards)


def move_for(status: Mapping[str, Any], hand: Sequence[str]) -> str:
    """A move that is always legal without a revolution: the weakest set that answers, else a pass.

    Nobody opens with four cards, so that no revolution ever comes (Z14).
    """
    sets: dict[str, list[str]] = {}
    for card in hand:
        sets.setdefault(card[0], []).append(card)
    if not status["pile"]:
        weakest = min(sets, key=RANKS.index)
        return shown(sets[weakest][:3])
    top = status["pile"][-1]["cards"]
    for rank in sorted(sets, key=RANKS.index):
        strong = RANKS.index(rank) >= RANKS.index(top[0][0])
        fits = rank == top[0][0] if status["taggle"] else strong
        if fits and len(sets[rank]) >= len(top):
            return shown(sets[rank][: len(top)])
    return "je passe"


def play_on(machine: Machine, moves: int) -> int:
    """Play so many moves in this process, fewer when the manche ends; how many were played."""
    status, hands = machine.status, dict[str, list[str]]()
    for played in range(moves):
        if status["phase"] != "play":
            return played
        player = status["turn"]
        hand = hands[player] if player in hands else machine.hand(player)
        made = machine.done("play", player, move_for(status, hand))
        hands[player] = [card for card in hand if card not in made["claim"]["cards"]]
        status = _after(status, made)
    return moves


def _after(status: Mapping[str, Any], made: Mapping[str, Any]) -> dict[str, Any]:
    """The status after an accepted move as its answer tells it, as far as the next move rests on it."""
    effects, cards = made["effects"], made["claim"]["cards"]
    pile = [*status["pile"], {"cards": cards}] if cards else status["pile"]
    return {
        "phase": "over" if "manche_over" in effects else "play",
        "turn": made["next"],
        "pile": [] if "tour_closed" in effects else pile,
        "taggle": "taggle" in effects,
    }
