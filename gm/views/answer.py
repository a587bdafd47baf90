"""From the pile to what may answer it: ranks and numbers only, never a hand (Z6, B9, E3, C7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from gm.cards import JOKER, Card, Rank, rank_of
from gm.manche import State


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What may be put down on a pile by the rules in force.

    `top` is the rank in force on the pile, `number` the number of cards of its last play. In that number:
    `equal` is whether `top` itself answers, `above` whether some stronger rank does, `all_ranks` whether the
    weaker ones do too, `special` the ranks that answer out of the order of strength. `jokers` are the numbers
    of jokers that answer and are told nowhere else, `larger` is whether larger sets do.
    """

    top: Rank
    number: int
    equal: bool
    above: bool
    all_ranks: bool
    special: tuple[Rank, ...]
    jokers: tuple[int, ...]
    larger: bool


def answer_of(state: State) -> AnswerView | None:
    """What may answer the top of the pile; None where there is none."""
    demand = state.demand
    if demand.top is None:
        return None
    top, number = demand.top.rank, demand.top.number
    accepted = {count: _ranks(bits) for count, _, bits in demand.accepts}
    same = accepted.get(number, frozenset())
    special = (state.rules.play.mimic | demand.order.both_ends) - {JOKER}
    ordinary = frozenset(map(Rank, range(JOKER))) - special
    strength = demand.order.strength
    above = any(strength[rank] > strength[top] for rank in same & ordinary)
    all_ranks = ordinary <= same and any(strength[rank] < strength[top] for rank in ordinary)
    larger = any(count > number and ranks - {JOKER} for count, ranks in accepted.items())
    return AnswerView(
        top=top,
        number=number,
        equal=top in same,
        above=above,
        all_ranks=all_ranks,
        special=tuple(sorted(rank for rank in special & same if rank != top)),
        jokers=tuple(
            count
            for count in range(1, state.rules.joker_count + 1)
            if JOKER in accepted.get(count, frozenset())
            and not (larger and count > number)
            and not (count == number and _tells_of_jokers(state, top, climbing=above or all_ranks))
        ),
        larger=larger,
    )


def worths(mimic: frozenset[Rank], plays: Iterable[tuple[Card, ...]]) -> tuple[Rank | None, ...]:
    """For each play of a tour, in order, the rank it took from the one before it, None for its own (C7i)."""
    found: list[Rank | None] = []
    top, number = None, 0
    for cards in plays:
        own = rank_of(cards[0])
        if own not in mimic or len(cards) != number:
            top = own
        found.append(top if top != own else None)
        number = len(cards)
    return tuple(found)


def _tells_of_jokers(state: State, top: Rank, *, climbing: bool) -> bool:
    """Whether "stronger than the top" says by itself that jokers of its number answer."""
    return top == JOKER or (climbing and not state.revolution and state.rules.play.jokers == "rank")


def _ranks(bits: int) -> frozenset[Rank]:
    return frozenset(Rank(rank) for rank in range(JOKER + 1) if bits >> 4 * rank & 1)
