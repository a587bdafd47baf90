"""Forum posts to claims: what a player says they do, with the words relied on (design.md).

    text ──markup──▶ Visible ──words──▶ tokens ──phrases──▶ cards ──moves──▶ Reading

The campaign's language decides single letters: in French the suits are P C K T and `7c` is 7♥, while `7h`,
`7s`, `7d` are still clear as codes; a rank stands first (`Dc` the queen of hearts, `Td` the ten of
diamonds). Words of both languages are known in both. The grammar of cards stands in `phrases`, what makes
a move of them in `moves`, what makes a code of two letters in `words`.

Nothing here knows a hand or a state, and nothing raises: whether a move is legal is for the judge. Three
ways to fail stay apart: `unreadable` (a move is stated without its cards), `ambiguous` (more than one
reading), and illegal, which is not found here.
"""

from collections.abc import Mapping
from dataclasses import replace

from gm.posts.claims import Claim, Doubt, Kind, Reading
from gm.posts.images import images_of
from gm.posts.markup import visible
from gm.posts.moves import reading_of
from gm.posts.naming import read_cards
from gm.posts.words import tokens_of

__all__ = ["Claim", "Doubt", "Kind", "Reading", "read", "read_cards"]


def read(text: str, locale: str, *, images: Mapping[str, str] = {}, signature: str = "") -> Reading:
    """What a post claims, read in the campaign's language (`fr`, else English); spans in code points.

    `images` says what images stand for, `signature` what ends each post of this author and is none of it.
    """
    seen = visible(text, images=images_of(images, locale), signature=signature)
    reading = reading_of(text, tokens_of(text, seen, locale), seen)
    if seen.unclosed and reading.doubt is None:
        return replace(reading, doubt="unreadable")
    if seen.aside is None or reading.claims or reading.doubt is not None:
        return reading
    # No move above the line under which signatures stand: is one below it?
    below = reading_of(text, tokens_of(text, seen.aside, locale), seen.aside)
    if not below.claims:
        return reading
    return replace(reading, doubt="ambiguous", candidates=(*reading.candidates, *below.claims))
