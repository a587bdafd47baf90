"""Reads tests/cases/zebest.yaml and judges a case with gm.manche (format: tests/cases/README.md)."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from gm.cards import cards_in, cards_of, codes_of, hand_of
from gm.manche import Action, Outcome, Pass, Sanction, State, apply, give, play_of, settle, start
from gm.rules import Rules, house_rules

CASES = Path(__file__).resolve().parent.parent / "cases"


@dataclass(frozen=True)
class Case:
    number: str
    data: dict[str, Any]

    @property
    def option(self) -> dict[str, str]:
        return self.data.get("option", {})

    @property
    def players(self) -> list[str]:
        return self.data.get("players", ["a", "b", "c", "d", "e"])

    @property
    def swapped(self) -> dict[str, str]:
        return dict.fromkeys(self.option, self.data["swap"])


def load(name: str = "zebest.yaml") -> tuple[list[Case], dict[str, str]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    data = yaml.load((CASES / name).read_text(encoding="utf-8"), Loader=loader)  # noqa: S506 # a safe loader
    return [Case(case["number"], case) for case in data["cases"]], data["elsewhere"]


def rules_with(options: dict[str, str]) -> Rules:
    rules = house_rules({"preset": "zebest", **options})
    assert isinstance(rules, Rules), rules
    return rules


def first_state(case: Case, options: dict[str, str]) -> State:
    players = case.players
    hands = [hand_of(cards_of(case.data["hands"][player])) for player in players]
    opener = players.index(case.data.get("opener", players[0]))
    state = start(rules_with(options), hands, opener, revolution=case.data.get("revolution", False))
    for gift in case.data.get("gifts", []):
        giver, receiver = players.index(gift["giver"]), players.index(gift["receiver"])
        state = give(state, giver, receiver, hand_of(cards_of(gift["cards"])))
    return settle(state, tuple(case.data.get("pending", ())))


def action_of(step: dict[str, Any]) -> Action:
    if "play" in step:
        return play_of(cards_of(step["play"]))
    return Pass() if "pass" in step else Sanction()


def seat_of(case: Case, player: str) -> int | None:
    return case.players.index(player) if player in case.players else None


def expected_of(step: dict[str, Any]) -> dict[str, Any]:
    """The step's verdict in the shape of `gm adjudicate`."""
    told = step.get("refused", step.get("effects", {}))
    clauses = [clause for each in told.values() for clause in (each if isinstance(each, list) else [each])]
    refused = "refused" in step
    return {
        "player": step["player"],
        "accepted": not refused,
        "violations": list(told) if refused else [],
        "clauses": clauses,
        "effects": [] if refused else list(told),
    }


def excerpt_of(case: Case, state: State) -> dict[str, Any]:
    """Of the state, what the case's excerpt names, in the excerpt's notation."""
    players = case.players
    over = state.turn < 0
    whole = {
        "turn": None if over else players[state.turn],
        "opener": None if over else players[state.opener],
        "pile": [f"{players[play.seat]} {codes_of(cards_in(play.cards))}" for play in state.pile],
        "taggle": state.taggle,
        "revolution": state.revolution,
        "out": [players[seat] for seat in state.out],
        "places": {players[seat]: place for seat, place in enumerate(state.places) if place},
        "over": over,
    }
    named = case.data.get("state", {})
    if "hands" in named:
        hands = zip(players, state.hands, strict=True)
        whole["hands"] = {
            player: codes_of(cards_in(hand)) for player, hand in hands if player in named["hands"]
        }
    return {key: whole[key] for key in named}


def check(case: Case, options: dict[str, str]) -> None:
    """Judge each action of a case and compare all that it states."""
    state = first_state(case, options)
    for index, step in enumerate(case.data["actions"], 1):
        where = f"{case.number}, action {index}"
        answer = apply(state, seat_of(case, step["player"]), action_of(step))
        told: dict[str, Any] = {"player": step["player"], "accepted": isinstance(answer, Outcome)}
        if isinstance(answer, Outcome):
            told |= {"violations": [], "clauses": list(answer.clauses), "effects": list(answer.effects)}
            state = answer.state
        else:
            codes = [objection.code for objection in answer.objections]
            told |= {
                "violations": codes,
                "clauses": [each.clause for each in answer.objections],
                "effects": [],
            }
            whys = {codes_of([card]): why for each in answer.objections for card, why in each.cards}
            assert whys == step.get("why", whys), where
        assert told == expected_of(step), where
    assert excerpt_of(case, state) == case.data.get("state", {}), case.number
