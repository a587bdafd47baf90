"""Random manches for numbers: each is played to its end (gm.simulate)."""

from random import Random

from gm.cards import QUEEN_OF_HEARTS
from gm.manche import NOBODY, Effect
from gm.rules import ZEBEST
from gm.simulate import dealt, simulate


def test_the_figures_count_every_manche_played_to_its_end() -> None:
    """Z16: each manche ends once, and five players go out of it."""
    figures = simulate(ZEBEST, 5, 20, Random(3).random)
    assert figures.manches == figures.effects[Effect.MANCHE_OVER] == 20
    assert figures.effects[Effect.FINISHED] + figures.effects[Effect.FORBIDDEN_FINISH] == 4 * 20
    assert figures.actions > 52 * 20 / 4


def test_the_same_chance_gives_the_same_figures() -> None:
    assert simulate(ZEBEST, 5, 5, Random(3).random) == simulate(ZEBEST, 5, 5, Random(3).random)


def test_a_random_deal_is_the_whole_deck_and_the_queen_of_hearts_opens() -> None:
    """Z1, Z3"""
    state = dealt(ZEBEST, 5, Random(4).random)
    assert sorted(hand.bit_count() for hand in state.hands) == [10, 10, 10, 11, 11]
    assert sum(state.hands) == 2**52 - 1
    assert state.hands[state.turn] >> QUEEN_OF_HEARTS & 1
    assert state.turn == state.opener != NOBODY
