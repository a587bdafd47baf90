"""One deal as its events leave it: hands committed to, exchanges, moves, the judge's state."""

from collections.abc import Mapping
from dataclasses import dataclass

from gm.cards import Hand, hand_of
from gm.events import Exchanged, MancheClosed, MancheDealt, OrderChosen, Record
from gm.manche import Effect, Seat, State
from gm.rules import Clause


@dataclass(frozen=True, slots=True)
class Holding:
    """The commitments of a player's hand in force, and the entry that published them."""

    seq: int
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """One pair of an exchange: the gift owed to the better-placed player and the one owed back (Z19)."""

    better: str
    worse: str
    number: int
    received: Exchanged | None = None
    given: Exchanged | None = None
    dropped: bool = False

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
    """

    record: Record
    effects: tuple[Effect, ...]
    clauses: tuple[Clause, ...]
    left: tuple[str, ...] = ()
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class Manche:
    """One deal in force. `order` names the seats of `state`: the deal's until the order is chosen (Z3).

    `state` is None where the hands are not known (a public copy, before the manche is over). `fresh` is
    whether it is played like a first one (E8), `chooses_order` whether somebody chooses its order, `dealer`
    who deals it, None where nobody does (C3).
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
        if self.closed is not None:
            return self.closed.places
        if self.state is None:
            return {}
        return {name: place for name, place in zip(self.order, self.state.places, strict=True) if place}
