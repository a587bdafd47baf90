"""The ledger as a story, one line for each entry, and what a ruling rests on: `gm log`, `gm why`.

A `LogEntry` is what everybody may read of an entry: where the ledger keeps something back (hands, gifts, why
a card is not held, notes) its fact has no field for it. `Secret` is what the moderator reads beside it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from gm.cards import Card, Rank
from gm.events import (
    CampaignOpened,
    DelaysSet,
    IncidentKind,
    Joined,
    Left,
    Note,
    OrderChosen,
    PartieClosed,
    Replaced,
    Schedule,
    StandingPass,
    StandingPassEnded,
    Word,
)
from gm.rules import Clause, Rules
from gm.views.heading import Heading
from gm.views.public import Move, RulingView, ViolationView


@dataclass(frozen=True, slots=True)
class PartieFact:
    """Registration begins."""

    partie: int
    beacon_rule: str | None
    schedule: Schedule | None


@dataclass(frozen=True, slots=True)
class DealFact:
    """A deal: the seats in its order, who has one card more, who was drawn to open."""

    manche: int
    seats: tuple[str, ...]
    extra: tuple[str, ...]
    opener: str | None
    beacon: str | None


@dataclass(frozen=True, slots=True)
class GiftFact:
    """One gift of an exchange; which cards is told when the manche is over (Z19)."""

    giver: str
    receiver: str


@dataclass(frozen=True, slots=True)
class MoveFact:
    """A play or a pass, and what it brought about; `standing` for a pass said in advance (Z7)."""

    move: Move
    standing: bool


@dataclass(frozen=True, slots=True)
class SanctionFact:
    """A player leaves the manche by a sanction, or by their own wish (Z18, Z28); `evidence` are entries."""

    move: Move
    reason: str
    evidence: tuple[int, ...]
    departure: bool


@dataclass(frozen=True, slots=True)
class RefusalFact:
    """A refused action as it was claimed; `cards` are empty for a pass."""

    player: str
    cards: tuple[str, ...]
    violations: tuple[ViolationView, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class UndoFact:
    """What no longer counts, and what counts again, by the numbers of the entries."""

    gone: tuple[int, ...]
    back: tuple[int, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class PublishedGift:
    """A gift as it becomes public when the manche is over; `asked` are codes, empty for no demand."""

    giver: str
    receiver: str
    cards: tuple[Card, ...]
    asked: str


@dataclass(frozen=True, slots=True)
class ClosingFact:
    """The end of a manche: who has which role, best place first, its seed, its gifts."""

    manche: int
    places: tuple[tuple[str, str], ...]
    seed: str
    gifts: tuple[PublishedGift, ...]


@dataclass(frozen=True, slots=True)
class AbandonFact:
    """A deal that could not stand, and its seed."""

    manche: int
    seed: str
    reason: str


@dataclass(frozen=True, slots=True)
class PauseFact:
    """A pause between two instants; `until` is None for one that is called off."""

    from_: str
    until: str | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class IncidentFact:
    """Something that is no move and was put on record, and the entries it is about."""

    player: str
    kind: IncidentKind
    entries: tuple[int, ...]


LogFact = (
    CampaignOpened
    | PartieFact
    | Joined
    | Word
    | Left
    | DealFact
    | OrderChosen
    | GiftFact
    | MoveFact
    | SanctionFact
    | RefusalFact
    | Replaced
    | UndoFact
    | ClosingFact
    | AbandonFact
    | PartieClosed
    | Note
    | DelaysSet
    | PauseFact
    | StandingPass
    | StandingPassEnded
    | IncidentFact
)
"""What everybody may read of an entry; an event itself where the ledger keeps nothing of it back."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry: `event` as the ledger names it, `at` its time.

    `counts` is false for what an undo or an abandoned deal took back; `undone_by` is the entry that did.
    `post_id` and `url` are those of the post it rests on, empty where none is known.
    """

    seq: int
    at: str
    event: str
    fact: LogFact
    counts: bool
    undone_by: int | None
    post_id: str
    url: str


@dataclass(frozen=True, slots=True)
class LogSection:
    """Entries that follow each other in one tour; 0 for what belongs to no partie, manche or tour."""

    partie: int
    manche: int
    tour: int
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True, slots=True)
class LogView:
    """The story of a campaign as everybody may read it."""

    heading: Heading
    sections: tuple[LogSection, ...]
    checkpoint: str


@dataclass(frozen=True, slots=True)
class WhyReason:
    """What one violation or effect of a ruling rests on: entries that anyone can look up.

    `code` is the verdict code, the effect, the way in which the tour closed, `answered` for the play that an
    accepted one lies on, or `evidence`. `names` is who had to act at that time, `rank` the highest in force.
    """

    code: str
    entries: tuple[LogEntry, ...]
    names: tuple[str, ...] = ()
    rank: Rank | None = None


@dataclass(frozen=True, slots=True)
class WhyView:
    """One ruling explained to everybody: its entry, the clauses in the order of the ruling, the plays."""

    heading: Heading
    entry: LogEntry
    ruling: RulingView
    clauses: tuple[Clause, ...]
    reasons: tuple[WhyReason, ...]
    checkpoint: str


StoryView = LogView | WhyView
"""What everybody may know of the ledger's entries."""


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """The hands of a deal, by the names of its time."""

    hands: Mapping[str, tuple[Card, ...]]


@dataclass(frozen=True, slots=True)
class GiftMade:
    """The cards of a gift and the demand, codes, empty for none (Z19)."""

    cards: tuple[Card, ...]
    asked: str


@dataclass(frozen=True, slots=True)
class WhyNotHeld:
    """What the entry of a refusal or of an incident keeps among what is not public."""

    reasons: tuple[str, ...]
    note: str | None


Secret = HandsDealt | GiftMade | WhyNotHeld


@dataclass(frozen=True, slots=True)
class MoreOfLog:
    """The story as the moderator reads it: what the ledger keeps back of entries, by their numbers."""

    log: LogView
    secrets: Mapping[int, Secret]


@dataclass(frozen=True, slots=True)
class MoreOfRuling:
    """What the moderator alone may know of a ruling."""

    seq: int
    kept: WhyNotHeld


StorySecrets = MoreOfLog | MoreOfRuling
