"""What a post claims: plays and passes with the words relied on, or a doubt (design.md, `claims`)."""

from dataclasses import dataclass
from typing import Literal

from gm.cards import NamedCard

Kind = Literal["play", "pass"]
Doubt = Literal["ambiguous", "unreadable"]


@dataclass(frozen=True, slots=True)
class Claim:
    """One move that a post states; `span` is where in the text, in code points, its words stand.

    `cards` is empty for a pass.
    """

    kind: Kind
    cards: tuple[NamedCard, ...]
    span: tuple[int, int]
    text: str
    fuzzy: bool
    """A misspelling was corrected."""
    stands: bool = False
    """A pass until the end of the tour."""
    faint: bool = False
    """Rests on words that readers of the topic hardly see: tiny, or white on white."""


@dataclass(frozen=True, slots=True)
class Reading:
    """All the claims of one post in order, and what must be asked before any is taken, if anything."""

    claims: tuple[Claim, ...]
    doubt: Doubt | None
    images: tuple[str, ...] = ()
    """Addresses of images that may be cards and are not known as any."""
