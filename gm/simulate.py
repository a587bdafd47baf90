"""Many manches played at random, for numbers; chance is passed in, a function giving numbers in [0, 1)."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gm.cards import QUEEN_OF_HEARTS, deck, hand_of
from gm.manche import NOBODY, Effect, LegalPlay, Outcome, State, apply, legal, put_down, start
from gm.rules import Rules

Chance = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Figures:
    """What happened in some manches: their number, the actions taken, how often each effect came about."""

    manches: int
    actions: int
    effects: Mapping[Effect, int]


def dealt(rules: Rules, seats: int, chance: Chance) -> State:
    """A first manche of a whole deck dealt at random, the first seats having a card more (Z2, Z3, B1, B8).

    The holder of Qh opens, or the lot decides.
    """
    cards = deck(rules.joker_count)
    lots = [chance() for _ in cards]
    shuffled = sorted(cards, key=lots.__getitem__)
    hands = [hand_of(shuffled[seat::seats]) for seat in range(seats)]
    if rules.deal.first_opener == "queen_of_hearts":
        opener = next(seat for seat, hand in enumerate(hands) if hand >> QUEEN_OF_HEARTS & 1)
    else:
        opener = int(chance() * seats)
    return start(rules, hands, opener)


def step(state: State, chance: Chance) -> Outcome:
    """One legal action of the player whose turn it is, each rank and number and the pass alike likely."""
    actions = legal(state)
    chosen = actions[int(chance() * len(actions))]
    seat = state.turn
    action = put_down(state.hands[seat], chosen) if isinstance(chosen, LegalPlay) else chosen
    outcome = apply(state, seat, action)
    assert isinstance(outcome, Outcome), "a listed action is accepted"
    return outcome


def simulate(rules: Rules, seats: int, manches: int, chance: Chance) -> Figures:
    """The figures of so many random manches of these rules."""
    actions = 0
    effects: Counter[Effect] = Counter()
    for _ in range(manches):
        state = dealt(rules, seats, chance)
        while state.turn != NOBODY:
            outcome = step(state, chance)
            actions += 1
            for effect in outcome.effects:
                effects[effect] += 1
            state = outcome.state
    return Figures(manches, actions, effects)
