"""The law of one play on another: strengths in force, how a play relates to the top, what it brings about.

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
from gm.rules import Clause, PlayRules, Rules, TableRules

NUMBERS: Final = (1, 2, 3, 4)
CARRE: Final = 4

# One bit for each rank, the lowest of its four.
ONES: Final = 0x11111111111111


class Relation(Enum):
    """How a play relates to the top of the pile, the whole law of answering (Z6)."""

    ABOVE = "above"
    EQUAL = "equal"
    BELOW = "below"
    WRONG_COUNT = "wrong_count"


class Top(NamedTuple):
    """The play that must be answered: the rank in force on the pile and its number of cards."""

    rank: Rank
    number: int


class Laid(NamedTuple):
    """What a set of cards of one rank is on a given demand, and what it brings about if it is accepted."""

    fault: Code | None
    """Why it cannot be played there, if it cannot (Z6, Z9)."""
    rank: Rank
    number: int
    may_be_four: bool
    """Equal to the top, so that four of a kind may lie on the pile now (Z10)."""
    highest: bool
    """Of the highest rank in force before it, which is forbidden as a last play (Z15)."""
    told: tuple[Told, ...]
    """That it reverses the strengths (Z14); last, that it makes a Taggle if the tour stays open (Z8)."""
    closed_by: tuple[Closing, ...]
    """Why it closes the tour by itself, whatever lies below: Z11, Z14."""
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
    """

    law: "Law"
    top: Top | None
    revolution: bool
    taggle: bool
    accepts: tuple[tuple[int, int, int], ...] = field(init=False, compare=False, repr=False)
    reach: Hand = field(init=False, compare=False, repr=False)
    laid: Mapping[Hand, Laid | None] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        ranks_by_number = ((number, self._accepted(number)) for number in NUMBERS)
        accepts = tuple((number, (8 - number) * ONES, ranks) for number, ranks in ranks_by_number if ranks)
        reach = 0
        for _, _, ranks in accepts:
            reach |= 15 * ranks
        # A frozen value is filled once, here.
        object.__setattr__(self, "accepts", accepts)
        object.__setattr__(self, "reach", Hand(reach))
        object.__setattr__(self, "laid", _Answers(self))

    def _accepted(self, number: int) -> int:
        return sum(1 << 4 * rank for rank in range(RANK_COUNT) if self.fault(Rank(rank), number) is None)

    def relation(self, rank: Rank, number: int) -> Relation | None:
        """How so many cards of a rank relate to the top, None when they open."""
        if self.top is None:
            return None
        return relate(self.law.strengths(revolution=self.revolution), self.top, rank, number)

    def fault(self, rank: Rank, number: int) -> Code | None:
        """Why so many cards of a rank cannot be played here, if they cannot (Z6, Z9)."""
        match self.relation(rank, number):
            case Relation.WRONG_COUNT:
                return Code.WRONG_COUNT
            case Relation.ABOVE | Relation.BELOW if self.taggle:
                return Code.TAGGLE_MUST_MATCH
            case Relation.BELOW:
                return Code.TOO_LOW
            case _:
                return None

    def opening(self) -> "Demand":
        """What an opening must answer in the same order of strength: nothing (Z5)."""
        return self.law.demand(None, revolution=self.revolution)

    def without_taggle(self) -> "Demand":
        """The same top once a pass has ended the Taggle (Z9)."""
        return self.law.demand(self.top, revolution=self.revolution)


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

    def strengths(self, *, revolution: bool) -> tuple[int, ...]:
        """By rank, how strong it is in the order in force (Z6, Z14)."""
        ranks = range(JOKER)
        return (*(reversed(ranks) if revolution else ranks), JOKER)


def law_of(rules: Rules) -> Law:
    """The law of these rules, the same one for equal rules."""
    return _law_of(rules.play, rules.table, tuple(rules.clauses.items()))


@lru_cache(maxsize=64)
def _law_of(play: PlayRules, table: TableRules, clauses: tuple[tuple[str, Clause], ...]) -> Law:
    return Law(play, table, clauses)


def highest(strength: tuple[int, ...]) -> Rank:
    """The highest rank in force, jokers aside: 2, or 3 in a revolution (Z11)."""
    return Rank(max(range(JOKER), key=strength.__getitem__))


def relate(strength: tuple[int, ...], top: Top, rank: Rank, number: int) -> Relation:
    """How so many cards of a rank relate to the top (Z6)."""
    if number != top.number:
        return Relation.WRONG_COUNT
    if strength[rank] == strength[top.rank]:
        return Relation.EQUAL
    return Relation.ABOVE if strength[rank] > strength[top.rank] else Relation.BELOW


def rank_of_set(cards: Hand) -> Rank | None:
    """The one rank of some cards, None when they are of several."""
    rank = (cards & -cards).bit_length() - 1 >> 2
    return None if cards & ~(15 << 4 * rank) else Rank(rank)


def _lay(demand: Demand, rank: Rank, number: int) -> Laid:
    law, table = demand.law, demand.law.table
    relation = demand.relation(rank, number)
    is_highest = rank == highest(law.strengths(revolution=demand.revolution))
    turns = number == CARRE and "ranks" in table.carre_does
    closed_by: list[Closing] = []
    if is_highest and "top" in table.closes:
        closed_by.append("closed_by_top")
    if number == CARRE and "carre" in table.closes:
        closed_by.append("closed_by_carre")
    taggle = number == 1 and relation is Relation.EQUAL and law.play.equal_does == "taggle"
    told: tuple[Told, ...] = ("revolution",) if turns else ("taggle",) if taggle else ()
    following = law.demand(Top(rank, number), revolution=demand.revolution != turns, taggle=taggle)
    may_be_four = relation is Relation.EQUAL and "four" in table.closes
    return Laid(
        demand.fault(rank, number), rank, number, may_be_four, is_highest, told, tuple(closed_by), following
    )
