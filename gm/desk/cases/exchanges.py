"""Exchanges: who gets what by the places and the hands dealt, step by step (Z19, B8, E5, C5)."""

from dataclasses import dataclass
from typing import Any, Final

from gm.campaign import Pair, Problem, against_demand, gift_back, given_by_default, obtained, pairs_after
from gm.cards import Hand, NamedCard, cards_in, codes_of, hand_of
from gm.desk.cases.answers import Difference, Result, compared
from gm.desk.cases.fields import (
    Document,
    Gift,
    Players,
    cards_in_text,
    check_keys,
    everybody_of,
    gift_of,
    hands_of,
    list_of,
    mapping_of,
    named_cards_in,
    player_of,
    seated,
    text_of,
)
from gm.rules import Rules

_NEEDED: Final = ("rules", "players", "places", "hands", "exchange")
_STATED: Final = ("gifts", "after")
_AFTER_A_MANCHE: Final = 2  # a manche that is none of those played like a first one, if the rules have such


@dataclass(frozen=True, slots=True)
class Step:
    """What a better-placed player says: what they ask for, what they give (None for the lowest)."""

    player: str
    asks: tuple[NamedCard, ...]
    gives: tuple[NamedCard, ...] | None
    refused: str | None


class _Table:
    """The hands while the pairs exchange, and which pairs still owe."""

    def __init__(self, rules: Rules, pairs: tuple[Pair, ...], hands: dict[str, Hand]) -> None:
        self._rules = rules
        self._owed = {pair.better: pair for pair in pairs}
        self.hands = hands
        self.gifts: list[Gift] = []

    def take(self, step: Step) -> str | None:
        """Carry a step out, or change nothing and say which problem refuses it."""
        rules, pair = self._rules, self._owed.get(step.player)
        if pair is None:
            return "no_exchange"
        wrong = against_demand(rules, step.asks, player=step.player, number=pair.number)
        if wrong is not None:
            return wrong.code
        received = obtained(rules, self.hands[pair.worse], step.asks, pair.number)
        held = Hand(self.hands[pair.better] | received)
        given: Hand | Problem
        if step.gives is None:
            given = given_by_default(rules, held, received, pair.number)
        else:
            given = gift_back(rules, held, received, step.gives, player=step.player, number=pair.number)
        if isinstance(given, Problem):
            return given.code
        self._move(Gift(pair.worse, pair.better, received))
        self._move(Gift(pair.better, pair.worse, given))
        del self._owed[step.player]
        return None

    def _move(self, gift: Gift) -> None:
        self.hands[gift.giver] = Hand(self.hands[gift.giver] & ~gift.cards)
        self.hands[gift.receiver] = Hand(self.hands[gift.receiver] | gift.cards)
        self.gifts.append(gift)


def judge_exchange(document: Document, *, case: tuple[str, ...]) -> Result:
    """The gifts that these steps lead to and the hands after them, and where that is not as stated.

    Raises BadCase.
    """
    check_keys(document, _NEEDED, (*_STATED, *case))
    rules, players = seated(document)
    best_first = everybody_of(document["places"], players, "places")
    places = {player: place for place, player in enumerate(best_first, 1)}
    hands = dict(zip(players, hands_of(document["hands"], players, rules), strict=True))
    table = _Table(rules, pairs_after(rules, _AFTER_A_MANCHE, places), hands)
    steps: list[dict[str, Any]] = []
    differs: list[Difference] = []
    for number, value in enumerate(list_of(document["exchange"], "exchange"), 1):
        step = _step(value, players, f"exchange: {number}")
        refused = table.take(step)
        steps.append({"player": step.player, "refused": refused})
        differs += compared(f"exchange: {number}", step.refused or "null", refused or "null")
    differs += _differs(document, players, table)
    found = {
        "steps": steps,
        "gifts": [
            {"giver": gift.giver, "receiver": gift.receiver, "cards": codes_of(cards_in(gift.cards)).split()}
            for gift in table.gifts
        ],
        "hands": {player: codes_of(cards_in(hand)).split() for player, hand in table.hands.items()},
    }
    return {"exchange": found, "differs": differs}


def _step(value: object, players: Players, where: str) -> Step:
    step = mapping_of(value, where)
    check_keys(step, ("player",), ("asks", "gives", "refused"), where)
    gives = named_cards_in(step["gives"], f"{where}: gives") if "gives" in step else None
    return Step(
        player_of(step["player"], players, where),
        named_cards_in(step.get("asks", ""), f"{where}: asks"),
        gives,
        text_of(step["refused"], f"{where}: refused") if "refused" in step else None,
    )


def _differs(document: Document, players: Players, table: _Table) -> list[Difference]:
    differs: list[Difference] = []
    if "gifts" in document:
        stated = [
            _noted(gift_of(value, players, f"gifts: {number}"))
            for number, value in enumerate(list_of(document["gifts"], "gifts"), 1)
        ]
        differs += compared("gifts", stated, [_noted(gift) for gift in table.gifts])
    for player, cards in mapping_of(document.get("after", {}), "after").items():
        name = player_of(player, players, "after")
        hand = hand_of(cards_in_text(cards, f"after: {name}"))
        found = codes_of(cards_in(table.hands[name]))
        differs += compared(f"after: {name}", codes_of(cards_in(hand)), found)
    return differs


def _noted(gift: Gift) -> dict[str, str]:
    return {"giver": gift.giver, "receiver": gift.receiver, "cards": codes_of(cards_in(gift.cards))}
