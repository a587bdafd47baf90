"""The facts a ledger records, one frozen value for each event of design.md ("Events and their data").

Names are players' names as cleaned on entering; hex digests are lower case. A field that design.md marks
with `?` is None, or an empty tuple, when it is left out. Fields that stand in the entry's `secret` block are
None in a public copy: `seeds`, `hands`, `cards` and `asked` of an exchange, `reasons` and `note` of a
refusal, `next_seed`. `at` and `seq` belong to the ledger entry, not to the event.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from gm.cards import Card
from gm.rules import OptionValue

Commitments = Mapping[str, tuple[str, ...]]

DEPARTURE: Final = "Z28 "


@dataclass(frozen=True, slots=True)
class Post:
    """The forum post an entry rests on; `sha256` is the digest of its text (design.md, Events)."""

    sha256: str
    id: str | None = None
    url: str | None = None
    author: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """The calendar of a partie, each a local date and time as the moderator wrote it (Z23)."""

    registration: str | None = None
    deal: str | None = None
    start: str | None = None


@dataclass(frozen=True, slots=True)
class CampaignOpened:
    """The first entry: what is played, under which key and which engine."""

    campaign: str
    title: str
    locale: str
    timezone: str
    rules: Mapping[str, OptionValue]
    moderator: str
    engine: str


@dataclass(frozen=True, slots=True)
class PartieOpened:
    """Registration begins; `commitments` and `seeds` are by number of manche."""

    partie: int
    commitments: Mapping[int, str]
    seeds: Mapping[int, str] | None = None
    beacon_rule: str | None = None
    schedule: Schedule | None = None


@dataclass(frozen=True, slots=True)
class Joined:
    """A player registers, with a word of chance or without (Z21)."""

    player: str
    word: str | None = None
    post: Post | None = None


@dataclass(frozen=True, slots=True)
class Word:
    """A player gives a word of chance, or another one."""

    player: str
    word: str
    post: Post | None = None


@dataclass(frozen=True, slots=True)
class Left:
    """A player withdraws before the deal, or leaves the waiting list."""

    player: str
    post: Post | None = None


@dataclass(frozen=True, slots=True)
class MancheDealt:
    """A deal: `seats` in its order, `extra` the players with one card more (Z1, Z2, B1).

    `opener` is who was drawn to open the manche, None where nobody is drawn (B8, E9, C3).
    """

    partie: int
    manche: int
    seats: tuple[str, ...]
    entropy: str
    commitments: Commitments
    extra: tuple[str, ...] = ()
    opener: str | None = None
    beacon: str | None = None
    hands: Mapping[str, tuple[Card, ...]] | None = None


@dataclass(frozen=True, slots=True)
class OrderChosen:
    """The order of play; `salts` open the commitments of Qh and of Qs (Z3)."""

    order: tuple[str, ...]
    by: str
    salts: tuple[str, ...]
    post: Post | None = None


@dataclass(frozen=True, slots=True)
class Exchanged:
    """One gift of an exchange; `commitments` are both players' whole hands after it (Z19)."""

    giver: str
    receiver: str
    commitments: Commitments
    cards: tuple[Card, ...] | None = None
    asked: str | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """An accepted play; one salt opens each card's commitment, in the order of the cards."""

    player: str
    cards: tuple[Card, ...]
    salts: tuple[str, ...]
    overruled: tuple[str, ...] = ()
    reason: str | None = None
    post: Post | None = None


@dataclass(frozen=True, slots=True)
class Passed:
    """An accepted pass (Z7)."""

    player: str
    overruled: tuple[str, ...] = ()
    reason: str | None = None
    post: Post | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """A refused action that the moderator put on record; `claim` as written: `7s`, `7?`, `pass`."""

    player: str
    claim: str
    violations: tuple[str, ...]
    post: Post | None = None
    reasons: tuple[str, ...] | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Sanctioned:
    """A player takes the lowest free place; `evidence` are entry numbers (Z18, Z26, Z28).

    The reason of one who leaves of their own accord begins with the clause, `Z28 `.
    """

    player: str
    reason: str
    evidence: tuple[int, ...] = ()

    @property
    def is_departure(self) -> bool:
        """Whether the player left, rather than being sanctioned (Z28)."""
        return self.reason.startswith(DEPARTURE)

    @property
    def plain_reason(self) -> str:
        """The reason as people read it."""
        return self.reason.removeprefix(DEPARTURE)


