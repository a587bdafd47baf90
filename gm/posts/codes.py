"""Codes of two letters that may be words: `dc` is a queen of hearts or « donc », `Ah` an ace or a sigh.

A doubtful code counts as a card only in a line that holds nothing but a move; one that everyday writing uses
too, only where nothing but codes of its rank stand, or where it is the only card. A code that does not count
is `dismissed`: it still looks like a card.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from gm.cards import RANKS
from gm.posts.lexicon import Language, Role, Sense
from gm.posts.tokens import Token

_BETWEEN: Final = (Role.JOIN, Role.COMMA, Role.COLON, Role.OPEN, Role.CLOSE)
_ENDS: Final = (Role.STOP, Role.QUESTION)
_NO_MOVE: Final = (Role.PASS, Role.SAY, Role.REPORT, Role.LATER, Role.CONDITION)
_NOTHING: Final = Sense()
_ACE: Final = RANKS.index("A")


class _Line(NamedTuple):
    first: int
    last: int
    clear: bool
    """Nothing but a move."""
    pure: bool
    """Nothing but codes."""
    alike: bool
    """All its cards are of one rank."""
    capital: bool
    """Some of its codes begin with a capital letter."""
    lone: bool
    """No card but codes."""


def settle_codes(
    tokens: list[Token], weak: Sequence[int], words: Mapping[str, Sense], language: Language
) -> None:
    """Takes each doubtful code, at the places `weak`, as a card or as the word it also is."""
    line: _Line | None = None
    for at in weak:
        if line is None or at > line.last:
            line = _line_around(tokens, at)
        token = tokens[at]
        word = words.get(token.text, _NOTHING)
        if token.text == "as" and word.rank is None and _before_a_french_suit(tokens, at):
            word = Sense(rank=_ACE)
        if not _is_code(tokens, at, word, line, language):
            everyday = bool(word.roles) or token.text in language.everyday
            speaks = (
                at + 2 < len(tokens) and bool(tokens[at + 2].sense.roles) and not tokens[at + 2].sense.suits
            )
            dismissed = word.rank is None and not (speaks and _is_sigh(tokens, at, line))
            tokens[at] = token._replace(
                sense=word, code=False, twin=None, dismissed=dismissed, everyday=everyday
            )


def _line_around(tokens: Sequence[Token], at: int) -> _Line:
    first = last = at
    while first > 0 and not tokens[first - 1].has(*_ENDS):
        first -= 1
    while last + 1 < len(tokens) and not tokens[last + 1].has(*_ENDS):
        last += 1
    line = tokens[first : last + 1]
    ranks = {token.sense.rank for token in line if token.sense.rank is not None}
    return _Line(
        first,
        last,
        clear=all(token.sense.known and not token.has(*_NO_MOVE) for token in line),
        pure=all(token.code or token.sense.number or token.has(*_BETWEEN) for token in line),
        alike=len(ranks) == 1,
        capital=any(token.code and token.capital for token in line),
        lone=all(token.code or (token.sense.rank is None and not token.sense.suits) for token in line),
    )


def _is_code(tokens: Sequence[Token], at: int, word: Sense, line: _Line, language: Language) -> bool:
    token = tokens[at]
    exact = token.capital
    if word.rank is not None:
        # The French `As`: a spade only beside another code in English letters.
        return exact and _beside_an_ace(tokens, at, language)
    if token.text == "ah":
        if _is_sigh(tokens, at, line) or not exact:
            return False
        return len(tokens) == 1 or _beside_an_ace(tokens, at, language) or _after_a_verb(tokens, at)
    if token.text not in language.everyday and not word.roles:
        return line.clear
    if line.pure:
        return exact or (line.alike and not line.capital)
    return line.clear and exact and line.lone and line.alike


def _is_sigh(tokens: Sequence[Token], at: int, line: _Line) -> bool:
    """`Ah, enfin` at the beginning of a line."""
    if tokens[at].text != "ah" or at != line.first:
        return False
    return at + 1 < len(tokens) and tokens[at + 1].has(Role.COMMA)


def _beside_an_ace(tokens: Sequence[Token], at: int, language: Language) -> bool:
    """Whether a code of an ace in English letters stands beside; `Ah Ap` may begin with a sigh."""
    suits = "shd" + ("c" if "h" in language.listed_suits or tokens[at].text == "as" else "")
    near: list[Token] = []
    for step in (-1, 1):
        to = at + step
        if 0 <= to < len(tokens) and tokens[to].has(Role.JOIN, Role.COMMA):
            to += step
        if 0 <= to < len(tokens):
            near.append(tokens[to])
    return any(
        len(token.text) == 2 and token.sense.rank == _ACE and token.sense.suits and token.text[1] in suits
        for token in near
    )


def _before_a_french_suit(tokens: Sequence[Token], at: int) -> bool:
    """`as de pique` is an ace in an English campaign too, where `as` alone is a small word."""
    following = tokens[at + 1 : at + 3]
    return len(following) == 2 and following[0].text == "de" and bool(following[1].sense.suits)


def _after_a_verb(tokens: Sequence[Token], at: int) -> bool:
    return at > 0 and tokens[at - 1].has(Role.PLAY, Role.ARTICLE, Role.DEFINITE)
