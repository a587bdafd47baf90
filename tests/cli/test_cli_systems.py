"""Whole parties of every system by the commands alone, with everything that the lot decides worked out here.

What the seed gives is computed with hashlib from the words of design.md, "Dealing that anyone can check".
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli_help import LETTERS, SUITS, Machine

from gm.campaign import Campaign, fold
from gm.cards import cards_in, code_of
from gm.ledger import read
from gm.manche import PASS, Pass, legal, put_down

NAMES = ("Ada", "Bob", "Cléo", "Dan", "Ève", "Flo", "Gus", "Hal", "Iris")
RANKS = "3456789TJQKA2"
JOKERS = {"Xr": "joker rouge", "Xb": "joker noir"}


def digest(*fields: str) -> str:
    return sha256("\n".join(fields).encode()).hexdigest()


def drawn(names: Sequence[str], key: str, lot: str) -> list[str]:
    return sorted(names, key=lambda name: sha256(f"{key}:{lot}:{name}".encode()).hexdigest())


def typed(cards: Sequence[str]) -> str:
    """Cards as a French player types them: `7♥ joker rouge`."""
    plain = (JOKERS.get(card) or LETTERS.get(card[0], card[0]) + SUITS[card[1]] for card in cards)
    return ", ".join(plain) if any(card in JOKERS for card in cards) else " ".join(plain)


class Table:
    """A campaign on a machine: its ledger read here, moves chosen here, everything else done by commands."""

    def __init__(self, machine: Machine, rules: str, players: Sequence[str]) -> None:
        self.machine, self.players = machine, players
        machine.new_campaign("--rules", rules)
        machine.done("open")
        for name in players:
            machine.done("join", name)

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The ledger as any YAML reader has it."""
        text = self.machine.ledger.read_text("utf-8")
        return list(yaml.load_all(text, Loader=yaml.CBaseLoader))

    @property
    def campaign(self) -> Campaign:
        """The campaign, for the moves that may be made."""
        reading = read(self.machine.ledger.read_bytes(), copy="own")
        return fold(entry.record for entry in reading.entries)

    @property
    def over(self) -> bool:
        """Whether the partie is over."""
        return bool(self.entries[-1]["event"] == "partie_closed")

    def deal(self) -> dict[str, Any]:
        """Deal, and choose the order of play where somebody does."""
        dealt = self.machine.done("deal")
        if not dealt["opener"] and dealt["manche"] == 1:
            self.machine.done("order", *sorted(self.players, key=lambda name: "Qh" not in self.hand(name)))
        return dealt

    def hand(self, name: str) -> list[str]:
        return self.machine.hand(name)

    def exchange(self) -> list[tuple[str, str, list[str], list[str]]]:
        """Every exchange in two calls, the lowest cards given that were not received."""
        made = []
        status = self.machine.status
        for better in status["waiting"] if status["phase"] == "exchange" else ():
            got = self.machine.done("exchange", better)
            assert got["given"] is None
            gift = [card for card in self.hand(better) if card not in got["received"]][: len(got["received"])]
            given = self.machine.done("exchange", better, "--give", typed(gift))
            assert (given["given"], given["done"]) == (gift, True)
            made.append((got["giver"], better, got["received"], gift))
        return made

    def play(self, moves: int) -> int:
        """So many legal moves of those whose turn it is, fewer when the manche ends: how many were made."""
        for made in range(moves):
            manche = self.campaign.manche
            if manche is None or manche.state is None or manche.turn is None:
                return made
            action = legal(manche.state)[0]
            text = "je passe"
            if not isinstance(action, Pass):
                play = put_down(manche.state.hands[manche.state.turn], action)
                text = typed([code_of(card) for card in cards_in(play.cards)])
            assert (action == PASS) == (text == "je passe")
            assert self.machine.done("play", manche.turn, text)["accepted"]
        return moves

    def end(self) -> dict[str, int]:
        """End the manche by sanctions, so that the places are those of the players."""
        for name in self.players[:0:-1]:
            self.machine.done("sanction", name, "--reason", "pour finir", "--departure")
        places: dict[str, int] = self.machine.status["places"]
        return places


