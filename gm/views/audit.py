"""Every attempt on record with its evidence and what was done about it, for the moderator's eyes (Z18)."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from gm.cards import Card
from gm.events import IncidentKind, Post

AttemptKind = Literal[
    "never_held",
    "already_played",
    "given_away",
    "not_held",
    "forced_card_not_played",
    "forced_pass_not_made",
    "exchange_not_owed",
    "out_of_turn",
    "edited_post",
    "other",
]
"""What an attempt is: a card not held, in one of three ways (`not_held` where it is not known which); a card
or a pass not made that a Taggle asked for; an exchange nobody owes; a move out of turn; an edited post; any
other refusal."""

ATTEMPT_KINDS: Final[tuple[AttemptKind, ...]] = get_args(AttemptKind)

DoneKind = Literal["sanction", "departure", "overruled", "undone", "nothing"]
"""What was done: a sanction, or the player left before one; the move was accepted all the same; what it rests
on was undone; nothing yet."""


@dataclass(frozen=True, slots=True)
class Ground:
    """One kind that an attempt is of, and the entries that prove it beside the attempt's own."""

    kind: AttemptKind
    entries: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """What was done about an attempt, by which entry, for which reason; `player` left the manche by it."""

    kind: DoneKind
    seq: int | None = None
    reason: str | None = None
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One entry that records something a player may not do; names are those of its time.

    `manche` is 0 before the deal. `claim` is the move as the entry writes it (`7s 7?`, `pass`), `codes` the
    rules it breaks, `accepted` whether it counts all the same; an incident has none, but its kind. `held` are
    the cards in hand of the ranks of a claim that names others: it may be a slip (Z6). `note` is the
    moderator's own. `open` says that the player can still be sanctioned for it.
    """

    seq: int
    at: str
    partie: int
    manche: int
    player: str
    claim: str | None
    codes: tuple[str, ...]
    accepted: bool
    incident: IncidentKind | None
    grounds: tuple[Ground, ...]
    post: Post | None
    note: str | None
    held: tuple[Card, ...] = ()
    done: Done = Done("nothing")
    open: bool = False

    @property
    def kinds(self) -> tuple[AttemptKind, ...]:
        """Its kinds, in the order of `ATTEMPT_KINDS`."""
        return tuple(ground.kind for ground in self.grounds)

    @property
    def evidence(self) -> tuple[int, ...]:
        """The entries that prove it, its own among them, in order."""
        return tuple(sorted({self.seq, *(seq for ground in self.grounds for seq in ground.entries)}))

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards of its move as claimed, none for a pass or an incident."""
        return () if self.claim in (None, "pass") else tuple((self.claim or "").split())


@dataclass(frozen=True, slots=True)
class AuditView:
    """The attempts of a campaign in order, of one player where `player` names somebody."""

    player: str
    attempts: tuple[Attempt, ...]
