"""A campaign as its events leave it: parties, who plays, who waits, what is awaited.

Frozen values only; `gm.campaign.fold` makes them from the ledger's records and nothing else changes them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gm.campaign.following import Places
from gm.campaign.manches import Manche, Replacement
from gm.events import DELAYS, DelaysSet, MancheDealt, Paused, Record, Schedule
from gm.rules import Rules

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
class Commitment:
    """The commitment to a manche's seed, the entry that published it, and the rule of its beacon."""

    seq: int
    digest: str
    beacon_rule: str | None


@dataclass(frozen=True, slots=True)
class Partie:
    """A partie: `seats` are empty until the first deal; `manches` are the deals in force, in order.

    `abandoned` says that the deal made last could not stand and that none has been made since; `replaced` who
    gave up a seat to whom (Z24).
    """

    number: int
    opened: Record
    commitments: Mapping[int, Commitment]
    seeds: Mapping[int, str]
    schedule: Schedule | None
    seats: tuple[str, ...] = ()
    manches: tuple[Manche, ...] = ()
    closed: bool = False
    dropped: bool = False
    abandoned: bool = False
    replaced: tuple[Replacement, ...] = ()

    @property
    def manche(self) -> Manche | None:
        """The manche dealt last, if any."""
        return self.manches[-1] if self.manches else None

    @property
    def order(self) -> tuple[str, ...] | None:
        """The order of play of the manche dealt last; None before a deal and until somebody chose it (Z3)."""
        manche = self.manche
        chosen = manche is not None and (manche.order_chosen is not None or not manche.chooses_order)
        return manche.order if manche is not None and chosen else None

    @property
    def first_order(self) -> tuple[str, ...]:
        """The order of the last fresh manche; raises StopIteration before a deal."""
        return next(manche.order for manche in reversed(self.manches) if manche.fresh)

    @property
    def history(self) -> tuple[Places, ...]:
        """The places of each manche that is over, in order, by who has the seats now (Z24)."""
        return tuple(manche.places for manche in self.manches if manche.over)

    @property
    def everybody(self) -> tuple[str, ...]:
        """Everybody who has or had a seat (Z24)."""
        return tuple(dict.fromkeys((*self.seats, *(each.player for each in self.replaced))))

    def formerly(self, player: str) -> tuple[str, ...]:
        """Who else had the seat of a player before them, the first one first (Z24)."""
        names: list[str] = []
        seat = player
        for each in reversed(self.replaced):
            if each.by == seat:
                seat = each.player
                names.append(seat)
        return tuple(dict.fromkeys(name for name in reversed(names) if name != player))


@dataclass(frozen=True, slots=True)
class Applicant:
    """Somebody registered and not yet seated; `waited` once a deal was made without them (Z21).

    `posted` is when they registered, in seconds since 1970: the time of their post, else that of the entry.
    """

    player: str
    seq: int
    waited: bool
    posted: float


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
    delays: DelaysSet = DELAYS
    pauses: tuple[Paused, ...] = ()
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
        """How many players a partie seats at most (Z1, B1, E1, C1)."""
        return self.rules.deal.seats[1]

    @property
    def missing(self) -> int:
        """How many players are still needed before a deal."""
        return max(0, self.rules.deal.seats[0] - len(self.players))

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
            return "registration" if manche is None and self.missing else "ready_to_deal"
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
        """Applicants in the order in which they get seats: who waited, newcomers, earlier players (Z21).

        Among each the first come are the first served, by the time of their posts.
        """

        def rank(applicant: Applicant) -> tuple[int, float, int]:
            if applicant.waited:
                return (0, applicant.posted, applicant.seq)
            return (2 if self._has_played(applicant.player) else 1, applicant.posted, applicant.seq)

        return sorted(self.applicants, key=rank)

    def _has_played(self, player: str) -> bool:
        return any(player in partie.everybody for partie in reversed(self.parties) if partie.closed)

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
