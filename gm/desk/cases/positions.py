"""Positions: hands, actions and what the judge says to each (design.md, Scenario files)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, get_args

from gm.cards import Card, Hand, cards_in, code_of, codes_of
from gm.desk.cases.answers import BadCase, Difference, Position, Result, Verdict, compared, notation
from gm.desk.cases.fields import (
    NOTHING,
    Document,
    Players,
    cards_in_text,
    check_keys,
    flag_of,
    gift_of,
    hands_of,
    list_of,
    mapping_of,
    players_of,
    quoted,
    rules_of,
    text_of,
)
from gm.manche import (
    Action,
    Outcome,
    Pass,
    Pending,
    Refusal,
    Sanction,
    State,
    apply,
    give,
    play_of,
    settle,
    start,
)
from gm.rules import TRUTH

NEEDED: Final = ("rules", "players", "hands", "opener", "actions")
_OPTIONAL: Final = ("revolution",)
_OF_A_CASE: Final = ("opener", "pending", "gifts", "state")
_KINDS: Final = ("play", "pass", "sanction")
_EXPECTED: Final = ("refused", "effects", "why")
_STATE: Final = tuple(Position.__annotations__)

Words = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Expected:
    """What a case states of one action: refused with these codes, or accepted with these effects.

    `words` are the codes or effects, each with its clauses; `why` the reason for each card that is not held.
    """

    refused: bool
    words: Words
    why: dict[Card, str] | None


@dataclass(frozen=True, slots=True)
class Step:
    """An action and, in a case, what has to come of it."""

    player: str
    action: Action
    expected: Expected | None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A position as it is read; `excerpt` is what a case states of the last state, in its notation."""

    players: Players
    state: State
    steps: tuple[Step, ...]
    excerpt: Document


def judge_position(document: Document, *, case: tuple[str, ...] | None) -> Result:
    """The verdicts and the last state of a position, and where a case differs.

    `case` are the keys that every case may have, None for a plain scenario. Raises BadCase.
    """
    scenario = _read(document, case)
    state = scenario.state
    verdicts: list[Verdict] = []
    differs: list[Difference] = []
    for number, step in enumerate(scenario.steps, 1):
        seat = scenario.players.index(step.player) if step.player in scenario.players else None
        answer = apply(state, seat, step.action)
        verdicts.append(_verdict(step.player, answer))
        if step.expected is not None:
            differs += _differs(f"actions: {number}", step.expected, answer)
        if isinstance(answer, Outcome):
            state = answer.state
    position = _position(scenario.players, state)
    for key, stated in scenario.excerpt.items():
        differs += compared(f"state: {key}", _stated(key, stated), _shown(key, position, stated))
    result: Result = {"verdicts": verdicts, "state": position}
    if case is not None:
        result["differs"] = differs
    return result


def _read(document: Document, case: tuple[str, ...] | None) -> Scenario:
    if case is None:
        check_keys(document, NEEDED, _OPTIONAL)
    else:
        needed = [key for key in NEEDED if key != "opener"]
        check_keys(document, needed, (*_OPTIONAL, *_OF_A_CASE, *case))
    rules = rules_of(document["rules"])
    players = players_of(document["players"])
    hands = hands_of(document["hands"], players, rules)
    opener = document.get("opener", players[0])
    if opener not in players:
        raise BadCase("unknown_opener", name=quoted(opener))
    revolution = flag_of(document.get("revolution", "false"), "revolution")
    state = start(rules, hands, players.index(opener), revolution=revolution)
    state = settle(_after_gifts(state, players, document), _pending(document))
    steps = tuple(
        _step(value, f"actions: {number}", case)
        for number, value in enumerate(list_of(document["actions"], "actions"), 1)
    )
    excerpt = mapping_of(document.get("state", {}), "state")
    check_keys(excerpt, (), _STATE, "state")
    return Scenario(players, state, steps, excerpt)


def _pending(document: Document) -> tuple[Pending, ...]:
    named = list_of(document.get("pending", []), "pending")
    for word in named:
        if word not in get_args(Pending):
            raise BadCase("bad_pending", choices=", ".join(get_args(Pending)))
    return tuple(word for word in get_args(Pending) if word in named)


