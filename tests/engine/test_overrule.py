"""The moderator's last word: which codes may be overruled, and how play goes on then (design.md, Events)."""

import pytest
from rule_sets import rules_of

from gm.cards import cards_of, hand_of
from gm.manche import (
    NEVER_OVERRULED,
    Action,
    Code,
    Outcome,
    Pass,
    Refusal,
    State,
    apply,
    overrule,
    play_of,
    start,
)

HANDS = ["5s 3s 3h", "7h 4s", "8s 8d", "9s 9d", "Ts Th"]


def table(**options: str) -> State:
    return start(rules_of(**options), [hand_of(cards_of(codes)) for codes in HANDS], 0)


def play(codes: str) -> Action:
    return play_of(cards_of(codes))


def after(state: State, seat: int, action: Action, *codes: str) -> State:
    outcome = overrule(state, seat, action, codes)
    assert isinstance(outcome, Outcome), outcome
    return outcome.state


def test_what_design_keeps_from_the_moderator_is_kept() -> None:
    assert set(NEVER_OVERRULED) == {
        *("unknown_player", "manche_over", "already_out", "duplicate_card", "not_held", "mixed_ranks")
    }


@pytest.mark.parametrize(
    ("seat", "action", "code"),
    [
        (None, Pass(), "unknown_player"),
        (0, play("5s 5s"), "duplicate_card"),
        (0, play("Kd"), "not_held"),
        (0, play("5s 3s"), "mixed_ranks"),
    ],
)
def test_what_nobody_can_overrule_still_refuses(seat: int | None, action: Action, code: str) -> None:
    answer = overrule(table(), seat, action, [code])
    assert isinstance(answer, Refusal)
    assert [objection.code for objection in answer.objections] == [code]


def test_codes_that_are_not_named_still_refuse() -> None:
    state = after(table(), 0, play("5s"))
    answer = overrule(state, 0, play("3s"), ["too_low"])
    assert isinstance(answer, Refusal)
    assert [objection.code for objection in answer.objections] == [Code.NOT_YOUR_TURN]


def test_without_codes_it_is_the_judges_ruling() -> None:
    state = table()
    for seat, action in ((0, play("5s")), (1, Pass()), (0, Pass())):
        assert overrule(state, seat, action, ()) == apply(state, seat, action)


def test_a_play_out_of_turn_becomes_the_top_and_play_goes_on_after_its_author() -> None:
    """Z22"""
    state = after(after(table(), 0, play("5s")), 3, play("9s"), "not_your_turn")
    assert (state.turn, state.pile[-1].seat) == (4, 3)
    for seat in (4, 0, 1):
        state = after(state, seat, Pass())
    assert state.turn == 2
    assert after(state, 2, Pass()).opener == 3


def test_a_pass_said_early_counts_and_the_turn_stays() -> None:
    """Z12, Z22: the others are still asked, the one who passed early is not asked again before a play."""
    state = after(after(table(), 0, play("5s")), 2, Pass(), "not_your_turn")
    assert state.turn == 1
    state = after(state, 1, Pass())
    assert state.turn == 3
    state = after(after(state, 3, Pass()), 4, play("Ts"))
    assert [after(state, 0, Pass()).turn, after(after(state, 0, Pass()), 1, Pass()).turn] == [1, 2]


def test_a_play_too_low_is_answered_as_it_lies() -> None:
    """Z6"""
    state = after(after(table(), 0, play("5s")), 1, play("4s"), "too_low")
    assert not state.taggle
    assert isinstance(apply(state, 2, play("8s")), Outcome)


def test_a_double_on_a_single_sets_the_new_number() -> None:
    """Z6"""
    state = after(after(table(), 0, play("5s")), 1, Pass())
    state = after(state, 2, play("8s 8d"), "wrong_count")
    answer = apply(state, 3, play("9s"))
    assert isinstance(answer, Refusal)
    assert [objection.code for objection in answer.objections] == [Code.WRONG_COUNT]
    assert not state.taggle


def test_a_pass_of_the_opener_hands_the_opening_on() -> None:
    """Z5"""
    state = after(table(), 0, Pass(), "cannot_pass_opening")
    assert (state.turn, state.opener, state.pile) == (1, 1, ())


def test_when_all_have_passed_an_opening_the_first_is_asked_again() -> None:
    """Z5, Z12"""
    state = table()
    for seat in range(5):
        state = after(state, seat, Pass(), "cannot_pass_opening")
    assert (state.turn, state.opener, state.pile) == (0, 0, ())


def test_a_locked_player_who_is_let_in_plays_on() -> None:
    """B4"""
    state = after(table(**{"pass": "locks"}), 0, play("5s"))
    state = after(after(state, 1, Pass()), 2, play("8s"))
    state = after(state, 1, play("7h"), "not_your_turn", "locked_out", "too_low")
    assert state.pile[-1].seat == 1
    assert state.turn == 2


def test_when_every_pass_of_an_opening_is_overruled_the_next_player_opens() -> None:
    """Z12, Z13: nobody has played, so the tour closes for nobody."""
    state = table()
    for seat in range(5):
        assert state.turn == seat
        state = after(state, seat, Pass(), "cannot_pass_opening")
    assert (state.turn, state.opener, state.pile) == (0, 0, ())


def test_when_every_pass_of_a_turned_opening_is_overruled_the_next_player_that_way_round_opens() -> None:
    """Z13, C7f: the turn goes round the other way."""
    state = start(rules_of(carre="turn"), [hand_of(cards_of(codes)) for codes in HANDS], 0, revolution=True)
    for seat in (0, 4, 3, 2, 1):
        assert state.turn == seat
        state = after(state, seat, Pass(), "cannot_pass_opening")
    assert (state.turn, state.opener, state.pile) == (0, 0, ())
