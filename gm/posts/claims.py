"""What a post claims: plays and passes with the words relied on, or a doubt (design.md, `claims`)."""

from dataclasses import dataclass
from typing import Literal

from gm.cards import RANKS, SUITS, Rank, Suit

Kind = Literal["play", "pass"]
Doubt = Literal["ambiguous", "unreadable"]


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card as a player names it: a rank, and a suit unless they left it out."""

    rank: Rank
    suit: Suit | None

    def __str__(self) -> str:
        """The code of the card, `7?` when its suit is unknown."""
        if self.suit is None:
            return RANKS[self.rank] + "?"
        return RANKS[self.rank] + ("rb" if RANKS[self.rank] == "X" else SUITS)[self.suit]


@dataclass(frozen=True, slots=True)
class Claim:
    """One move that a post states; `span` is where in the text, in code points, its words stand.

    `cards` is empty for a pass. `fuzzy` marks a reading that corrected a misspelling.
    """

    kind: Kind
    cards: tuple[NamedCard, ...]
    span: tuple[int, int]
    text: str
    fuzzy: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """All the claims of one post in order, and what must be asked before any is taken, if anything."""

    claims: tuple[Claim, ...]
    doubt: Doubt | None
