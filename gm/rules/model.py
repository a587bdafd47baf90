"""The parts of a campaign's rules as data: what answers what, the table, the deal, the exchange, points."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gm.cards import Rank

Clause = str
OptionValue = str | tuple[str, ...]

Equal = Literal["no", "yes", "skip", "taggle"]
Larger = Literal["no", "if_higher", "any"]
Jokers = Literal["none", "rank", "close"]
Passing = Literal["free", "locks"]
Carre = Literal["none", "reverse", "reverse_and_close", "turn"]
Closer = Literal["top", "four"]
ForbiddenFinish = Literal["on_finish", "on_holding", "off"]
Extra = Literal["lot_then_last_two", "seats"]
FirstOpener = Literal["queen_of_hearts", "lot"]
LaterOpener = Literal["last", "after_dealer"]
Dealer = Literal["president", "last"]
FirstOrder = Literal["queen_of_spades", "deal"]
LaterOrder = Literal["kept", "by_place"]


@dataclass(frozen=True, slots=True)
class PlayRules:
    """What answers what: the law of one play on another (Z6, Z8, Z9; B2, B3, B9, E3, E6, C7).

    `equal` is whether an equal answer is accepted and what it does, `equal_top` whether also on the highest
    rank in force and on jokers. Ranks of `mimic` take the rank in force on the pile, those of `both_ends`
    beat all and are beaten by all.
    """

    equal: Equal
    equal_top: bool
    taggle_forced: bool
    larger: Larger
    jokers: Jokers
    mimic: frozenset[Rank]
    both_ends: frozenset[Rank]


@dataclass(frozen=True, slots=True)
class TableRules:
    """What happens around the pile: passes, carrés, closings, last cards (Z7, Z10, Z11, Z14, Z15, C7f)."""

    passing: Passing
    carre: Carre
    closes: frozenset[Closer]
    forbidden_finish: ForbiddenFinish


@dataclass(frozen=True, slots=True)
class DealRules:
    """Who sits, what is dealt, who opens and in which order one plays (Z1 to Z4, B1, B8, E9, C3).

    `first_opener` and `first_order` hold for a partie's first manche and for those played like it (E8), the
    `later_` ones for all others. `dealer` is who deals these, None where nobody does.
    """

    seats: tuple[int, int]
    extra: Extra
    first_opener: FirstOpener
    later_opener: LaterOpener
    dealer: Dealer | None
    first_order: FirstOrder
    later_order: LaterOrder


@dataclass(frozen=True, slots=True)
class Gift:
    """One pair of an exchange: places counted from the top (1, 2) and from the bottom (-1, -2) (Z19)."""

    better: int
    worse: int
    number: int


@dataclass(frozen=True, slots=True)
class ExchangeRules:
    """The gifts before a manche that follows another (Z19, B8, E5, C5).

    With `demands` the better-placed may ask; with `as_dealt` they give nothing that they have just received.
    `limit` is after how many exchanges in a row the titles are forgotten (E8).
    """

    gifts: tuple[Gift, ...]
    demands: bool
    as_dealt: bool
    limit: int | None


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """When a partie ends, after so many manches or at a target, and what a place is worth (Z21, E4, C4).

    `points` gives by number of seats what places 1, 2, … are worth; it is empty where nobody scores.
    """

    manches: int | None
    target: int | None
    points: Mapping[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything a ruling depends on; `clauses` names, by verdict code or effect, the clause it cites.

    A code or effect that cannot come up under these rules has no clause.
    """

    preset: str
    play: PlayRules
    table: TableRules
    deal: DealRules
    exchange: ExchangeRules
    scoring: ScoringRules
    roles: Mapping[int, tuple[str, ...]]
    clauses: Mapping[str, Clause]

    @property
    def joker_count(self) -> int:
        """How many jokers are in the deck (B1, E1, C7g)."""
        return 0 if self.play.jokers == "none" else 2

    def roles_for(self, seats: int) -> tuple[str, ...]:
        """The role keys of places 1 to `seats`, best first (Z17); raises KeyError for a number not played."""
        return self.roles[seats]

    def points_for(self, seats: int) -> tuple[int, ...]:
        """What places 1 to `seats` are worth, best first (E4, C4); empty where nobody scores."""
        return self.scoring.points.get(seats, ())