def check_deal(table: Table, dealt: dict[str, Any], drawn_opener: bool, last_first: Sequence[str]) -> None:
    """Seats, extra cards, opener and hands are those of the seed; `last_first` get those over, if given."""
    entries = table.entries
    seed = entries[1]["secret"]["seeds"][str(dealt["manche"])]
    names = sorted(table.players, key=str.encode)
    entropy = digest("gm/entropy/1", *(field for name in names for field in (name, "")), "")
    key = digest("gm/deal/1", table.machine.name, "1", str(dealt["manche"]), entropy, seed)
    jokers = entries[0]["data"]["rules"]["jokers"] != "none"
    codes = [rank + suit for rank in RANKS for suit in "shdc"] + ["Xr", "Xb"] * jokers
    deck = sorted(codes, key=lambda code: sha256(f"{key}:{code}".encode()).hexdigest())
    each, over = divmod(len(deck), len(names))
    seats = drawn(names, key, "seat")
    extra = list(last_first or seats)[:over]
    assert dealt["seats"] == seats
    assert sorted(dealt["extra"]) == sorted(extra)
    assert dealt["opener"] == (drawn(names, key, "open")[0] if drawn_opener else None)
    (entry,) = (each for each in entries if each["seq"] == str(dealt["seq"]))
    assert entry["data"].get("opener") == dealt["opener"]
    for name in seats:
        size = each + (name in extra)
        hand, deck = deck[:size], deck[size:]
        assert sorted(entry["secret"]["hands"][name].split()) == sorted(hand)


def verifies(machine: Machine) -> bool:
    """Whether both copies verify, the public one with the key."""
    own = machine.gm("verify", "--json").json
    path = Path(machine.done("publish")["path"])
    key = str(machine.campaigns / machine.name / "moderator.pub.pem")
    public = machine.gm("verify", str(path), "--key", key, "--json").json
    return bool(own["ok"] and public["ok"] and not own["faults"] and not public["faults"])


def manches_of(table: Table, moves: int) -> Iterator[tuple[dict[str, Any], list[Any], dict[str, int]]]:
    """Manche after manche until the partie is over: the deal, the exchange, the places."""
    while not table.over:
        dealt = table.deal()
        gifts = table.exchange()
        table.play(moves)
        yield dealt, gifts, table.end()


@pytest.mark.parametrize(
    ("system", "seats", "manches", "points"),
    [
        ("zebest", 5, 2, []),
        ("bga", 4, 4, []),
        ("bga", 7, 4, []),
        ("bga", 8, 4, []),
        ("elysee", 4, 8, [32, 24, 16, 8]),
        ("classic", 4, 6, [12, 6, -6, -12]),
        ("classic", 5, 6, [12, 6, 0, -6, -12]),
        ("classic", 7, 6, [12, 6, 0, 0, 0, -6, -12]),
    ],
)
def test_a_partie_of_a_system_is_played_by_the_commands(
    system: str, seats: int, manches: int, points: list[int], machine: Machine
) -> None:
    """B11, E4, C6: manche after manche until the end of the system; both copies verify."""
    players = NAMES[:seats]
    table = Table(machine, system, players)
    most = {"zebest": 5, "bga": 8, "elysee": 4, "classic": 7}[system]
    assert machine.status["phase"] == "ready_to_deal"
    assert machine.done("join", "Zoé")["waits"] is (seats == most)
    if seats < most:
        machine.done("leave", "Zoé")
    before: dict[str, int] = {}
    for number, (dealt, gifts, places) in enumerate(manches_of(table, 2), start=1):
        assert dealt["manche"] == number
        if number == 1:
            assert machine.status["winners"] == []
        last_first = sorted(before, key=lambda name: -before[name]) if system == "zebest" else []
        check_deal(table, dealt, system != "zebest" and number == 1, last_first)
        two, one = (players[0], players[-1]), (players[1], players[-2])
        due = [one_of(two, 1)] if system == "classic" else [one_of(two, 2), one_of(one, 1)]
        made = [(better, worse, len(got), len(gift)) for worse, better, got, gift in gifts]
        assert made == (due if number > 1 else [])
        assert places == {name: place for place, name in enumerate(players, start=1)}
        before = places
    status = machine.status
    assert (number, status["phase"]) == (manches, "over")
    assert status["points"] == dict(zip(players, points, strict=False))
    assert status["winners"] == ([players[0]] if points else [])
    assert status["queue"] == (["Zoé"] if seats == most else [])
    assert verifies(machine)
    assert machine.here("deal", "--json").error == "partie_over"


