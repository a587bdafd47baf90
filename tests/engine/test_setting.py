"""Setting a deal up: gifts, best and lowest cards, seats renumbered, plays named (Z3, Z19, Z20, Z26)."""

import pytest
from rule_sets import rules_of

from gm.cards import RANKS, cards_in, cards_of, codes_of, hand_of
from gm.manche import (
    LegalPlay,
    Outcome,
    Pass,
    Play,
    PlayOnPile,
    Sanction,
    State,
    apply,
    best,
    give,
    legal,
    lowest,
    play_of,
    put_down,
    reseat,
    settle,
    start,
)
from gm.rules import ZEBEST


def hand(codes: str):
    return hand_of(cards_of(codes))


def after(state: State, seat: int, action) -> State:
    outcome = apply(state, seat, action)
    assert isinstance(outcome, Outcome), outcome
    return outcome.state


@pytest.mark.parametrize(
    ("held", "number", "wanted"),
    [
        ("3s 9h 2c Kd", 1, "2c"),
        ("3s 9h 2c Kd", 2, "Kd 2c"),
        ("2c 2d 2h 2s", 1, "2s"),  # ◇ suits break the tie s, h, d, c
        ("Ac Ad Ah 2c", 3, "Ah Ad 2c"),
        ("3s", 2, "3s"),
    ],
)
def test_the_best_cards_are_the_strongest_and_of_equal_ranks_spades_first(held, number, wanted) -> None:
    """Z20"""
    assert codes_of(cards_in(best(ZEBEST, hand(held), number))) == wanted


@pytest.mark.parametrize(
    ("held", "number", "wanted"),
    [("3s 9h 2c Kd", 2, "3s 9h"), ("3c 3d 3h 4s", 1, "3h"), ("3c 3d 3h 4s", 2, "3h 3d"), ("2s", 3, "2s")],
)
def test_the_lowest_cards_are_the_weakest_and_of_equal_ranks_spades_first(held, number, wanted) -> None:
    """Z19, Z20"""
    assert codes_of(cards_in(lowest(ZEBEST, hand(held), number))) == wanted


def test_a_gift_moves_cards_and_remembers_who_gave_what() -> None:
    """Z19"""
    state = start(ZEBEST, [hand("3s 2s 2h"), hand("4s 5s")], 0)
    state = give(state, 0, 1, hand("2s 2h"))
    state = give(state, 1, 0, hand("2h 4s"))
    assert [codes_of(cards_in(each)) for each in state.hands] == ["3s 4s 2h", "5s 2s"]
    assert [codes_of(cards_in(each)) for each in state.given] == ["2s", "4s 2h"]
    assert [codes_of(cards_in(each)) for each in state.dealt] == ["3s 4s 2s 2h", "4s 5s 2s 2h"]


def test_what_is_pending_is_recorded_at_once() -> None:
    """Z3: nothing is legal until then."""
    state = start(ZEBEST, [hand("3s"), hand("4s")], 0, pending=("order_not_chosen",))
    assert legal(state) == ()
    assert legal(settle(state, ())) != ()


class TestReseat:
    deal = start(ZEBEST, [hand("3s 3h"), hand("4s 4h"), hand("5s 5h"), hand("6s 6h")], 1)

    def test_seats_follow_the_order_named_and_the_opener_opens(self) -> None:
        """Z3"""
        state = reseat(self.deal, (1, 3, 0, 2), 0)
        assert [codes_of(cards_in(each)) for each in state.hands] == ["4s 4h", "6s 6h", "3s 3h", "5s 5h"]
        assert (state.turn, state.opener) == (0, 0)
        assert after(state, 0, play_of(cards_of("4s"))).turn == 1

    def test_a_sanctioned_seat_keeps_its_place_and_the_first_active_one_opens(self) -> None:
        """Z26"""
        state = reseat(after(self.deal, 1, Sanction()), (1, 3, 0, 2), 0)
        assert state.places == (4, 0, 0, 0)
        assert state.out == (0,)
        assert (state.turn, state.opener) == (1, 1)
        sanctioned = [each.clause for each in apply(state, 0, Pass()).objections]
        assert sanctioned == ["Z18"]

    def test_a_manche_that_sanctions_have_ended_stays_over(self) -> None:
        state = self.deal
        for seat in (1, 2, 3):
            state = after(state, seat, Sanction())
        state = reseat(state, (1, 3, 0, 2), 0)
        assert (state.turn, state.opener, state.places) == (-1, -1, (4, 2, 1, 3))

    def test_a_tour_begun_goes_on_with_the_same_players(self) -> None:
        state = self.deal
        for seat, action in ((1, play_of(cards_of("4s"))), (2, Pass()), (3, play_of(cards_of("6s")))):
            state = after(state, seat, action)
        state = reseat(state, (1, 3, 0, 2), 0)
        assert state.pile == (PlayOnPile(0, hand("4s")), PlayOnPile(1, hand("6s")))
        assert (state.turn, state.opener) == (2, 0)
        state = after(after(state, 2, Pass()), 3, Pass())
        assert state.turn == 0
        assert after(state, 0, Pass()).opener == 1

    def test_who_is_locked_out_stays_so(self) -> None:
        """B4"""
        state = start(rules_of(**{"pass": "locks"}), self.deal.hands, 1)
        for seat, action in ((1, play_of(cards_of("4s"))), (2, Pass()), (3, play_of(cards_of("6s")))):
            state = after(state, seat, action)
        state = reseat(state, (1, 3, 0, 2), 0)
        assert [each.code for each in apply(state, 3, Pass()).objections] == ["not_your_turn", "locked_out"]


def test_a_play_counts_the_cards_as_they_were_named() -> None:
    """rules.md, Verdict codes: the number of cards is the number named, duplicates included."""
    assert play_of(cards_of("7s 7h 7s")) == Play(hand("7s 7h"), 3)


def test_a_play_of_no_cards_cannot_be_made() -> None:
    """Z5"""
    with pytest.raises(ValueError, match="one card"):
        play_of(())


def test_what_is_pending_is_told_in_the_order_of_the_codes() -> None:
    """rules.md, Verdict codes"""
    state = start(ZEBEST, [hand("3s"), hand("4s")], 0, pending=("exchange_pending", "order_not_chosen"))
    answer = apply(state, 0, play_of(cards_of("3s")))
    assert [each.code for each in answer.objections] == ["order_not_chosen", "exchange_pending"]


@pytest.mark.parametrize(("rank", "number", "wanted"), [("7", 1, "7s"), ("7", 2, "7s 7c"), ("9", 1, "9d")])
def test_a_listed_play_is_put_down_with_the_first_cards_of_its_rank(rank, number, wanted) -> None:
    play = put_down(hand("7c 7s 7d 9d") & ~hand("7d"), LegalPlay(RANKS.index(rank), number))
    assert play == play_of(cards_of(wanted))
