"""How many complete random zebest manches a second one process plays, legal actions listed at each step.

    python -m tests.bench.manches [SECONDS]

Deals are of 52 cards to five players; each step lists the legal actions with `legal`, draws one, puts down
the first cards of its rank and has it judged by `apply`. Dealing counts. Prints the best and the middle of
many short measurements (other work on the machine only ever slows one down) and the ratio to a plain loop
of dictionary look-ups, which compares machines. Nothing is asserted.
"""

import sys
from random import Random
from statistics import median
from time import perf_counter

from gm.manche import NOBODY, LegalPlay, Outcome, apply, legal, put_down
from gm.rules import ZEBEST
from gm.simulate import Chance, dealt

MANCHES = 100
GOAL = 5000


def yardstick() -> float:
    """Millions of dictionary look-ups a second, as a measure of the machine."""
    table = {number: number for number in range(1000)}
    began = perf_counter()
    for _ in range(100):
        for number in range(1000):
            table[number]
    return 0.1 / (perf_counter() - began)


def play(manches: int, chance: Chance) -> int:
    """Play so many manches and count the actions."""
    actions = 0
    for _ in range(manches):
        state = dealt(ZEBEST, 5, chance)
        while (seat := state.turn) != NOBODY:
            listed = legal(state)
            chosen = listed[int(chance() * len(listed))]
            action = put_down(state.hands[seat], chosen) if isinstance(chosen, LegalPlay) else chosen
            outcome = apply(state, seat, action)
            assert isinstance(outcome, Outcome)
            state = outcome.state
            actions += 1
    return actions


def main(seconds: float) -> None:
    chance = Random(1).random
    play(10 * MANCHES, chance)  # until the tables of the law are filled
    rates: list[float] = []
    yards: list[float] = []
    actions = 0
    until = perf_counter() + seconds
    while perf_counter() < until:
        yards.append(yardstick())
        began = perf_counter()
        actions += play(MANCHES, chance)
        rates.append(MANCHES / (perf_counter() - began))
    best = max(rates)
    print(f"manches a second: best {best:.0f}, middle {median(rates):.0f} of {len(rates)} (goal {GOAL})")
    a_manche = actions / MANCHES / len(rates)
    print(f"actions a manche: {a_manche:.0f}")
    print(f"microseconds an action: {1e6 / a_manche / best:.2f}")
    print(f"manches per million dictionary look-ups: {best / max(yards):.1f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0)
