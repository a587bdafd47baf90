"""How many complete random manches a second one process plays, legal actions listed at each step.

    python -m tests.bench.manches [SECONDS [PRESET …]]

Every preset is measured for so many seconds, or those named. Deals are of the whole deck to five players, or
to the number nearest to it that the system has; each step lists the legal actions with `legal`, draws one,
puts down the first cards of its rank and has it judged by `apply`. Dealing counts. Prints the best and the
middle of many short measurements (other work on the machine only ever slows one down) and the ratio to a
plain loop of dictionary look-ups, which compares machines. Nothing is asserted.
"""

import sys
from collections.abc import Sequence
from random import Random
from statistics import median
from time import perf_counter

from gm.manche import NOBODY, LegalPlay, Outcome, apply, legal, put_down
from gm.rules import PRESETS, Rules
from gm.simulate import Chance, dealt

MANCHES = 100
GOALS = {"zebest": 5000}


def yardstick() -> float:
    """Millions of dictionary look-ups a second, as a measure of the machine."""
    table = {number: number for number in range(1000)}
    began = perf_counter()
    for _ in range(100):
        for number in range(1000):
            table[number]
    return 0.1 / (perf_counter() - began)


def seats_of(rules: Rules) -> int:
    """Five players, or the number nearest to it that the rules allow."""
    fewest, most = rules.deal.seats
    return min(max(5, fewest), most)


def play(rules: Rules, manches: int, chance: Chance) -> int:
    """Play so many manches and count the actions."""
    actions, seats = 0, seats_of(rules)
    for _ in range(manches):
        state = dealt(rules, seats, chance)
        while (seat := state.turn) != NOBODY:
            listed = legal(state)
            chosen = listed[int(chance() * len(listed))]
            action = put_down(state.hands[seat], chosen) if isinstance(chosen, LegalPlay) else chosen
            outcome = apply(state, seat, action)
            assert isinstance(outcome, Outcome)
            state = outcome.state
            actions += 1
    return actions


def measure(preset: str, seconds: float) -> None:
    """Print the figures of one preset."""
    rules, chance = PRESETS[preset], Random(1).random
    play(rules, 10 * MANCHES, chance)  # until the tables of the law are filled
    rates: list[float] = []
    yards: list[float] = []
    actions = 0
    until = perf_counter() + seconds
    while perf_counter() < until:
        yards.append(yardstick())
        began = perf_counter()
        actions += play(rules, MANCHES, chance)
        rates.append(MANCHES / (perf_counter() - began))
    best = max(rates)
    goal = f" (goal {GOALS[preset]})" if preset in GOALS else ""
    a_manche = actions / MANCHES / len(rates)
    print(f"{preset}, {seats_of(rules)} players")
    print(f"  manches a second: best {best:.0f}, middle {median(rates):.0f} of {len(rates)}{goal}")
    print(f"  actions a manche: {a_manche:.0f}")
    print(f"  microseconds an action: {1e6 / a_manche / best:.2f}")
    print(f"  manches per million dictionary look-ups: {best / max(yards):.1f}")


def main(seconds: float, presets: Sequence[str]) -> None:
    for preset in presets:
        measure(preset, seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0, sys.argv[2:] or list(PRESETS))
