"""What follows from the rules and the manches before: order, dealer, opener, extra cards, exchange, the end.

The one place that tells a fresh manche from one that follows another; fold, desk, verification and texts all
ask here. `places` are those of the manche before by name, empty for none; `order` is an order of play.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from gm.campaign.manches import Pair
from gm.rules import Rules

UNNUMBERED_MANCHES: Final = 40

Places = Mapping[str, int]


def is_fresh(rules: Rules, manche: int) -> bool:
    """Whether a manche is played like a first one: the first, and each after `limit` exchanges (Z3, E8)."""
    limit = rules.exchange.limit
    return manche == 1 if limit is None else (manche - 1) % (limit + 1) == 0


def chooses_order(rules: Rules, manche: int) -> bool:
    """Whether the holder of Qs chooses the order of play of a manche (Z3)."""
    return is_fresh(rules, manche) and rules.deal.first_order == "queen_of_spades"


def draws_opener(rules: Rules, manche: int) -> bool:
    """Whether a manche is opened by a player drawn at random (B8, E9, C3)."""
    return is_fresh(rules, manche) and rules.deal.first_opener == "lot"


def order_after(rules: Rules, manche: int, first_order: Sequence[str], places: Places) -> tuple[str, ...]:
    """The order of play of a manche; `first_order` is that of the last fresh one (Z4, B10, C3).

    In a fresh manche it holds too, but where somebody chooses another one.
    """
    if is_fresh(rules, manche) or rules.deal.later_order == "kept":
        return tuple(first_order)
    return best_first(places)


def dealer_of(
    rules: Rules, manche: int, order: Sequence[str], places: Places, opener: str | None
) -> str | None:
    """Who deals a manche, at first the seat before the drawn opener; None where nobody does (C3)."""
    if rules.deal.dealer is None:
        return None
    if is_fresh(rules, manche):
        return None if opener is None else order[order.index(opener) - 1]
    return best_first(places)[0 if rules.deal.dealer == "president" else -1]


def opener_after(rules: Rules, manche: int, order: Sequence[str], places: Places) -> str | None:
    """Who opens a manche by the places of the one before; None where Qh or the lot says (Z3, Z4, C3, E9)."""
    if is_fresh(rules, manche):
        return None
    if rules.deal.later_opener == "last":
        return best_first(places)[-1]
    dealer = dealer_of(rules, manche, order, places, None)
    return order[(order.index(dealer) + 1) % len(order)] if dealer is not None else None


def extra_after(rules: Rules, manche: int, places: Places, over: int) -> tuple[str, ...] | None:
    """Who gets the cards that are over: the last places; None for the first seats (Z2, B1)."""
    if rules.deal.extra == "seats" or is_fresh(rules, manche):
        return None
    return tuple(reversed(best_first(places)))[:over]


def pairs_after(rules: Rules, manche: int, places: Places) -> tuple[Pair, ...]:
    """The pairs that exchange before a manche, none before a fresh one (Z19, B8, E5, C5, E8)."""
    if is_fresh(rules, manche):
        return ()
    names = best_first(places)

    def at(place: int) -> str:
        return names[place - 1 if place > 0 else place]

    return tuple(Pair(at(gift.better), at(gift.worse), gift.number) for gift in rules.exchange.gifts)


def best_first(places: Places) -> tuple[str, ...]:
    """The names by place, the first one first."""
    return tuple(sorted(places, key=lambda name: places[name]))


def totals(rules: Rules, history: Sequence[Places]) -> dict[str, int]:
    """The points of a partie by name after manches with these places; empty where nobody scores (E4, C4)."""
    points: dict[str, int] = {}
    for places in history:
        worth = rules.points_for(len(places))
        if worth:
            for name, place in places.items():
                points[name] = points.get(name, 0) + worth[place - 1]
    return points


def ranked(points: Mapping[str, int]) -> dict[str, int]:
    """The rank of each total, the highest first and ties shared: 1, 1, 1, 4 (E4, C6)."""
    values = sorted(points.values(), reverse=True)
    return {
        name: values.index(total) + 1 for name, total in sorted(points.items(), key=lambda each: -each[1])
    }


def leaders(rules: Rules, history: Sequence[Places]) -> tuple[str, ...]:
    """Who has the highest total, and wins once the partie is over; nobody where nobody scores (E4, C6)."""
    return tuple(name for name, rank in ranked(totals(rules, history)).items() if rank == 1)


def is_over(rules: Rules, history: Sequence[Places]) -> bool:
    """Whether the manches with these places end a partie: their number, a target reached, or no more seeds.

    Whichever comes first (Z21, B11, E4, C6; design.md, Dealing).
    """
    if len(history) >= seed_count(rules):
        return True
    target = rules.scoring.target
    return target is not None and max(totals(rules, history).values(), default=target - 1) >= target


def seed_count(rules: Rules) -> int:
    """How many seeds an opening fixes: one for each manche, 40 where the rules set no number (design.md)."""
    return rules.scoring.manches or UNNUMBERED_MANCHES
