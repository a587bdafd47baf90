"""What follows from rules and places: fresh manches, order, dealer, opener, extra cards, points, end."""

from collections.abc import Sequence

import pytest
from rule_sets import rules_of

from gm.campaign import (
    dealer_of,
    draws_opener,
    extra_after,
    is_fresh,
    is_over,
    leaders,
    opener_after,
    order_after,
    pairs_after,
    ranked,
    seed_count,
    totals,
)
from gm.rules import OptionValue

SEATS = ("a", "b", "c", "d", "e")
PLACES = {"c": 1, "e": 2, "a": 3, "b": 4, "d": 5}


def places(names: str) -> dict[str, int]:
    """Places by name from the names, best first: `c e a b d`."""
    return {name: place for place, name in enumerate(names.split(), start=1)}


@pytest.mark.parametrize(
    ("limit", "fresh"),
    [("none", [1]), ("0", [1, 2, 3, 4, 5, 6, 7]), ("1", [1, 3, 5, 7]), ("2", [1, 4, 7]), ("5", [1, 7])],
)
def test_after_so_many_exchanges_a_manche_is_like_a_first_one(limit: str, fresh: list[int]) -> None:
    """E8: after N exchanges in a row, the next manche is played like a first one."""
    rules = rules_of("elysee", exchange_limit=limit)
    assert [manche for manche in range(1, 8) if is_fresh(rules, manche)] == fresh
    assert [manche for manche in range(1, 8) if draws_opener(rules, manche)] == fresh
    exchanging = [manche for manche in range(1, 8) if pairs_after(rules, manche, places("d c b a"))]
    assert exchanging == [manche for manche in range(1, 8) if manche not in fresh]


@pytest.mark.parametrize(
    ("preset", "options", "dealer", "opener", "order"),
    [
        ("zebest", {}, None, "d", "a b c d e"),
        ("zebest", {"order": "by_place"}, None, "d", "c e a b d"),
        ("bga", {}, None, "d", "a b c d e"),
        ("classic", {}, "c", "d", "a b c d e"),
        ("classic", {"dealer": "last"}, "d", "e", "a b c d e"),
        ("classic", {"order": "by_place"}, "c", "e", "c e a b d"),
        ("classic", {"dealer": "last", "order": "by_place"}, "d", "c", "c e a b d"),
    ],
)
def test_who_deals_and_opens_a_later_manche_and_in_which_order(
    preset: str, options: dict[str, OptionValue], dealer: str | None, opener: str, order: str
) -> None:
    """Z4, B8: the last opens; C3: the player after the dealer does, in an order kept or by place."""
    rules = rules_of(preset, **options)
    found = order_after(rules, 2, SEATS, PLACES)
    assert " ".join(found) == order
    assert dealer_of(rules, 2, found, PLACES, None) == dealer
    assert opener_after(rules, 2, found, PLACES) == opener


def test_the_first_dealer_sits_before_the_drawn_opener() -> None:
    """C3: the player after the dealer opens; the first one is drawn, and so is who opens after a reset."""
    rules = rules_of("classic", exchange_limit="1", order="by_place")
    for manche, before in ((1, {}), (3, PLACES)):
        assert opener_after(rules, manche, SEATS, before) is None
        assert order_after(rules, manche, SEATS, before) == SEATS
        assert dealer_of(rules, manche, SEATS, before, "a") == "e"
        assert dealer_of(rules, manche, SEATS, before, "d") == "c"


@pytest.mark.parametrize(
    ("preset", "options", "manche", "expected"),
    [
        ("zebest", {}, 1, None),
        ("zebest", {}, 2, {"d", "b"}),
        ("zebest", {"extra": "seats"}, 2, None),
        ("zebest", {"exchange_limit": "1", "manches": "4"}, 3, None),
        ("zebest", {"exchange_limit": "1", "manches": "4"}, 4, {"d", "b"}),
        ("bga", {}, 2, None),
        ("bga", {"extra": "lot_then_last_two"}, 2, {"d", "b"}),
    ],
)
def test_who_gets_the_extra_cards(
    preset: str, options: dict[str, OptionValue], manche: int, expected: set[str] | None
) -> None:
    """Z2: by lot at first, then the last places; B1: always the first seats."""
    extra = extra_after(rules_of(preset, **options), manche, PLACES, 2)
    assert (extra if extra is None else set(extra)) == expected


@pytest.mark.parametrize("over", [1, 3, 4])
def test_as_many_last_places_get_a_card_as_are_over(over: int) -> None:
    """Z2, for other decks and numbers of seats."""
    extra = extra_after(rules_of("zebest", jokers="rank"), 2, PLACES, over)
    assert extra is not None
    assert set(extra) == set("c e a b d".split()[-over:])


