"""The fields of a document, read from plain data: every scalar is a text, wrong ones raise BadCase."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from gm.cards import Card, CardError, Hand, NamedCard, cards_of, code_of, deck, hand_of, named_cards_of
from gm.desk.cases.answers import BadCase
from gm.rules import TRUTH, Rules, RulesProblem, read_rules

NOTHING: Final = frozenset({"null", "~", ""})

Document = Mapping[Any, Any]
Players = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gift:
    """Cards that go from one player to another (Z19)."""

    giver: str
    receiver: str
    cards: Hand


def check_keys(document: Document, needed: Sequence[str], others: Sequence[str], where: str = "") -> None:
    """That a mapping has the keys it needs and no others than these."""
    place = f"{where}: " if where else ""
    for key in needed:
        if key not in document:
            raise BadCase("missing", key=place + key)
    for key in document:
        if key not in needed and key not in others:
            closest = next(iter(get_close_matches(quoted(key), [*needed, *others], n=1)), "")
            raise BadCase("unknown_key", key=place + quoted(key), closest=closest)


def mapping_of(value: object, where: str) -> Document:
    """A mapping."""
    if not isinstance(value, dict):
        raise BadCase("no_mapping_there", where=where)
    return value


def list_of(value: object, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise BadCase("no_list", where=where)
    return value


def text_of(value: object, where: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise BadCase("no_text", where=where)
    return value


def flag_of(value: object, where: str) -> bool:
    """A truth value in any of YAML's words for it."""
    truth = TRUTH.get(value.lower()) if isinstance(value, str) else None
    if truth is None:
        raise BadCase("bad_flag", key=where, value=quoted(value))
    return truth


def rules_of(value: object) -> Rules:
    """The rules of a document: a system, or house rules."""
    rules = read_rules(value)
    if isinstance(rules, RulesProblem):
        choices = ", ".join(rules.choices)
        raise BadCase(rules.code, name=rules.name, value=rules.value, choices=choices, meant=rules.meant)
    return rules


def players_of(value: object) -> Players:
    """The players in the order of play, two or more."""
    if not isinstance(value, list) or len(value) < 2:
        raise BadCase("bad_players")
    for name in value:
        if not isinstance(name, str) or not name:
            raise BadCase("bad_name", name=quoted(name))
    if len(set(value)) != len(value):
        raise BadCase("same_name")
    return tuple(value)


def seated(document: Document) -> tuple[Rules, Players]:
    """Rules and players of a document that only as many can play as the rules have seats for."""
    rules, players = rules_of(document["rules"]), players_of(document["players"])
    least, most = rules.deal.seats
    if not least <= len(players) <= most:
        raise BadCase("seats_not_played", number=str(len(players)), least=str(least), most=str(most))
    return rules, players


def player_of(value: object, players: Players, where: str) -> str:
    """One of the players."""
    if not isinstance(value, str) or value not in players:
        raise BadCase("not_a_player", where=where, name=quoted(value))
    return value


def everybody_of(value: object, players: Players, where: str) -> Players:
    """All players, each once, in some order."""
    named = tuple(player_of(name, players, where) for name in list_of(value, where))
    if sorted(named) != sorted(players):
        raise BadCase("not_everybody", where=where)
    return named


def hands_of(value: object, players: Players, rules: Rules) -> list[Hand]:
    """The hands by seat: distinct cards of the deck of these rules, nobody's empty."""
    if not isinstance(value, dict):
        raise BadCase("bad_hands")
    for name in value:
        if name not in players:
            raise BadCase("hand_of_nobody", name=quoted(name))
    in_deck = set(deck(rules.joker_count))
    taken: set[Card] = set()
    hands = []
    for player in players:
        if player not in value:
            raise BadCase("no_hand", name=quoted(player))
        cards = cards_in_text(value[player], f"hands: {player}")
        for card in cards:
            if card not in in_deck:
                raise BadCase("not_in_deck", card=code_of(card))
            if card in taken:
                raise BadCase("dealt_twice", card=code_of(card))
            taken.add(card)
        hands.append(hand_of(cards))
    return hands


def cards_in_text(value: object, where: str) -> tuple[Card, ...]:
    """The cards that a text of codes names, one or more, doubles included."""
    if not isinstance(value, str):
        raise BadCase("cards_no_text", where=where)
    try:
        cards = cards_of(value)
    except CardError as error:
        raise BadCase("no_card", where=where, card=quoted(error.code)) from error
    if not cards:
        raise BadCase("no_cards", where=where)
    return cards


def named_cards_in(value: object, where: str) -> tuple[NamedCard, ...]:
    """The cards that a text of codes names, a rank alone (`K` or `K?`) for any suit; none is possible."""
    if not isinstance(value, str):
        raise BadCase("cards_no_text", where=where)
    try:
        return named_cards_of(" ".join(code + "?" * (len(code) == 1) for code in value.split()))
    except CardError as error:
        raise BadCase("no_card", where=where, card=quoted(error.code)) from error


def gift_of(value: object, players: Players, where: str) -> Gift:
    """A gift of one player to another."""
    gift = mapping_of(value, where)
    check_keys(gift, ("giver", "receiver", "cards"), (), where)
    giver = player_of(gift["giver"], players, where)
    receiver = player_of(gift["receiver"], players, where)
    return Gift(giver, receiver, hand_of(cards_in_text(gift["cards"], where)))


def quoted(value: object) -> str:
    """A word of the document as the sentence about it shows it, "" for what is no text."""
    return value if isinstance(value, str) else ""
