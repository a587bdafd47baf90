"""What one player may know: the views behind private messages, each with the name it goes to."""

from dataclasses import dataclass
from typing import Literal

from gm.campaign import Duty, Phase
from gm.cards import Card, Rank
from gm.rules.model import FirstOpener, LaterOpener
from gm.views.heading import Heading
from gm.views.public import Proofs, TableView


@dataclass(frozen=True, slots=True)
class Proof:
    """What a player needs to check a hand: their key, the entry that commits to it, its commitments.

    `example` is one card of the hand with its salt and commitment, worked out from the key (design.md,
    "Dealing that anyone can check"); `jokers` says that the deck has some.
    """

    seq: int
    key: str
    commitments: tuple[str, ...]
    example: Card
    salt: str
    commitment: str
    jokers: bool
    checkpoint: str


@dataclass(frozen=True, slots=True)
class ExchangeDuty:
    """One side of an exchange (Z19): `better` receives first and then gives `number` cards of choice.

    `begun` says that the first gift is recorded. `default` is what leaves the hand when nothing is asked
    (worse) or nothing is answered (better); `may_return` is whether the better-placed may give back what they
    have just received (E5).
    """

    side: Literal["better", "worse"]
    partner: str
    role: str
    partner_role: str
    number: int
    begun: bool
    may_ask: bool
    may_return: bool
    default: tuple[Card, ...]


OpensBy = FirstOpener | LaterOpener
"""Why somebody opens a manche: the queen of hearts, the lot, the last place, the seat after the dealer."""


@dataclass(frozen=True, slots=True)
class HandMessage:
    """A hand as dealt or as it stands, by strength, weakest first, and what its holder has to do now.

    `opener` is who opens the tour, None when that is not settled; `opens_by` why they open the manche, None
    once it has begun; `dealer` who deals, None where nobody does (C3); `chooser` who chooses the order of
    play and `first` whom it must name first, both None once it is chosen (Z3, Z26); `order` is empty until
    then. `players` are all who play, in the order of registration. `start` and `deadline` are dates as the
    moderator wrote them. `moved` says that the manche has begun; `instead_of` whose seat was taken over in
    it, None for nobody's (Z24).
    """

    to: str
    instead_of: str | None
    heading: Heading
    phase: Phase
    moved: bool
    cards: tuple[Card, ...]
    opener: str | None
    opens_by: OpensBy | None
    dealer: str | None
    chooser: str | None
    first: str | None
    players: tuple[str, ...]
    turn: str | None
    order: tuple[str, ...]
    exchange: ExchangeDuty | None
    start: str | None
    deadline: str | None
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class ExchangeMessage:
    """What an exchange has brought so far; `received` and `given` are empty until they are recorded.

    `asked` is the demand, as codes or words (`"7? Ah"`), None when there was none. `cards` is the hand now.
    `phase`, `opens_by`, `dealer`, `turn`, `order`, `instead_of` are as in `HandMessage`, for when all
    exchanges are done.
    """

    to: str
    instead_of: str | None
    heading: Heading
    duty: ExchangeDuty
    phase: Phase
    opens_by: OpensBy | None
    dealer: str | None
    turn: str | None
    order: tuple[str, ...]
    asked: str | None
    received: tuple[Card, ...]
    given: tuple[Card, ...]
    cards: tuple[Card, ...]
    deadline: str | None
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class SanctionMessage:
    """A player learns that they are out of the manche, why, and at which place (Z18, Z28).

    `over` says that the manche is, and its hands are public; `instead_of` who was sanctioned where somebody
    else has taken over the seat, else None (Z24).
    """

    to: str
    instead_of: str | None
    heading: Heading
    cause: Literal["sanction", "departure"]
    reason: str
    evidence: tuple[int, ...]
    proofs: Proofs
    over: bool
    place: int
    role: str
    checkpoint: str


@dataclass(frozen=True, slots=True)
class Playable:
    """So many cards may be put down of each of these groups, the held cards of one rank each."""

    number: int
    groups: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class TurnMessage:
    """It is a player's turn: their hand and what of it may be put down, by number of cards.

    `forced` is the group they must play in a forced Taggle (Z9), empty otherwise.
    """

    to: str
    table: TableView
    cards: tuple[Card, ...]
    playable: tuple[Playable, ...]
    forced: tuple[Card, ...]
    may_pass: bool
    deadline: str | None


@dataclass(frozen=True, slots=True)
class ReminderMessage:
    """A player is reminded that they are waited for: for what, since when, what happens next and when.

    `late` says that the deadline is over. At `at`, which may be `over` too, something is done in their place,
    or with `asks` the moderator decides; `rank` is that of the card put down then, None for a pass. Of `turn`
    and `exchange` the one of their duty is there; `players` and `first` are for the order of play (Z3, Z26).
    """

    to: str
    heading: Heading
    duty: Duty
    since: str
    deadline: str
    late: bool
    asks: bool
    at: str
    over: bool
    turn: TurnMessage | None
    rank: Rank | None
    exchange: ExchangeDuty | None
    players: tuple[str, ...]
    first: str | None


PlayerView = HandMessage | ExchangeMessage | SanctionMessage | TurnMessage | ReminderMessage
