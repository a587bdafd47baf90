"""Rules are data: the judge reads the values of `Rules`, whatever the preset is called (design.md)."""

from dataclasses import replace

from rule_sets import rules_of

from gm.cards import cards_of, hand_of
from gm.manche import Effect, Outcome, State, apply, play_of, start
from gm.rules import ZEBEST, Rules

HANDS = ["8s 8h 3s", "8d 8c 4s 4h 4d 4c", "2s 2h 9s"]


def played(rules: Rules, seat: int, *plays: str) -> Outcome:
    state: State = start(rules, [hand_of(cards_of(codes)) for codes in HANDS], seat)
    outcome = None
    for codes in plays:
        outcome = apply(state, state.turn, play_of(cards_of(codes)))
        assert isinstance(outcome, Outcome), outcome
        state = outcome.state
    assert outcome is not None
    return outcome


def test_there_is_no_taggle_on_doubles_even_where_four_of_a_kind_do_not_close() -> None:
    """Z8, Z10"""
    rules = rules_of(closes=("top",))
    assert played(rules, 0, "8s 8h", "8d 8c").effects == ()
    assert not played(rules, 0, "8s 8h", "8d 8c").state.taggle


def test_the_highest_rank_closes_only_where_the_rules_say_so() -> None:
    """Z11"""
    assert played(ZEBEST, 2, "2s").effects == (Effect.TOUR_CLOSED,)
    assert played(rules_of(closes=()), 2, "2s").effects == ()


def test_a_carre_turns_and_closes_only_where_the_rules_say_so() -> None:
    """Z14"""
    carre = "4s 4h 4d 4c"
    assert played(ZEBEST, 1, carre).effects == (Effect.REVOLUTION, Effect.TOUR_CLOSED)
    still = played(rules_of(carre="none"), 1, carre)
    assert (still.effects, still.state.revolution) == ((), False)
    opened = played(rules_of(carre="reverse"), 1, carre)
    assert (opened.effects, opened.state.revolution) == ((Effect.REVOLUTION,), True)
    assert opened.state.turn == 2


def test_equal_singles_make_a_taggle_only_where_the_rules_say_so() -> None:
    """Z8"""
    assert played(rules_of(equal="yes"), 0, "8s", "8d").effects == ()


def test_a_verdict_cites_the_clause_that_the_rules_name() -> None:
    named = replace(ZEBEST, clauses={**ZEBEST.clauses, "closed_by_top": "H1"})
    assert played(named, 2, "2s").clauses == ("H1",)
