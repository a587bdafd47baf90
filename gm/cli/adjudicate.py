"""Scenario files: positions judged without a campaign, for rule questions and for tests (design.md).

Every scalar is read as text, so that a player may be called `no` or `007` and `equal: yes` stays the word.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypedDict, assert_never

import yaml

from gm.cards import Card, CardError, Hand, cards_in, cards_of, code_of, deck, hand_of
from gm.manche import Action, Outcome, Pass, Refusal, Sanction, Seat, State, apply, play_of, start
from gm.rules import OPTIONS, OptionValue, Rules, RulesProblem, house_rules


class Verdict(TypedDict):
    """One action judged: codes of the violations or names of the effects, with the clauses of either."""

    player: str
    accepted: bool
    violations: list[str]
    clauses: list[str]
    effects: list[str]


class PlayShown(TypedDict):
    """One play of the pile."""

    player: str
    cards: list[str]


class Position(TypedDict):
    """The state after the last action; `turn` and `opener` are null when the manche is over."""

    turn: str | None
    opener: str | None
    pile: list[PlayShown]
    taggle: bool
    revolution: bool
    hands: dict[str, list[str]]
    out: list[str]
    places: dict[str, int]
    over: bool


class Result(TypedDict):
    """The answer to one document."""

    verdicts: list[Verdict]
    state: Position


class Scenarios(TypedDict):
    """The answer to a scenario file, ready to be printed as JSON."""

    results: list[Result]


@dataclass(frozen=True, slots=True)
class ScenarioProblem:
    """Why a scenario file cannot be judged: the document, counted from 1, and the reason in plain words."""

    document: int
    why: str


_REQUIRED: Final = ("rules", "players", "hands", "opener", "actions")
_KEYS: Final = (*_REQUIRED, "revolution")
_ACTION_KEYS: Final = ("play", "pass", "sanction")
_TRUTH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class _Scenario:
    players: tuple[str, ...]
    state: State
    actions: tuple[tuple[str, Action], ...]


class _BadScenario(Exception):
    """Leads out of the reading of one document; `judge_scenarios` turns it into a ScenarioProblem."""


class _Loader(getattr(yaml, "CBaseLoader", yaml.BaseLoader)):  # type: ignore[misc] # libyaml where it is present
    """PyYAML's loader of plain texts, lists and mappings, which takes no key twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> Mapping[Any, Any]:
        mapping: Mapping[Any, Any] = super().construct_mapping(node, deep=deep)
        if len(mapping) != len(node.value):
            raise yaml.constructor.ConstructorError(None, None, "the same key twice", node.start_mark)
        return mapping


def judge_scenarios(text: str) -> Scenarios | ScenarioProblem:
    """The verdicts and final state of each document of a scenario file, or the first thing wrong in it."""
    results: list[Result] = []
    try:
        for document in _documents(text):
            results.append(_judge(_read(document)))
    except yaml.YAMLError as error:
        return ScenarioProblem(len(results) + 1, f"this is not YAML: {_shortly(error)}")
    except RecursionError:
        return ScenarioProblem(len(results) + 1, "this is nested too deeply")
    except _BadScenario as error:
        return ScenarioProblem(len(results) + 1, str(error))
    if not results:
        return ScenarioProblem(1, "there is no scenario in this file")
    return {"results": results}


def _documents(text: str) -> Iterator[object]:
    loader = _Loader(text)
    try:
        while loader.check_data():
            yield loader.get_data()
    finally:
        loader.dispose()


def _shortly(error: yaml.YAMLError) -> str:
    if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
        return " ".join(str(error).split())
    return f"{error.problem} in line {error.problem_mark.line + 1}"


def _read(document: object) -> _Scenario:
    if not isinstance(document, dict):
        raise _BadScenario("a scenario is a mapping with rules, players, hands, opener and actions")
    for key in _REQUIRED:
        if key not in document:
            raise _BadScenario(f"{key} is missing")
    for key in document:
        if key not in _KEYS:
            raise _BadScenario(f"{_quoted(key)} is not a key of a scenario")
    rules = _rules(document["rules"])
    players = _players(document["players"])
    hands = _hands(document["hands"], players, rules)
    opener = document["opener"]
    if opener not in players:
        raise _BadScenario(f"the opener {_quoted(opener)} is not one of the players")
    revolution = _flag(document.get("revolution", "false"), "revolution")
    state = start(rules, hands, players.index(opener), revolution=revolution)
    return _Scenario(players, state, _actions(document["actions"]))


def _rules(value: object) -> Rules:
    options = {"preset": value} if isinstance(value, str) else value
    if not isinstance(options, dict):
        raise _BadScenario("rules are a preset's name or a mapping of options")
    rules = house_rules({name: _option(name, text) for name, text in options.items()})
    if isinstance(rules, RulesProblem):
        choices = ", ".join(rules.choices)
        if rules.code == "unknown_option":
            raise _BadScenario(f"there is no option {_quoted(rules.name)}; there are {choices}")
        raise _BadScenario(f"{rules.name} cannot be {_quoted(rules.value)}; it can be {choices}")
    return rules


