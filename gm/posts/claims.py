"""What a post claims: plays and passes with the words relied on, or a doubt (design.md, `claims`)."""

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Literal

from gm.cards import NamedCard

Kind = Literal["play", "pass"]
Doubt = Literal["ambiguous", "unreadable"]

_MOST: Final = 5
_LONGEST_CHAIN: Final = 3


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
    """Addresses of images that a move rests on, or may rest on, and that nobody has named."""
    candidates: tuple[Claim, ...] = ()
    """Moves of which the author speaks without making them."""
    either: bool = False
    """The plays are said with `ou` between them: they are no chain."""


def alternatives(reading: Reading) -> tuple[tuple[Claim, ...], ...]:
    """The readings of a doubtful post to choose from, each the claims to judge in order; none is empty.

    In the order of the text: each different move alone, then its plays one after the other, which may be a
    chain. Five at most.
    """
    moves: dict[tuple[Kind, tuple[NamedCard, ...]], Claim] = {}
    for claim in sorted((*reading.claims, *reading.candidates), key=lambda claim: claim.span):
        for part in _parts(claim, reading.doubt):
            moves.setdefault((part.kind, part.cards), part)
    alone = [(claim,) for claim in moves.values()]
    plays = tuple(claim for claim in reading.claims if claim.kind == "play")
    apart = all(before.span[1] <= after.span[0] for before, after in pairwise(plays))
    chain = [plays] if not reading.either and 1 < len(plays) <= _LONGEST_CHAIN and apart else []
    return (*alone[: _MOST - len(chain)], *chain)


def _parts(claim: Claim, doubt: Doubt | None) -> list[Claim]:
    """The claim, or where it is doubtful what it says of each rank: no play has two."""
    ranks = dict.fromkeys(card.rank for card in claim.cards)
    if len(ranks) < 2 or doubt is None:
        return [claim]
    return [replace(claim, cards=tuple(card for card in claim.cards if card.rank == rank)) for rank in ranks]