def _after_gifts(state: State, players: Players, document: Document) -> State:
    """The state after the exchanges made before the first action."""
    for number, value in enumerate(list_of(document.get("gifts", []), "gifts"), 1):
        where = f"gifts: {number}"
        gift = gift_of(value, players, where)
        giver, receiver = players.index(gift.giver), players.index(gift.receiver)
        if giver == receiver or gift.cards & ~state.hands[giver]:
            raise BadCase("gift_not_possible", where=where)
        state = give(state, giver, receiver, gift.cards)
    for player, hand in zip(players, state.hands, strict=True):
        if not hand:
            raise BadCase("no_cards", where=f"gifts: {player}")
    return state


def _step(value: object, where: str, case: tuple[str, ...] | None) -> Step:
    expected = _EXPECTED if case is not None else ()
    if not isinstance(value, dict) or not isinstance(value.get("player"), str):
        raise BadCase("bad_action", where=where, kinds=", ".join(_KINDS))
    kinds = [key for key in value if key != "player" and key not in expected]
    if len(kinds) != 1 or kinds[0] not in _KINDS:
        raise BadCase("bad_action", where=where, kinds=", ".join(_KINDS))
    stated = None if case is None else _expected(value, where)
    kind = kinds[0]
    if kind == "play":
        return Step(value["player"], play_of(cards_in_text(value[kind], where)), stated)
    if not flag_of(value[kind], f"{where}: {kind}"):
        raise BadCase("only_true", where=where, kind=kind)
    return Step(value["player"], Pass() if kind == "pass" else Sanction(), stated)


def _expected(value: Document, where: str) -> Expected:
    if "refused" in value and "effects" in value:
        raise BadCase("refused_and_effects", where=where)
    key = "refused" if "refused" in value else "effects"
    told = mapping_of(value.get(key, {}), f"{where}: {key}")
    words = {text_of(word, where): _clauses(each, f"{where}: {key}") for word, each in told.items()}
    if key == "refused" and not words:
        raise BadCase("refused_for_nothing", where=where)
    why: dict[Card, str] | None = None
    if "why" in value:
        why = {}
        for code, reason in mapping_of(value["why"], f"{where}: why").items():
            for card in cards_in_text(code, f"{where}: why"):
                why[card] = text_of(reason, f"{where}: why")
    return Expected(key == "refused", words, why)


def _clauses(value: object, where: str) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(text_of(each, where) for each in value)
    return (text_of(value, where),)


def _differs(where: str, expected: Expected, answer: Outcome | Refusal) -> Iterator[Difference]:
    """Where one action does not come out as stated."""
    stated = {
        "violations" if expected.refused else "effects": list(expected.words),
        "clauses": [clause for clauses in expected.words.values() for clause in clauses],
    }
    verdict = _verdict("", answer)
    for key in ("violations", "effects", "clauses"):
        found: list[str] = list(verdict[key])
        yield from compared(f"{where}: {key}", stated.get(key, []), found)
    if expected.why is not None:
        yield from compared(f"{where}: why", _by_code(expected.why), _by_code(_whys(answer)))


def _whys(answer: Outcome | Refusal) -> dict[Card, str]:
    if isinstance(answer, Outcome):
        return {}
    return {card: why for objection in answer.objections for card, why in objection.cards}


def _by_code(whys: dict[Card, str]) -> dict[str, str]:
    return {code_of(card): whys[card] for card in sorted(whys)}


def _stated(key: str, value: object) -> object:
    """What a case states of one key of the state, as the answer is noted: truths and nobody in one word."""
    if isinstance(value, str):
        if key in ("taggle", "revolution", "over"):
            return notation(TRUTH.get(value.lower(), value))
        if key in ("turn", "opener") and value.lower() in NOTHING:
            return "null"
    return value


def _shown(key: str, position: Position, stated: object) -> Any:
    """One key of the state in the notation of a case; of the hands those that it names."""
    match key:
        case "pile":
            return [f"{play['player']} {' '.join(play['cards'])}" for play in position["pile"]]
        case "hands":
            named = stated if isinstance(stated, dict) else position["hands"]
            return {player: " ".join(cards) for player, cards in position["hands"].items() if player in named}
        case _:
            return notation(position[key])  # type: ignore[literal-required]


def _verdict(player: str, answer: Outcome | Refusal) -> Verdict:
    if isinstance(answer, Outcome):
        return {
            "player": player,
            "accepted": True,
            "violations": [],
            "clauses": list(answer.clauses),
            "effects": [effect.value for effect in answer.effects],
        }
    return {
        "player": player,
        "accepted": False,
        "violations": [objection.code.value for objection in answer.objections],
        "clauses": [objection.clause for objection in answer.objections],
        "effects": [],
    }


def _position(players: Players, state: State) -> Position:
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
    return codes_of(cards_in(hand)).split()
