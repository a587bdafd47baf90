"""What a post claims: plays and passes with the words relied on, or a doubt (design.md, `claims`)."""

from dataclasses import dataclass
from typing import Literal

from gm.cards import NamedCard

Kind = Literal["play", "pass"]
Doubt = Literal["ambiguous", "unreadable"]


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