@dataclass(frozen=True, slots=True)
class Replaced:
    """Another player takes the seat with all that goes with it (Z24)."""

    player: str
    by: str
    commitments: Commitments | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """Of the open manche's events those count that counted just before entry `from_` (design.md)."""

    from_: int
    reason: str


@dataclass(frozen=True, slots=True)
class ClosedExchange:
    """One gift as published when the manche is over."""

    giver: str
    receiver: str
    cards: tuple[Card, ...]
    asked: str | None = None


@dataclass(frozen=True, slots=True)
class MancheClosed:
    """A manche is over: its seed and its exchanges become public."""

    partie: int
    manche: int
    places: Mapping[str, int]
    seed: str
    exchanges: tuple[ClosedExchange, ...] = ()


@dataclass(frozen=True, slots=True)
class MancheAbandoned:
    """A deal that cannot stand: its seed becomes public and a new one is committed to."""

    partie: int
    manche: int
    seed: str
    reason: str
    next_commitment: str | None = None
    beacon_rule: str | None = None
    next_seed: str | None = None


@dataclass(frozen=True, slots=True)
class PartieClosed:
    """The last manche of a partie is over (Z21)."""

    partie: int


@dataclass(frozen=True, slots=True)
class Note:
    """A remark of the moderator's, for the record."""

    text: str


WhenAbsent = Literal["stand_in", "ask"]
"""For somebody who stays away after the reminder gm stands in, or the moderator is asked."""

WHEN_ABSENT: Final[tuple[WhenAbsent, ...]] = get_args(WhenAbsent)


@dataclass(frozen=True, slots=True)
class DelaysSet:
    """For how many hours a turn, an exchange and an order of play are waited for (Z3, Z19, Z22).

    After so long somebody is late and reminded; `grace` hours later `absent` says what happens. `quiet` are
    the hours of the night in which no delay ends, its beginning and its end (`23-8`), None for no such hours.
    """

    turn: int
    exchange: int
    order: int
    grace: int
    absent: WhenAbsent
    quiet: str | None = None


DELAYS: Final = DelaysSet(turn=48, exchange=48, order=48, grace=24, absent="stand_in", quiet="23-8")
"""The delays of a campaign that has set none."""


@dataclass(frozen=True, slots=True)
class Paused:
    """Nobody is waited for between two instants, in ISO 8601 with seconds and offset.

    A later one with the same `from_` takes its place; it is called off where `until` is not after `from_`.
    """

    from_: str
    until: str
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class StandingPass:
    """A player passes until the tour closes, or until they post again (Z7)."""

    player: str
    post: Post | None = None


@dataclass(frozen=True, slots=True)
class StandingPassEnded:
    """The player has posted again: the standing pass answers no longer."""

    player: str
    post: Post | None = None


IncidentKind = Literal["post_changed", "post_vanished", "post_appeared", "exchange_not_owed"]
"""What an incident can be: of a recorded post, of one between two of them, of an exchange nobody owes."""

INCIDENTS: Final[tuple[IncidentKind, ...]] = get_args(IncidentKind)


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that is no move and that the moderator puts on record, to be cited as evidence (Z18).

    `entries` are those that it is about, `post` the post as it stands now; `note` is not public.
    """

    player: str
    kind: IncidentKind
    entries: tuple[int, ...] = ()
    post: Post | None = None
    note: str | None = None


Event = (
    CampaignOpened
    | PartieOpened
    | Joined
    | Word
    | Left
    | MancheDealt
    | OrderChosen
    | Exchanged
    | Played
    | Passed
    | Refused
    | Sanctioned
    | Replaced
    | Undone
    | MancheClosed
    | MancheAbandoned
    | PartieClosed
    | Note
    | DelaysSet
    | Paused
    | StandingPass
    | StandingPassEnded
    | Incident
)


@dataclass(frozen=True, slots=True)
class Record:
    """An event where it stands: the entry's number from 1 and its time with numeric offset."""

    seq: int
    at: str
    event: Event