@pytest.mark.parametrize(
    ("preset", "by_place", "expected"),
    [
        ("zebest", "c e a b d", "c<d2 e<b1"),
        ("bga", "c e a b d g f", "c<f2 e<g1"),
        ("elysee", "d c b a", "d<a2 c<b1"),
        ("classic", "c e a b d", "c<d1"),
    ],
)
def test_who_exchanges_with_whom(preset: str, by_place: str, expected: str) -> None:
    """Z19, B8, E5, C5: how many cards the worse-placed owe the better-placed."""
    pairs = pairs_after(rules_of(preset), 2, places(by_place))
    assert " ".join(f"{pair.better}<{pair.worse}{pair.number}" for pair in pairs) == expected


@pytest.mark.parametrize(
    ("preset", "manches", "points", "ranks"),
    [
        ("zebest", ["a b c d e"], {}, {}),
        ("bga", ["a b c d", "b a d c"], {}, {}),
        (
            "elysee",
            ["a b c d", "d c b a"],
            {"a": 5, "b": 5, "c": 5, "d": 5},
            {"a": 1, "b": 1, "c": 1, "d": 1},
        ),
        (
            "elysee",
            ["a b c d", "c a b d", "b c a d"],
            {"a": 9, "b": 9, "c": 9, "d": 3},
            {"a": 1, "b": 1, "c": 1, "d": 4},
        ),
        ("classic", ["a b c d"], {"a": 2, "b": 1, "c": -1, "d": -2}, {"a": 1, "b": 2, "c": 3, "d": 4}),
        (
            "classic",
            ["a b c d e f g", "b a g d e f c"],
            {"a": 3, "b": 3, "g": -2, "d": 0, "e": 0, "f": -2, "c": -2},
            {"a": 1, "b": 1, "d": 3, "e": 3, "g": 5, "f": 5, "c": 5},
        ),
    ],
)
def test_points_add_up_and_equal_totals_share_a_rank(
    preset: str, manches: list[str], points: dict[str, int], ranks: dict[str, int]
) -> None:
    """E4, C4: what places are worth; C6: ties are shared, 1, 1, 1, 4."""
    rules = rules_of(preset)
    found = totals(rules, [places(each) for each in manches])
    assert found == points
    assert ranked(found) == ranks
    first = {name for name, rank in ranks.items() if rank == 1}
    assert set(leaders(rules, [places(each) for each in manches])) == first


WINS = ("a b c d", "a b c d", "a b c d")


@pytest.mark.parametrize(
    ("preset", "options", "history", "over"),
    [
        ("zebest", {}, ["a b c d e"], False),
        ("zebest", {}, ["a b c d e", "a b c d e"], True),
        ("bga", {}, WINS, False),
        ("bga", {}, (*WINS, "a b c d"), True),
        ("elysee", {"target": "12"}, WINS, True),
        ("elysee", {"target": "13"}, WINS, False),
        ("elysee", {"target": "13", "manches": "3"}, WINS, True),
        ("elysee", {"target": "8", "manches": "3"}, WINS[:2], True),
        ("elysee", {"target": "none", "manches": "3"}, WINS[:2], False),
        ("classic", {}, ("a b c d",) * 5, False),
        ("classic", {}, ("a b c d",) * 6, True),
        ("classic", {"target": "100"}, ("a b c d",) * 39, False),
        ("classic", {"target": "100"}, ("a b c d",) * 40, True),
        ("classic", {"target": "none", "manches": "60"}, ("a b c d",) * 40, False),
        ("classic", {"target": "1000", "manches": "60"}, ("a b c d",) * 60, True),
        ("elysee", {}, [], False),
    ],
)
def test_where_a_partie_ends(
    preset: str, options: dict[str, OptionValue], history: Sequence[str], over: bool
) -> None:
    """Z21, B11, E4, C6: after its manches or at its target, the first to happen, or when no seed is left."""
    assert is_over(rules_of(preset, **options), [places(each) for each in history]) is over


@pytest.mark.parametrize(
    ("preset", "options", "seeds"),
    [
        ("zebest", {}, 2),
        ("bga", {}, 4),
        ("elysee", {}, 40),
        ("classic", {}, 40),
        ("classic", {"manches": "60"}, 60),
    ],
)
def test_a_seed_for_each_manche(preset: str, options: dict[str, OptionValue], seeds: int) -> None:
    """design.md, Dealing: 40 where the rules set no number."""
    assert seed_count(rules_of(preset, **options)) == seeds
