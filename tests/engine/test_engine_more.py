"""What the cases leave open: a pass out of turn in Taggle (rules.md, Z9), how actions are counted."""

from random import Random

from gm.cards import cards_of, hand_of
from gm.manche import NOBODY, Outcome, Pass, State, overrule, play_of, start
from gm.rules import ZEBEST
from gm.simulate import dealt, simulate, step

HANDS = ["7s 3s", "7h 4s", "7d 9s", "8s Ts", "9h Th"]


def after(state: State, seat: int, action: object, *codes: str) -> State:
    outcome = overrule(state, seat, action, codes)  # type: ignore[arg-type]
    assert isinstance(outcome, Outcome), outcome
    return outcome.state


def test_a_pass_accepted_out_of_turn_ends_the_taggle() -> None:
    """Z9: any pass ends the Taggle; so does one whose `not_your_turn` the moderator overruled."""
    state = start(ZEBEST, [hand_of(cards_of(codes)) for codes in HANDS], 0)
    state = after(after(state, 0, play_of(cards_of("7s"))), 1, play_of(cards_of("7h")))
    assert state.taggle
    state = after(state, 4, Pass(), "not_your_turn")
    assert (state.taggle, state.turn) == (False, 2)
    assert after(state, 2, play_of(cards_of("9s"))).turn == 3


def test_the_figures_count_every_action() -> None:
    """gm.simulate: `actions` are the plays and passes of the manches, whatever they bring about."""
    chance = Random(3).random
    state, actions = dealt(ZEBEST, 5, chance), 0
    while state.turn != NOBODY:
        state, actions = step(state, chance).state, actions + 1
    assert simulate(ZEBEST, 5, 1, Random(3).random).actions == actions
