"""What is done for a player who stays away: always legal, and never more than the rules ask (Z5, Z7, Z9)."""

from random import Random

import pytest

from gm.cards import RANKS, cards_of, deck, hand_of
from gm.manche import (
    NOBODY,
    PASS,
    Outcome,
    Pass,
    Play,
    State,
    apply,
    for_absent,
    legal,
    play_of,
    put_down,
    settle,
    start,
)
from gm.rules import PRESETS, ZEBEST, Rules, read_rules


def position(rules: Rules, hands: list[str], *plays: str, revolution: bool = False) -> State:
    """A manche opened by the first hand, after these plays and passes (``)."""
    state = start(rules, [hand_of(cards_of(codes)) for codes in hands], 0, revolution=revolution)
    for codes in plays:
        outcome = apply(state, state.turn, play_of(cards_of(codes)) if codes else PASS)
        assert isinstance(outcome, Outcome), outcome
        state = outcome.state
    return state


def done(state: State) -> str:
    """What is done, as a rank with its number or `pass`."""
    found = for_absent(state)
    return "pass" if isinstance(found, Pass) else f"{found.number}{RANKS[found.rank]}"


HANDS = ["7s 7h 9s Kd 2s", "7d 8h 8s 3c 4c", "5s 6s Jd Js As"]


@pytest.mark.parametrize(
    ("plays", "expected"),
    [
        ((), "17"),  # an opening: one card of the weakest rank, be it held twice
        (("7s",), "pass"),  # equal or higher could be played, and is not
        (("7s", "7d"), "pass"),  # in Taggle, none is held
        (("Kd",), "pass"),
    ],
)
def test_an_absent_player_opens_with_the_lowest_single_and_else_passes(
    plays: tuple[str, ...], expected: str
) -> None:
    """Z5, Z7: a card only where a pass is not allowed."""
    assert done(position(ZEBEST, HANDS, *plays)) == expected


def test_in_a_forced_taggle_the_card_is_played_for_them() -> None:
    """Z9: who holds one must play it."""
    hands = ["7s 9s", "7h 4s", "7d 3s"]
    assert done(position(ZEBEST, hands, "7s", "7h")) == "17"
    rules = read_rules({"preset": "zebest", "taggle_forced": "false"})
    assert isinstance(rules, Rules)
    assert done(position(rules, hands, "7s", "7h")) == "pass"


def test_in_a_revolution_the_weakest_is_the_highest() -> None:
    """Z14: strengths are those in force."""
    assert done(position(ZEBEST, HANDS, revolution=True)) == "12"


def test_a_joker_is_opened_with_last() -> None:
    """B2: the joker stays on top, in a reversal too (B6)."""
    for revolution in (False, True):
        state = position(PRESETS["bga"], ["Xr 4s 2h", "5s 6s"], revolution=revolution)
        assert done(state) == ("12" if revolution else "14")


def test_nothing_is_done_while_nobody_is_to_play() -> None:
    """Z3, Z19: before the order or the exchange is recorded nobody plays."""
    state = settle(position(ZEBEST, HANDS), ("order_not_chosen",))
    with pytest.raises(ValueError, match="nobody"):
        for_absent(state)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_manche_of_absent_players_comes_to_its_end(preset: str) -> None:
    """Z16: what is done for them is always legal, in every system."""
    rules, chance = PRESETS[preset], Random(3)
    for _ in range(10):
        cards = list(deck(rules.joker_count))
        chance.shuffle(cards)
        state = start(rules, [hand_of(cards[seat::5]) for seat in range(5)], 0)
        while state.turn != NOBODY:
            action = for_absent(state)
            assert action in legal(state)
            move = action if isinstance(action, Pass) else put_down(state.hands[state.turn], action)
            assert isinstance(move, Pass | Play)
            outcome = apply(state, state.turn, move)
            assert isinstance(outcome, Outcome)
            state = outcome.state
