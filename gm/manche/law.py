"""The law of one play on another: how a play relates to the top of the pile, what it brings about.

All of it depends on ranks and numbers only, never on who plays: a `Demand` is what must be answered, a `Laid`
what one set of cards is once it lies on it. There are a few hundred demands and each is answered by at most
195 sets, so both are worked out once and remembered in their `Law`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from gm.cards import JOKER, RANK_COUNT, Hand, Rank
from gm.manche.codes import EFFECT_OF, Closing, Code, Effect, Told
from gm.manche.strength import Order, order_of
from gm.rules import Clause, PlayRules, Rules, TableRules

NUMBERS: Final = (1, 2, 3, 4)
CARRE: Final = 4

# One bit for each rank, the lowest of its four.
ONES: Final = 0x11111111111111


class Relation(Enum):
    """How a play relates to the top of the pile, the whole law of answering (Z6, C7)."""

    ABOVE = "above"
    EQUAL = "equal"
    BELOW = "below"
    WRONG_COUNT = "wrong_count"


class Top(NamedTuple):
    """The play that must be answered: the rank in force on the pile and its number of cards.

    `run` is how many equal singles in a row it ends, counted only where a run turns the order (C7f).
    """

    rank: Rank
    number: int
    run: int = 0


class Further(NamedTuple):
    """What a play may bring about by what lies below it, or by where people sit."""

    four: bool
    """Four of a kind may lie on the pile now (Z10)."""
    run: int
    """How many equal singles lie on top, which turn the order if each active player put one down (C7f)."""
    skips: bool
    """The next player is skipped (B9)."""


class Laid(NamedTuple):
    """What a set of cards of one rank is on a given demand, and what it brings about if it is accepted."""

    fault: Code | None
    """Why it cannot be played there, if it cannot (Z6, Z9)."""
    rank: Rank
    number: int
    further: Further | None
    """What else has to be looked at, None when nothing has."""
    highest: bool
    """Of the highest rank in force before it, which is forbidden as a last play (Z15)."""
    told: tuple[Told, ...]
    """That it turns the order (Z14); last, that it makes a Taggle if the tour stays open (Z8), or skips."""
    closed_by: tuple[Closing, ...]
    """Why it closes the tour by itself, whatever lies below: Z11, Z14, E3."""
    demand: "Demand"
    """What the next player must answer if the tour stays open."""


class _Answers(dict[Hand, Laid]):
    """What each set of cards of one rank is on a demand, worked out when it is first asked for."""

    def __init__(self, demand: "Demand") -> None:
        self._demand = demand

    def __missing__(self, cards: Hand) -> Laid | None:
        rank = rank_of_set(cards)
        if rank is None:
            return None
        laid = self[cards] = _lay(self._demand, rank, cards.bit_count())
        return laid


@dataclass(frozen=True, slots=True)
class Demand:
    """What must be answered: the top (None before an opening), the order in force, Taggle or not.

    `accepts` gives each number that may be played, by how much it falls short of 8 once for each rank, and
    the ranks it may be played of as bits of `ONES`; `reach` are all the cards of these ranks. `laid` tells
    what some cards are and bring about when they are put down here; None when they are of several ranks.
    `locks` is whether a pass locks out (B4), `backwards` whether the turn goes round the other way (C7f),
    `straight` that it does not and that nobody leaves for the card they hold (Z15). `opening` is what the
    next opening answers, nothing (Z5), `after_pass` the same top once a pass has ended any Taggle (Z9).
    """

    law: "Law"
    top: Top | None
    revolution: bool
    taggle: bool
    order: Order = field(init=False, compare=False, repr=False)
    accepts: tuple[tuple[int, int, int], ...] = field(init=False, compare=False, repr=False)
    reach: Hand = field(init=False, compare=False, repr=False)
    laid: Mapping[Hand, Laid | None] = field(init=False, compare=False, repr=False)
    locks: bool = field(init=False, compare=False, repr=False)
    backwards: bool = field(init=False, compare=False, repr=False)
    straight: bool = field(init=False, compare=False, repr=False)
    opening: "Demand" = field(init=False, compare=False, repr=False)
    after_pass: "Demand" = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        # A frozen value is filled once, here.
        table = self.law.table
        backwards = self.revolution and table.carre == "turn"
        object.__setattr__(self, "order", order_of(self.law.play, table, revolution=self.revolution))
        object.__setattr__(self, "locks", table.passing == "locks")
        object.__setattr__(self, "backwards", backwards)
        object.__setattr__(self, "straight", not backwards and table.forbidden_finish != "on_holding")
        opening = self if self.top is None else self.law.demand(None, revolution=self.revolution)
        object.__setattr__(self, "opening", opening)
        after_pass = self.law.demand(self.top, revolution=self.revolution) if self.taggle else self
        object.__setattr__(self, "after_pass", after_pass)
        ranks_by_number = ((number, self._accepted(number)) for number in NUMBERS)
        accepts = tuple((number, (8 - number) * ONES, ranks) for number, ranks in ranks_by_number if ranks)
        reach = 0
        for _, _, ranks in accepts:
            reach |= 15 * ranks
        object.__setattr__(self, "accepts", accepts)
        object.__setattr__(self, "reach", Hand(reach))
        object.__setattr__(self, "laid", _Answers(self))

    def _accepted(self, number: int) -> int:
        return sum(1 << 4 * rank for rank in range(RANK_COUNT) if self.fault(Rank(rank), number) is None)

    def relation(self, rank: Rank, number: int) -> Relation | None:
        """How so many cards of a rank relate to the top, None when they open."""
        return None if self.top is None else relate(self.law.play, self.order, self.top, rank, number)

    def fault(self, rank: Rank, number: int) -> Code | None:
        """Why so many cards of a rank cannot be played here, if they cannot (Z6, Z9)."""
        match self.relation(rank, number):
            case Relation.WRONG_COUNT:
                return Code.WRONG_COUNT
            case Relation.ABOVE | Relation.BELOW if self.taggle:
                return Code.TAGGLE_MUST_MATCH
            case Relation.BELOW:
                return Code.TOO_LOW
            case Relation.EQUAL if not self._takes_equal(rank):
                return Code.TOO_LOW
            case _:
                return None

    def _takes_equal(self, rank: Rank) -> bool:
        """Whether an answer of the rank of the top is accepted (Z6, Z9, B9, C7c, C7d).

        Some ranks beat all of their number, their own included (C7f, C7h, C7i).
        """
        play = self.law.play
        if self.taggle or rank in play.mimic or rank in self.order.both_ends:
            return True
        return play.equal != "no" and (play.equal_top or rank not in (self.order.highest, JOKER))

    def turned(self) -> "Demand":
        """The same top once a run of equal singles has turned the order; the next run starts anew (C7f)."""
        assert self.top is not None
        return self.law.demand(self.top._replace(run=0), revolution=not self.revolution, taggle=self.taggle)


@dataclass(frozen=True, slots=True)
class Law:
    """The part of the rules that tells plays apart, with every demand met and every report made so far."""

    play: PlayRules
    table: TableRules
    clauses: tuple[tuple[str, Clause], ...]
    _demands: dict[tuple[Top | None, bool, bool], Demand] = field(
        init=False, compare=False, repr=False, default_factory=dict
    )
    _reports: dict[tuple[Told, ...], tuple[tuple[Effect, ...], tuple[Clause, ...]]] = field(
        init=False, compare=False, repr=False, default_factory=dict
    )

    def tell(self, told: tuple[Told, ...]) -> tuple[tuple[Effect, ...], tuple[Clause, ...]]:
        """The effects in the order of rules.md, and the clauses that each rests on in the same order."""
        report = self._reports.get(told)
        if report is None:
            keys = tuple(key for key in EFFECT_OF if key in told)
            clauses = dict(self.clauses)
            effects = tuple(dict.fromkeys(EFFECT_OF[key] for key in keys))
            report = self._reports[told] = (effects, tuple(clauses[key] for key in keys))
        return report

    def demand(self, top: Top | None, *, revolution: bool, taggle: bool = False) -> Demand:
        """What must be answered on this top, None being an opening."""
        key = (top, revolution, taggle)
        demand = self._demands.get(key)
        if demand is None:
            demand = self._demands[key] = Demand(self, top, revolution, taggle)
        return demand


def law_of(rules: Rules) -> Law:
    """The law of these rules, the same one for equal rules."""
    return _law_of(rules.play, rules.table, tuple(rules.clauses.items()))


@lru_cache(maxsize=64)
def _law_of(play: PlayRules, table: TableRules, clauses: tuple[tuple[str, Clause], ...]) -> Law:
    return Law(play, table, clauses)


def relate(play: PlayRules, order: Order, top: Top, rank: Rank, number: int) -> Relation:
    """How so many cards of a rank relate to the top (Z6, E3, C7, C8)."""
    if number != top.number:
        return _relate_numbers(play, order, top, rank, number)
    if rank == top.rank:
        return Relation.EQUAL
    if rank in play.mimic or not order.both_ends.isdisjoint((rank, top.rank)):
        return Relation.ABOVE
    return Relation.ABOVE if order.strength[rank] > order.strength[top.rank] else Relation.BELOW


def _relate_numbers(play: PlayRules, order: Order, top: Top, rank: Rank, number: int) -> Relation:
    """How a play relates to a top of another number (E3, C7a, C7b)."""
    if play.jokers == "close" and rank == JOKER and number == 1:
        return Relation.ABOVE
    if number < top.number or play.larger == "no":
        return Relation.WRONG_COUNT
    if play.larger == "any" or order.strength[rank] > order.strength[top.rank]:
        return Relation.ABOVE
    return Relation.BELOW


def rank_of_set(cards: Hand) -> Rank | None:
    """The one rank of some cards, None when they are of several."""
    rank = (cards & -cards).bit_length() - 1 >> 2
    return None if cards & ~(15 << 4 * rank) else Rank(rank)


def _lay(demand: Demand, rank: Rank, number: int) -> Laid:
    law, table, top = demand.law, demand.law.table, demand.top
    equal = demand.relation(rank, number) is Relation.EQUAL
    turns = number == CARRE and table.carre != "none"
    taggle = equal and number == 1 and law.play.equal == "taggle"
    skips = equal and law.play.equal == "skip"
    told: list[Told] = ["revolution"] if turns else []
    if taggle or skips:
        told.append("taggle" if taggle else "skip")
    mimics = rank in law.play.mimic
    in_force = top.rank if mimics and top is not None and number == top.number else rank
    is_highest = in_force == demand.order.highest
    run = 0
    if table.carre == "turn" and number == 1:
        run = top.run + 1 if equal and top is not None else 1
    following = Top(in_force, number, run)
    four = "four" in table.closes and top is not None and number < CARRE and (rank == top.rank or mimics)
    return Laid(
        fault=demand.fault(rank, number),
        rank=rank,
        number=number,
        further=Further(four, run if equal else 0, skips) if four or skips or (run and equal) else None,
        highest=is_highest,
        told=tuple(told),
        closed_by=_closed_by(law, rank, number, highest=is_highest),
        demand=law.demand(following, revolution=demand.revolution != turns, taggle=taggle),
    )


def _closed_by(law: Law, rank: Rank, number: int, *, highest: bool) -> tuple[Closing, ...]:
    """Why so many cards of a rank close the tour whatever lies below them (Z11, Z14, E3)."""
    reasons: list[Closing] = []
    if highest and "top" in law.table.closes:
        reasons.append("closed_by_top")
    if number == CARRE and law.table.carre == "reverse_and_close":
        reasons.append("closed_by_carre")
    if rank == JOKER and law.play.jokers == "close":
        reasons.append("closed_by_joker")
    return tuple(reasons)
