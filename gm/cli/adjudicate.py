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
    """Why a scenario file cannot be judged: the document, counted from 1, and the reason.

    `code` has its sentence in every locale (`scenario.toml`), `params` are its words.
    """

    document: int
    code: str
    params: Mapping[str, str]


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

    def __init__(self, code: str, **params: str) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


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
            if document != "":  # what stands between two marks, or after the last
                results.append(_judge(_read(document)))
    except yaml.YAMLError as error:
        return ScenarioProblem(len(results) + 1, "not_yaml", {"why": _shortly(error)})
    except RecursionError:
        return ScenarioProblem(len(results) + 1, "too_deep", {})
    except _BadScenario as error:
        return ScenarioProblem(len(results) + 1, error.code, error.params)
    if not results:
        return ScenarioProblem(1, "none", {})
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
        raise _BadScenario("no_mapping", keys=", ".join(_REQUIRED))
    for key in _REQUIRED:
        if key not in document:
            raise _BadScenario("missing", key=key)
    for key in document:
        if key not in _KEYS:
            raise _BadScenario("unknown_key", key=_quoted(key))
    rules = _rules(document["rules"])
    players = _players(document["players"])
    hands = _hands(document["hands"], players, rules)
    opener = document["opener"]
    if opener not in players:
        raise _BadScenario("unknown_opener", name=_quoted(opener))
    revolution = _flag(document.get("revolution", "false"), "revolution")
    state = start(rules, hands, players.index(opener), revolution=revolution)
    return _Scenario(players, state, _actions(document["actions"]))


def _rules(value: object) -> Rules:
    options = {"preset": value} if isinstance(value, str) else value
    if not isinstance(options, dict):
        raise _BadScenario("bad_rules")
    rules = house_rules({name: _option(name, text) for name, text in options.items()})
    if isinstance(rules, RulesProblem):
        choices = ", ".join(rules.choices)
        if rules.code == "unknown_option":
            raise _BadScenario("unknown_option", name=_quoted(rules.name), choices=choices)
        raise _BadScenario("bad_value", name=rules.name, value=_quoted(rules.value), choices=choices)
    return rules


def _option(name: str, value: object) -> OptionValue:
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return tuple(value)
    if not isinstance(value, str):
        raise _BadScenario("bad_option_value", name=_quoted(name))
    if any(option.name == name and "true" in option.change for option in OPTIONS):
        return {True: "true", False: "false", None: value}[_TRUTH.get(value.lower())]
    return value


def _flag(value: object, key: str) -> bool:
    truth = _TRUTH.get(value.lower()) if isinstance(value, str) else None
    if truth is None:
        raise _BadScenario("bad_flag", key=key, value=_quoted(value))
    return truth


def _players(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) < 2:
        raise _BadScenario("bad_players")
    for name in value:
        if not isinstance(name, str) or not name:
            raise _BadScenario("bad_name", name=_quoted(name))
    if len(set(value)) != len(value):
        raise _BadScenario("same_name")
    return tuple(value)


def _hands(value: object, players: tuple[str, ...], rules: Rules) -> list[Hand]:
    if not isinstance(value, dict):
        raise _BadScenario("bad_hands")
    for name in value:
        if name not in players:
            raise _BadScenario("hand_of_nobody", name=_quoted(name))
    in_deck = set(deck(rules.deal.jokers))
    taken: set[Card] = set()
    hands = []
    for player in players:
        if player not in value:
            raise _BadScenario("no_hand", name=_quoted(player))
        cards = _cards(value[player], f"hands: {player}")
        for card in cards:
            if card not in in_deck:
                raise _BadScenario("not_in_deck", card=code_of(card))
            if card in taken:
                raise _BadScenario("dealt_twice", card=code_of(card))
            taken.add(card)
        hands.append(hand_of(cards))
    return hands


def _cards(value: object, where: str) -> tuple[Card, ...]:
    if not isinstance(value, str):
        raise _BadScenario("cards_no_text", where=where)
    try:
        cards = cards_of(value)
    except CardError as error:
        raise _BadScenario("no_card", where=where, card=_quoted(error.code)) from error
    if not cards:
        raise _BadScenario("no_cards", where=where)
    return cards


def _actions(value: object) -> tuple[tuple[str, Action], ...]:
    if not isinstance(value, list):
        raise _BadScenario("bad_actions")
    return tuple(_action(action, f"actions: {number}") for number, action in enumerate(value, 1))


def _action(value: object, where: str) -> tuple[str, Action]:
    if not isinstance(value, dict) or not isinstance(value.get("player"), str):
        raise _BadScenario("bad_action", where=where, kinds=", ".join(_ACTION_KEYS))
    kinds = [key for key in value if key != "player"]
    if len(kinds) != 1 or kinds[0] not in _ACTION_KEYS:
        raise _BadScenario("bad_action", where=where, kinds=", ".join(_ACTION_KEYS))
    player, kind = value["player"], kinds[0]
    if kind == "play":
        return player, play_of(_cards(value[kind], where))
    if not _flag(value[kind], f"{where}: {kind}"):
        raise _BadScenario("only_true", where=where, kind=kind)
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
