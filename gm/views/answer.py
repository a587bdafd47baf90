"""From the pile to what may answer it: ranks and numbers only, never a hand (Z6, B9, E3, C7)."""

from dataclasses import dataclass

from gm.cards import JOKER, Rank, cards_in, rank_of
from gm.manche import State


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What may be put down on a pile by the rules in force.

    `top` is the rank in force on the pile, `number` the number of cards of its last play. In that number:
    `equal` is whether `top` itself answers, `above` whether some stronger rank does, `all_ranks` whether the
    weaker ones do too, `special` the ranks that answer out of the order of strength. `jokers` are the numbers
    of jokers that answer and are told nowhere else, `larger` is whether larger sets do, `mimicked` that the
    last play took the rank of the one before it (C7i).
    """

    top: Rank
    number: int
    equal: bool
    above: bool
    all_ranks: bool
    special: tuple[Rank, ...]
    jokers: tuple[int, ...]
    larger: bool
    mimicked: bool


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
        mimicked=rank_of(cards_in(state.pile[-1].cards)[0]) != top,
    )


def _tells_of_jokers(state: State, top: Rank, *, climbing: bool) -> bool:
    """Whether "stronger than the top" says by itself that jokers of its number answer."""
    return top == JOKER or (climbing and not state.revolution and state.rules.play.jokers == "rank")


def _ranks(bits: int) -> frozenset[Rank]:
    return frozenset(Rank(rank) for rank in range(JOKER + 1) if bits >> 4 * rank & 1)