def one_of(pair: tuple[str, str], number: int) -> tuple[str, str, int, int]:
    return (*pair, number, number)


def test_a_manche_with_jokers_is_played_to_its_end(machine: Machine) -> None:
    """B2: 54 cards, every one of them played or left in one hand; jokers are typed as words."""
    table = Table(machine, "bga", NAMES[:4])
    table.deal()
    table.play(400)
    status = machine.status
    assert status["phase"] == "ready_to_deal"
    played = " ".join(each["data"]["cards"] for each in table.entries if each["event"] == "played").split()
    left = [card for name in NAMES[:4] for card in table.hand(name)]
    assert len({*played, *left}) == len(played) + len(left) == 54
    assert "Xr" in played or "Xb" in played
    assert verifies(machine)


def test_who_deals_in_classic(machine: Machine) -> None:
    """C3: the first dealer sits before the drawn opener; later the Président deals and the next one opens."""
    table = Table(machine, "classic", NAMES[:5])
    dealt = table.deal()
    order = list(dealt["seats"])
    assert dealt["dealer"] == order[order.index(dealt["opener"]) - 1]
    assert machine.status["turn"] == dealt["opener"]
    table.end()
    dealt = table.deal()
    assert (dealt["opener"], dealt["dealer"]) == (None, NAMES[0])
    table.exchange()
    assert machine.status["turn"] == order[(order.index(NAMES[0]) + 1) % 5]


def test_a_gift_from_the_hands_as_dealt(machine: Machine) -> None:
    """E5: the card received is not given back; nobody plays before both exchanges are recorded."""
    table = Table(machine, "elysee", NAMES[:4])
    table.deal()
    table.end()
    table.deal()
    second = machine.status["waiting"][1]
    assert machine.here("exchange", second, "--ask", "as", "--json").error == "no_demands"
    got = machine.done("exchange", second)["received"]
    refused = machine.here("exchange", second, "--give", typed(got), "--json")
    assert (refused.code, refused.error) == (1, "gift_received")
    assert "exchange_pending" in machine.here("check", NAMES[0], "je passe", "--json").json["violations"]
    table.exchange()
    assert machine.status["phase"] == "play"


def test_house_rules_combine(machine: Machine, tmp_path: Path) -> None:
    """E8, Z3, C3: zebest with a limit, four manches and an order by place; manche 3 is like a first one."""
    rules = tmp_path / "maison.yaml"
    rules.write_text("{preset: zebest, exchange_limit: 1, manches: 4, order: by_place}", "utf-8")
    table = Table(machine, str(rules), NAMES[:5])
    phases, orders = [], []
    for manche in range(1, 5):
        machine.done("deal")
        phases.append(machine.status["phase"])
        if phases[-1] == "order":
            machine.done("order", *sorted(NAMES[:5], key=lambda name: "Qh" not in table.hand(name)))
        table.exchange()
        campaign = table.campaign
        assert campaign.manche is not None
        orders.append(campaign.manche.order)
        opens = machine.status["turn"]
        assert opens == (orders[-1][0] if manche % 2 else NAMES[4])
        table.end()
    assert phases == ["order", "exchange", "order", "exchange"]
    assert orders[1] == orders[3] == NAMES[:5]
    assert machine.status["phase"] == "over"
    assert verifies(machine)
