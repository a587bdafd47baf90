"""What the moderator alone may know: hands, keys, and why a card is not held."""

from dataclasses import dataclass

from gm.cards import Card
from gm.manche import NotHeldWhy
from gm.rules import Clause
from gm.views.public import RulingView, TableView


@dataclass(frozen=True, slots=True)
class StatusView:
    """Where the campaign stands; `table` is None when no manche is dealt. `head` is hexadecimal."""

    campaign: str
    title: str
    partie: int
    manche: int
    phase: str
    waiting: tuple[str, ...]
    registered: tuple[str, ...]
    queue: tuple[str, ...]
    seats: int
    table: TableView | None
    head: str
    checkpoint: str


@dataclass(frozen=True, slots=True)
class HandView:
    """One player's hand and key, for the moderator's eyes."""

    player: str
    cards: tuple[Card, ...]
    key: str


@dataclass(frozen=True, slots=True)
class MissingCard:
    """A card that was named and is not held: why, and what else of that rank the player holds."""

    card: str
    why: NotHeldWhy
    seq: int | None
    others: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PrivateNote:
    """A verdict as the moderator sees it: the ruling, and what must not be told in the topic.

    `forced` are cards that the player must play (Z9); `bound` the cards that were named without a suit and
    are now fixed; `fuzzy` the words that were read with a correction; `not_before` the start of a manche that
    should not have begun yet (Z23).
    """

    ruling: RulingView
    missing: tuple[MissingCard, ...]
    forced: tuple[Card, ...]
    bound: tuple[Card, ...]
    fuzzy: tuple[str, ...]
    not_before: str | None


@dataclass(frozen=True, slots=True)
class WhyView:
    """One entry explained: the ruling it records and the clauses that rests on, in the order of the ruling.

    `counts` is false for a move that was undone. `sanction` is the reason of one; `reasons` and `note` are
    what the entry of a refusal keeps among what is not public.
    """

    seq: int
    at: str
    ruling: RulingView
    clauses: tuple[Clause, ...]
    counts: bool
    sanction: str | None
    reasons: tuple[str, ...]
    note: str | None


ModeratorView = StatusView | HandView | PrivateNote | WhyView
