"""Lists of cards as a moderator types them for an exchange or a demand: names only, no moves.

`as de pique, 2` · `2 2` · `les deux rois` · `roi et as`: phrases of `gm.posts.phrases` and what may stand
between them. One doubtful word and the whole is refused: it is typed at a prompt and can be typed again.
"""

from collections.abc import Sequence
from typing import Final

from gm.cards import RANKS, NamedCard
from gm.posts.groups import ordered
from gm.posts.leftovers import is_part_unread
from gm.posts.lexicon import Role
from gm.posts.markup import visible
from gm.posts.phrases import Phrase, phrases_of
from gm.posts.tokens import Token
from gm.posts.words import tokens_of

_TWO: Final = RANKS.index("2")
_BETWEEN: Final = (
    *(Role.ARTICLE, Role.DEFINITE, Role.OF, Role.JOIN, Role.CARD),
    *(Role.COMMA, Role.STOP, Role.OPEN, Role.CLOSE),
)


def read_cards(text: str, locale: str) -> tuple[NamedCard, ...] | None:
    """The cards named in a list, in code order, doubles included; None when it is empty or not clear."""
    seen = visible(text)
    tokens = tokens_of(text, seen, locale)
    cards: list[NamedCard] = []
    taken: list[tuple[int, int]] = []
    at = 0
    for phrase in phrases_of(tokens):
        if not all(token.has(*_BETWEEN) for token in tokens[at : phrase.first]):
            return None
        named = None if _may_be_two(tokens, phrase) else _named(phrase)
        if named is None:
            return None
        cards += named
        taken.append((phrase.first, phrase.last))
        at = phrase.last
    if is_part_unread(tokens, taken):
        return None
    if seen.unclosed or seen.unsure or seen.aside is not None:
        return None
    if not all(token.has(*_BETWEEN) for token in tokens[at:]):
        return None
    return ordered(cards) or None


def _may_be_two(tokens: Sequence[Token], phrase: Phrase) -> bool:
    """`roi 2 cœur`: in a list a king and a two, as well as a king of hearts written in a hurry."""
    inside = tokens[phrase.first + 1 : phrase.last]
    return any(token.text == "2" for token in inside) and all(card.rank != _TWO for card in phrase.cards)


def _named(phrase: Phrase) -> tuple[NamedCard, ...] | None:
    """The cards of one phrase; `3 3` is two threes here, where cards are listed one by one."""
    if phrase.torn or phrase.fuzzy:
        return None
    if phrase.other:
        return phrase.other
    mixed = len({card.rank for card in phrase.cards}) > 1
    if phrase.doubt == "ambiguous" and mixed:
        # That one play has two ranks is doubtful in a post; a list may well have them.
        return phrase.cards
    return phrase.cards if phrase.doubt is None else None
