"""What holds of every manche, over random deals, house rules and actions."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_sets import rule_sets, rules_of

from gm.cards import NO_CARDS, Hand, cards_in, deck, hand_of, of_rank
from gm.manche import (
    Action,
    Code,
    LegalPlay,
    Outcome,
    Pass,
    Play,
    Refusal,
    Sanction,
    Seat,
    State,
    apply,
    forced,
    legal,
    objections,
    play_of,
    start,
)
from gm.rules import PRESETS, Rules

SEEDS = st.integers(min_value=0, max_value=2**32)
RULES = SEEDS.map(lambda seed: next(rule_sets(Random(seed), 1))[1])
few = settings(max_examples=40, deadline=None)


def dealt(chance: Random, rules: Rules) -> State:
    """A deal of the whole deck to five players, or of a part of it to two and more."""
    seats = chance.choice([5, 5, 5, 2, 3, 4, 6])
    cards = list(deck(rules.joker_count))
    chance.shuffle(cards)
    if chance.random() < 0.5:  # few ranks make more Taggles, doubles and carrés
        cards = [card for card in cards if card >> 2 in (0, 4, 5, 11, 12, 13)]
    hands = [hand_of(cards[seat::seats]) for seat in range(seats)]
    return start(rules, hands, chance.randrange(seats), revolution=chance.random() < 0.3)


def chosen(chance: Random, state: State) -> tuple[Seat, Action]:
    """One of the legal actions, with any cards of the rank and the number; now and then a sanction."""
    if chance.random() < 0.03:
        return chance.choice([seat for seat, place in enumerate(state.places) if not place]), Sanction()
    action = chance.choice(legal(state))
    if isinstance(action, Pass):
        return state.turn, action
    held = list(cards_in(of_rank(state.hands[state.turn], action.rank)))
    return state.turn, play_of(chance.sample(held, action.number))


def played(seed: int, rules: Rules) -> Iterator[tuple[State, Seat, Action, Outcome]]:
    """A whole random manche: each state with the action taken in it and its outcome."""
    chance = Random(seed)
    state = dealt(chance, rules)
    while state.turn >= 0:
        seat, action = chosen(chance, state)
        outcome = apply(state, seat, action)
        assert isinstance(outcome, Outcome)
        yield state, seat, action, outcome
        state = outcome.state


@few
@given(seed=SEEDS, rules=RULES)
def test_each_card_is_in_a_hand_or_was_played_from_it_once(seed: int, rules: Rules) -> None:
    down = NO_CARDS
    for state, _, action, outcome in played(seed, rules):
        if isinstance(action, Play):
            assert not down & action.cards
            down = Hand(down | action.cards)
        whole = [hand & ~down for hand in state.dealt]
        assert list(outcome.state.hands) == whole
        assert outcome.state.dealt == state.dealt


@few
@given(seed=SEEDS, rules=RULES)
def test_each_manche_ends_with_each_place_taken_once_and_never_moved(seed: int, rules: Rules) -> None:
    last = None
    for state, _, _, outcome in played(seed, rules):
        last = outcome.state
        for before, after in zip(state.places, last.places, strict=True):
            assert before in (0, after)
    assert last is not None
    seats = range(len(last.hands))
    assert sorted(last.places) == [seat + 1 for seat in seats]
    assert sorted(last.out) == list(seats)
    assert (last.turn, last.opener, last.pile, last.taggle) == (-1, -1, (), False)
    assert legal(last) == ()


@settings(max_examples=15, deadline=None)
@given(seed=SEEDS, rules=RULES)
def test_legal_lists_exactly_what_has_no_objection(seed: int, rules: Rules) -> None:
    """Both ways: each set of one to four cards held is tried, listed or not (design.md, The judge)."""
    for state, _, _, _ in played(seed, rules):
        listed = legal(state)
        assert listed
        assert len(set(listed)) == len(listed)
        held = cards_in(state.hands[state.turn])
        for number in range(1, 5):
            for cards in combinations(held, number):
                if len({card >> 2 for card in cards}) > 1:
                    continue
                allowed = not objections(state, state.turn, play_of(cards))
                assert (LegalPlay(cards[0] >> 2, number) in listed) == allowed
        assert (not objections(state, state.turn, Pass())) == any(isinstance(each, Pass) for each in listed)


@few
@given(seed=SEEDS, rules=RULES)
def test_a_player_bound_by_taggle_may_do_one_thing_only(seed: int, rules: Rules) -> None:
    """Z9: `forced` names the single, exactly where no pass and nothing else is legal on a Taggle."""
    for state, _, _, _ in played(seed, rules):
        only = legal(state) if state.taggle and rules.play.taggle_forced else ()
        single = only[0] if len(only) == 1 and not isinstance(only[0], Pass) else None
        assert forced(state) == single


@few
@given(seed=SEEDS, rules=RULES)
def test_an_action_of_anybody_else_is_refused_as_not_their_turn(seed: int, rules: Rules) -> None:
    for state, _, action, _ in played(seed, rules):
        if isinstance(action, Sanction):
            continue
        for seat, place in enumerate(state.places):
            if seat != state.turn:
                codes = [objection.code for objection in objections(state, seat, action)]
                assert codes[0] == ("already_out" if place else "not_your_turn")


@few
@given(seed=SEEDS, rules=RULES)
def test_actions_taken_again_from_the_deal_give_the_same_states(seed: int, rules: Rules) -> None:
    moves = list(played(seed, rules))
    state = moves[0][0]
    for before, seat, action, outcome in moves:
        assert state == before
        again = apply(state, seat, action)
        assert again == outcome
        assert isinstance(again, Outcome)
        state = again.state


@few
@given(seed=SEEDS, rules=RULES, cards=st.lists(st.sampled_from(deck(2)), min_size=1, max_size=6))
def test_any_cards_are_judged_and_a_refusal_tells_each_code_once_in_order(
    seed: int, rules: Rules, cards: list[int]
) -> None:
    order = list(Code)
    for state, _, _, _ in played(seed, rules):
        for seat in (*range(len(state.hands)), None):
            answer = apply(state, seat, play_of(cards))
            if isinstance(answer, Refusal):
                places = [order.index(objection.code) for objection in answer.objections]
                assert places == sorted(set(places))
                assert places


@few
@given(seed=SEEDS, rules=RULES)
def test_the_tour_is_always_with_a_player_who_may_still_speak(seed: int, rules: Rules) -> None:
    """Z12, Z22: the turn is never the top's author's, and on an empty pile the opener's."""
    for _, _, _, outcome in played(seed, rules):
        state = outcome.state
        if state.turn < 0:
            continue
        assert not state.places[state.turn]
        if state.pile:
            assert state.pile[-1].seat != state.turn
        else:
            assert state.opener == state.turn


@pytest.mark.parametrize("preset", PRESETS)
def test_states_are_plain_values(preset: str) -> None:
    """Equal actions from equal deals give equal states, whichever call made the rules."""
    hands = [hand_of(deck(0)[seat::5]) for seat in range(5)]
    rules, again = rules_of(preset), rules_of(preset)
    assert start(rules, hands, 0) == start(again, hands, 0) != start(rules, hands, 1)
