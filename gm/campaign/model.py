"""A campaign as its events leave it: parties, manches, who plays, who waits, what is awaited.

Frozen values only; `gm.campaign.fold` makes them from the ledger's records and nothing else changes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gm.cards import Hand
from gm.events import Exchanged, MancheClosed, MancheDealt, OrderChosen, Record, Schedule
from gm.manche import Effect, Seat, State
from gm.rules import Clause, Rules

Phase = Literal["none", "registration", "ready_to_deal", "order", "exchange", "play", "over"]


@dataclass(frozen=True, slots=True)
class Problem:
    """What stands in the way: a code that has its sentence in every locale, and the words of that."""

    code: str
    params: Mapping[str, str]


def problem(code: str, **params: str) -> Problem:
    """A problem with the words of its sentence."""
    return Problem(code, params)


@dataclass(frozen=True, slots=True)
class Disorder:
    """An entry that the rules do not allow where it stands; it is not counted (design.md, The ledger)."""

    seq: int
    code: str
    detail: str


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
    def done(self) -> bool:
        """Whether nothing more is owed in this pair."""
        return self.dropped or self.given is not None


@dataclass(frozen=True, slots=True)
class Move:
    """An accepted action in force, with what it brought about and the clauses that rests on."""

    record: Record
    effects: tuple[Effect, ...]
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Manche:
    """One deal in force. `order` names the seats of `state`: the deal's until the order is chosen (Z3).

    `state` is None where the hands are not known (a public copy, before the manche is over).
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


@dataclass(frozen=True, slots=True)
class Commitment:
    """The commitment to a manche's seed, the entry that published it, and the rule of its beacon."""

    seq: int
    digest: str
    beacon_rule: str | None


@dataclass(frozen=True, slots=True)
class Partie:
    """A partie: `seats` are empty until the first deal; `manches` are the deals in force, in order."""

    number: int
    opened: Record
    commitments: Mapping[int, Commitment]
    seeds: Mapping[int, str]
    schedule: Schedule | None
    seats: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None
    manches: tuple[Manche, ...] = ()
    closed: bool = False
    dropped: bool = False

    @property
    def manche(self) -> Manche | None:
        """The manche dealt last, if any."""
        return self.manches[-1] if self.manches else None


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody registered and not yet seated; `waited` once a deal was made without them (Z21)."""

    player: str
    seq: int
    waited: bool


@dataclass(frozen=True, slots=True)
class GivenWord:
    """A word of chance and the entry that records it."""

    player: str
    seq: int
    word: str


@dataclass(frozen=True, slots=True)
class Campaign:
    """Everything the events in force say, and the entries that could not be counted.

    `origin` is a note right after the opening, which cites the campaign that this one continues.
    `base` is the campaign just before the first deal of the manche that can still be undone, `log` every
    record since then: an undo folds again from there.
    """

    name: str
    title: str
    locale: str
    timezone: str
    rules: Rules
    moderator: str
    engine: str
    seq: int
    parties: tuple[Partie, ...] = ()
    applicants: tuple[Applicant, ...] = ()
    words: tuple[GivenWord, ...] = ()
    disorders: tuple[Disorder, ...] = ()
    origin: str | None = None
    base: "Campaign | None" = None
    log: tuple[Record, ...] = ()

    @property
    def partie(self) -> Partie | None:
        """The partie being played or registered for, else the last one that was."""
        played = None
        for partie in reversed(self.parties):
            if partie.dropped:
                continue
            if played is not None and partie.closed:  # none before it is still running
                break
            played = partie
        return played

    @property
    def manche(self) -> Manche | None:
        """The manche dealt last in the current partie, if any."""
        partie = self.partie
        return partie.manche if partie is not None else None

    @property
    def seat_count(self) -> int:
        """How many players a partie seats at most."""
        return self.rules.deal.seats[1]

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays the current partie: its seats once dealt, else the first in line (Z21)."""
        partie = self.partie
        if partie is not None and partie.seats:
            return partie.seats
        if partie is None or partie.closed:
            return ()
        return tuple(applicant.player for applicant in self._line()[: self.seat_count])

    @property
    def queue(self) -> tuple[str, ...]:
        """Who waits for a later partie, first in line first (Z21)."""
        partie = self.partie
        registering = partie is not None and not partie.closed and not partie.seats
        return tuple(each.player for each in self._line()[self.seat_count if registering else 0 :])

    @property
    def phase(self) -> Phase:
        """Where the campaign stands, as `gm status` names it (design.md, Command line)."""
        partie = self.partie
        if partie is None:
            return "none"
        if partie.closed:
            return "over"
        manche = partie.manche
        if manche is None or manche.over:
            ready = manche is not None or len(self.players) == self.seat_count
            return "ready_to_deal" if ready else "registration"
        if manche.state is not None and manche.state.pending:
            return "order" if "order_not_chosen" in manche.state.pending else "exchange"
        return "play"

    @property
    def next_manche(self) -> int:
        """The number of the manche that a deal would deal now."""
        return len(self.partie.manches) + 1 if self.partie is not None else 1

    @property
    def waiting(self) -> tuple[str, ...]:
        """The players whose action is awaited: the chooser, the better-placed of open pairs, the turn."""
        manche = self.manche
        if manche is None or manche.over or self.phase in ("none", "over"):
            return ()
        match self.phase:
            case "order":
                return (manche.chooser,) if manche.chooser is not None else ()
            case "exchange":
                return tuple(pair.better for pair in manche.pairs if not pair.done)
            case _:
                return (manche.turn,) if manche.turn is not None else ()

    def _line(self) -> list[Applicant]:
        """Applicants in the order in which they get seats: who waited, newcomers, earlier players (Z21)."""

        def rank(applicant: Applicant) -> tuple[int, int]:
            if applicant.waited:
                return (0, applicant.seq)
            return (2 if self._has_played(applicant.player) else 1, applicant.seq)

        return sorted(self.applicants, key=rank)

    def _has_played(self, player: str) -> bool:
        return any(player in partie.seats for partie in reversed(self.parties) if partie.closed)

    def words_for(self, number: int) -> dict[str, str]:
        """Each player's word that counts for a manche of the current partie, "" for none (design.md).

        The last one given after the entry that commits to the seed and before the manche's first deal; empty
        where nothing commits to a seed.
        """
        partie = self.partie
        if partie is None or number not in partie.commitments:
            return {}
        after = partie.commitments[number].seq
        until = self.first_deal(partie.number, number)
        last: dict[str, str] = {}
        for given in reversed(self.words):
            if given.seq <= after:
                break
            if given.seq < until:
                last.setdefault(given.player, given.word)
        return {player: last.get(player, "") for player in self.players}

    def first_deal(self, partie: int, number: int) -> int:
        """The entry of a manche's first deal, undone or not; the next entry when there is none yet."""
        for record in self.log:
            event = record.event
            if isinstance(event, MancheDealt) and (event.partie, event.manche) == (partie, number):
                return record.seq
        return self.seq + 1
