"""Suits outside all phrases, with the words that lead to them (see `apart`)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from gm.posts.lexicon import Role
from gm.posts.lexicon.pointing import COMPANIONS, LABELS, ONES, POINTERS
from gm.posts.phrases import Phrase
from gm.posts.suits import SMALL, Suits, suits_from
from gm.posts.tokens import Token

BREAKS: Final = (Role.STOP, Role.COMMA, Role.COLON, Role.OPEN, Role.CLOSE)
_MOST_AROUND: Final = 6
_FOR: Final = ("pour", "for")
_LEADS: Final = (*SMALL, Role.IS)
_NAMING: Final = POINTERS | COMPANIONS
_LEADING: Final = POINTERS | COMPANIONS | LABELS
_STATES: Final = (*BREAKS, Role.PLAY, Role.IS)


class Loose(NamedTuple):
    """Suits outside all phrases: the words that lead to them begin at `first`, the suits at `at`."""

    first: int
    at: int
    last: int
    suits: tuple[int, ...]
    coloured: bool
    excepted: bool
    """They are those not meant: `sans le cœur`."""
    pointing: bool
    """Led by a word that may be a card of its own: `celui de`."""
    more: bool
    """`l'autre de`, `son pote de`: one more card of a rank."""
    plain: bool
    """Nothing but `le`, `du` leads to them from a sign or a verb."""
    end: int
    """The sign that ends their clause, when nothing but harmless words stands before it; else -1."""


def loose_suits(tokens: Sequence[Token], phrases: Sequence[Phrase]) -> list[Loose]:
    """All the suits that stand in no phrase, in order; those written as letters are left out."""
    found: list[Loose] = []
    start = 0
    for phrase in [*phrases, None]:
        end = phrase.first if phrase is not None else len(tokens)
        for at in range(start, end):
            sense = tokens[at].sense
            if at < start or not sense.suits or sense.letter or sense.rank is not None:
                continue
            named = Suits(at + 1, sense.suits, coloured=True) if sense.colour else suits_from(tokens, at)
            if named.named and not named.torn and named.last <= end:
                found.append(_loose(tokens, start, at, end, named))
                start = named.last
        start = phrase.last if phrase is not None else end
    return found


def _loose(tokens: Sequence[Token], start: int, at: int, end: int, named: Suits) -> Loose:
    first = _lead(tokens, start, at)
    words = {token.text for token in tokens[first:at]}
    before = tokens[first - 1] if first > start else None
    # `plus le trèfle` is one more.
    denied = before is not None and (before.text == "no" or before.has(Role.NOT))
    excepted = before is not None and (denied or before.has(Role.EXCEPT)) and not before.has(Role.JOIN)
    linked = first < at and tokens[at - 1].text not in _NAMING
    return Loose(
        first - 1 if excepted else first,
        at,
        named.last,
        named.named,
        coloured=named.coloured,
        excepted=excepted,
        pointing=linked and not words.isdisjoint(ONES),
        more=not words.isdisjoint(COMPANIONS),
        plain=words.isdisjoint(_NAMING) and (first == 0 or tokens[first - 1].has(*_STATES)),
        end=_end(tokens, named.last, end),
    )


def _lead(tokens: Sequence[Token], start: int, at: int) -> int:
    """Where the words begin that lead to the suits at `at`: `le second, de`, `couleur :`, `son pote de`."""
    first = at
    while first > max(start, at - _MOST_AROUND):
        token = tokens[first - 1]
        if token.has(Role.COMMA, Role.COLON):
            named = first - 1 > start and tokens[first - 2].text in _LEADING
        else:
            owned = token.has(Role.THEIRS) and tokens[first].text in COMPANIONS
            named = owned or token.has(*_LEADS) or token.text in _LEADING
        if not named or token.has(Role.EXCEPT):
            break
        first -= 1
    return first


def _end(tokens: Sequence[Token], last: int, end: int) -> int:
    for at in range(last, min(end, last + _MOST_AROUND)):
        if tokens[at].has(*BREAKS, Role.JOIN):
            return at
        harmless = (
            tokens[at].has(*SMALL, Role.ADVERB) or tokens[at].text in _LEADING or tokens[at].text in _FOR
        )
        if not harmless and (tokens[at].text[:1].isalpha() or not tokens[at].has(Role.FILLER)):
            return -1
    return end if end == len(tokens) and end < last + _MOST_AROUND else -1
