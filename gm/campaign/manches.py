"""One deal as its events leave it: hands committed to, exchanges, moves, the judge's state."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gm.cards import Card, Hand, hand_of
from gm.events import Exchanged, MancheClosed, MancheDealt, OrderChosen, Post, Record
from gm.manche import Effect, Seat, State
from gm.rules import Clause


@dataclass(frozen=True, slots=True)
class Holding:
    """The commitments of a player's hand in force, and the entry that published them."""

    seq: int
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Replacement:
    """Who took whose seat by which entry (Z24)."""

    player: str
    by: str
    seq: int


def successor(name: str, replaced: Iterable[Replacement]) -> str:
    """Who has the seat of a name after these replacements, in their order; the name itself where none did."""
    for each in replaced:
        if each.player == name:
            name = each.by
    return name


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of an exchange: the gift owed to the better-placed player and the one owed back (Z19).

    `since` is the entry from which the better-placed are waited for, None for the manche's own.
    """

    better: str
    worse: str
    number: int
    received: Exchanged | None = None
    given: Exchanged | None = None
    dropped: bool = False
    since: Record | None = None

    @property
    def taken(self) -> Hand:
        """The cards that the better-placed player has received, none where they are not known."""
        return hand_of((self.received.cards or ()) if self.received is not None else ())

    @property
    def done(self) -> bool:
        """Whether nothing more is owed in this pair."""
        return self.dropped or self.given is not None


@dataclass(frozen=True, slots=True)
class Move:
    """An accepted action in force, with what it brought about and the clauses that rests on.

    `left` are those who took a place by it, in order, `skipped` is who is skipped, empty for nobody (B9).
    `automatic` says that a standing pass made it: it follows by itself.
    """

    record: Record
    effects: tuple[Effect, ...]
    clauses: tuple[Clause, ...]
    left: tuple[str, ...] = ()
    skipped: str = ""
    automatic: bool = False


@dataclass(frozen=True, slots=True)
class Manche:
    """One deal in force. `order` names the seats of `state`: the deal's until the order is chosen (Z3).

    `state` is None where the hands are not known (a public copy, before the manche is over). `fresh` is
    whether it is played like a first one (E8), `chooses_order` whether somebody chooses its order, `dealer`
    who deals it, None where nobody does (C3). Names are those of who has the seat now; `replaced` says who
    had it before, and `deal`, `order_chosen` and `moves` keep their names. `passing` is who passes until the
    tour closes, with the post that says so; `since` the entry from which the turn or the order is waited for.
    """

    number: int
    dealt: Record
    deal: MancheDealt
    order: tuple[str, ...]
    state: State | None
    holdings: Mapping[str, Holding]
    order_chosen: OrderChosen | None = None
    chooser: str | None = None
    pairs: tuple[Pair, ...] = ()
    moves: tuple[Move, ...] = ()
    closed: MancheClosed | None = None
    fresh: bool = True
    chooses_order: bool = False
    dealer: str | None = None
    replaced: tuple[Replacement, ...] = ()
    passing: Mapping[str, Post | None] = field(default_factory=dict)
    since: Record | None = None

    @property
    def hands_dealt(self) -> Mapping[str, tuple[Card, ...]] | None:
        """The hands as they were dealt, by who has the seat now; None where they are not known."""
        hands = self.deal.hands
        return None if hands is None else {self.who_sits_for(name): cards for name, cards in hands.items()}

    def who_sits_for(self, name: str, since: int = 0) -> str:
        """Who has the seat now of somebody who had it at an entry, by default at the deal (Z24)."""
        return successor(name, (each for each in self.replaced if each.seq > since))

    def made_by(self, record: Record) -> str:
        """Who has now the seat from which an entry that names a player was made, "" for other ones (Z24)."""
        name: str = getattr(record.event, "player", "")
        return self.who_sits_for(name, record.seq)

    def seat(self, player: str) -> Seat | None:
        """The seat of a player's exact name, None for somebody else."""
        return self.order.index(player) if player in self.order else None

    def hand(self, player: str) -> Hand:
        """What a player holds; raises KeyError where the hands are not known."""
        if self.state is None:
            raise KeyError(player)
        return self.state.hands[self.order.index(player)]

    @property
    def over(self) -> bool:
        """Whether every player has a place (Z16)."""
        return self.closed is not None or (self.state is not None and self.state.turn < 0)

    @property
    def turn(self) -> str | None:
        """The player whose turn it is, None when the manche is over or cannot be followed."""
        return self.order[self.state.turn] if self.state is not None and self.state.turn >= 0 else None

    @property
    def places(self) -> Mapping[str, int]:
        """The places taken so far by name (Z15)."""
        if self.closed is not None:  # with the names of who has the seats now
            return self.closed.places
        if self.state is None:
            return {}
        return {name: place for name, place in zip(self.order, self.state.places, strict=True) if place}