def _option(name: str, value: object) -> OptionValue:
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return tuple(value)
    if not isinstance(value, str):
        raise _BadScenario(
            f"the option {_quoted(name)} has a value that is neither a word nor a list of words"
        )
    if any(option.name == name and "true" in option.change for option in OPTIONS):
        return {True: "true", False: "false", None: value}[_TRUTH.get(value.lower())]
    return value


def _flag(value: object, key: str) -> bool:
    truth = _TRUTH.get(value.lower()) if isinstance(value, str) else None
    if truth is None:
        raise _BadScenario(f"{key} is true or false, not {_quoted(value)}")
    return truth


def _players(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) < 2:
        raise _BadScenario("players are a list of two names or more")
    for name in value:
        if not isinstance(name, str) or not name:
            raise _BadScenario(f"{_quoted(name)} is not a player's name")
    if len(set(value)) != len(value):
        raise _BadScenario("two players have the same name")
    return tuple(value)


def _hands(value: object, players: tuple[str, ...], rules: Rules) -> list[Hand]:
    if not isinstance(value, dict):
        raise _BadScenario("hands are a mapping of players to cards")
    for name in value:
        if name not in players:
            raise _BadScenario(f"hands names {_quoted(name)}, who is not one of the players")
    in_deck = set(deck(rules.deal.jokers))
    taken: set[Card] = set()
    hands = []
    for player in players:
        if player not in value:
            raise _BadScenario(f"{_quoted(player)} has no hand")
        cards = _cards(value[player], f"the hand of {_quoted(player)}")
        for card in cards:
            if card not in in_deck:
                raise _BadScenario(f"{code_of(card)} is not in the deck of these rules")
            if card in taken:
                raise _BadScenario(f"{code_of(card)} is dealt twice")
            taken.add(card)
        hands.append(hand_of(cards))
    return hands


def _cards(value: object, where: str) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise _BadScenario(f'{where} is one text of card codes, such as "7s 7h"')
    try:
        cards = cards_of(value)
    except CardError as error:
        raise _BadScenario(f"{where} names {_quoted(error.code)}, which is not a card code") from error
    if not cards:
        raise _BadScenario(f"{where} has no cards")
    return cards


def _actions(value: object) -> tuple[tuple[str, Action], ...]:
    if not isinstance(value, list):
        raise _BadScenario("actions are a list")
    return tuple(_action(action, f"action {number}") for number, action in enumerate(value, 1))


def _action(value: object, where: str) -> tuple[str, Action]:
    if not isinstance(value, dict) or not isinstance(value.get("player"), str):
        raise _BadScenario(f"{where} is a mapping with a player and a play, a pass or a sanction")
    kinds = [key for key in value if key != "player"]
    if len(kinds) != 1 or kinds[0] not in _ACTION_KEYS:
        raise _BadScenario(f"{where} has a player and one of {', '.join(_ACTION_KEYS)}")
    player, kind = value["player"], kinds[0]
    if kind == "play":
        return player, play_of(_cards(value[kind], where))
    if not _flag(value[kind], f"{kind} in {where}"):
        raise _BadScenario(f"{kind} in {where} can only be true")
    return player, Pass() if kind == "pass" else Sanction()


def _judge(scenario: _Scenario) -> Result:
    seats: dict[str, Seat] = {player: seat for seat, player in enumerate(scenario.players)}
    state = scenario.state
    verdicts: list[Verdict] = []
    for player, action in scenario.actions:
        answer = apply(state, seats.get(player), action)
        verdicts.append(_verdict(player, answer))
        if isinstance(answer, Outcome):
            state = answer.state
    return {"verdicts": verdicts, "state": _position(scenario.players, state)}


def _verdict(player: str, answer: Outcome | Refusal) -> Verdict:
    match answer:
        case Outcome(effects=effects, clauses=clauses):
            return {
                "player": player,
                "accepted": True,
                "violations": [],
                "clauses": list(clauses),
                "effects": [effect.value for effect in effects],
            }
        case Refusal(objections=objections):
            return {
                "player": player,
                "accepted": False,
                "violations": [objection.code.value for objection in objections],
                "clauses": [objection.clause for objection in objections],
                "effects": [],
            }
        case _:
            assert_never(answer)


def _position(players: tuple[str, ...], state: State) -> Position:
    over = state.turn < 0
    return {
        "turn": None if over else players[state.turn],
        "opener": None if over else players[state.opener],
        "pile": [{"player": players[play.seat], "cards": _codes(play.cards)} for play in state.pile],
        "taggle": state.taggle,
        "revolution": state.revolution,
        "hands": {player: _codes(hand) for player, hand in zip(players, state.hands, strict=True)},
        "out": [players[seat] for seat in state.out],
        "places": {players[seat]: state.places[seat] for seat in state.out},
        "over": over,
    }


def _codes(hand: Hand) -> list[str]:
    return [code_of(card) for card in cards_in(hand)]


def _quoted(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else "something that is not a text"
