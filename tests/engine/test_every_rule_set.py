"""Every preset and random house rules are playable to the end (rules.md, "Option names", Z16)."""

from random import Random

import pytest
from rule_sets import rule_sets

from gm.manche import NOBODY, State, legal
from gm.rules import PRESETS, Rules
from gm.simulate import Chance, dealt, step


def played_out(rules: Rules, seats: int, chance: Chance) -> State:
    """A random manche to its end, in which somebody always has a legal action."""
    state = dealt(rules, seats, chance)
    while state.turn != NOBODY:
        assert legal(state)
        state = step(state, chance).state
    return state


def each_place_once(state: State) -> bool:
    everybody = list(range(len(state.hands)))
    return sorted(state.places) == [seat + 1 for seat in everybody] and sorted(state.out) == everybody


@pytest.mark.parametrize(
    ("preset", "seats"),
    [
        (name, seats)
        for name, rules in PRESETS.items()
        for seats in range(rules.deal.seats[0], rules.deal.seats[1] + 1)
    ],
)
def test_random_manches_of_a_preset_end_with_each_place_once(preset: str, seats: int) -> None:
    """Z16, for each number of players that the system is played by (Z1, B1, E1, C1)."""
    chance = Random(seats).random
    for _ in range(20):
        assert each_place_once(played_out(PRESETS[preset], seats, chance))


@pytest.mark.parametrize("batch", range(10))
def test_random_house_rules_are_played_to_the_end(batch: int) -> None:
    """Z16: 500 consistent sets of options in all, each with a whole deck and seats that it allows."""
    chance = Random(f"house rules {batch}")
    for options, rules in rule_sets(chance, 50):
        seats = chance.randint(*rules.deal.seats)
        assert each_place_once(played_out(rules, seats, chance.random)), options
