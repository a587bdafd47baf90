"""The words of moves, as data per language, and how the two languages go together.

Both languages are known in both locales; where they clash the campaign's own wins, and a word of the other
one that means something else in everyday speech is left out (`ELSEWHERE`).
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from gm.cards import RANKS, SUITS
from gm.posts.lexicon import english, french
from gm.posts.lexicon.senses import Language, Role, Sense, numeral

__all__ = ["SYMBOLS", "Language", "Role", "Sense", "language_of", "lexicon", "numeral"]

_LANGUAGES: Final = {"fr": french.FRENCH, "en": english.ENGLISH}
_ELSEWHERE: Final = {"fr": french.ELSEWHERE, "en": english.ELSEWHERE}

SYMBOLS: Final = {
    "♠": Sense(suits=(0,)),
    "♤": Sense(suits=(0,)),
    "♥": Sense(suits=(1,)),
    "♡": Sense(suits=(1,)),
    "♦": Sense(suits=(2,)),
    "♢": Sense(suits=(2,)),
    "♣": Sense(suits=(3,)),
    "♧": Sense(suits=(3,)),
    "+": Sense(roles=frozenset({Role.JOIN})),
    "&": Sense(roles=frozenset({Role.JOIN})),
    "/": Sense(roles=frozenset({Role.JOIN})),
    "-": Sense(roles=frozenset({Role.JOIN})),
    "–": Sense(roles=frozenset({Role.JOIN})),
    "—": Sense(roles=frozenset({Role.COLON})),
    "|": Sense(roles=frozenset({Role.JOIN})),
    ">": Sense(roles=frozenset({Role.COLON})),
    "→": Sense(roles=frozenset({Role.COLON})),
    "×": Sense(roles=frozenset({Role.TIMES})),
    "*": Sense(roles=frozenset({Role.FILLER})),
    "'": Sense(roles=frozenset({Role.FILLER, Role.OF})),
    '"': Sense(roles=frozenset({Role.FILLER, Role.OF})),
    "“": Sense(roles=frozenset({Role.FILLER, Role.OF})),
    "”": Sense(roles=frozenset({Role.FILLER, Role.OF})),
    ",": Sense(roles=frozenset({Role.COMMA})),
    ":": Sense(roles=frozenset({Role.COLON})),
    "=": Sense(roles=frozenset({Role.COLON})),
    "(": Sense(roles=frozenset({Role.OPEN})),
    "[": Sense(roles=frozenset({Role.OPEN})),
    ")": Sense(roles=frozenset({Role.CLOSE})),
    "]": Sense(roles=frozenset({Role.CLOSE})),
    ".": Sense(roles=frozenset({Role.STOP})),
    "!": Sense(roles=frozenset({Role.STOP})),
    ";": Sense(roles=frozenset({Role.STOP})),
    "\n": Sense(roles=frozenset({Role.STOP})),
    "?": Sense(roles=frozenset({Role.QUESTION})),
    "\ufffc": Sense(roles=frozenset({Role.IMAGE})),
}


@cache
def lexicon(locale: str) -> dict[str, Sense]:
    """Every word known to a campaign of this locale and what it may mean; another locale reads as English."""
    own = locale if locale in _LANGUAGES else "en"
    words: dict[str, Sense] = {}
    for name, language in _LANGUAGES.items():
        if name != own:
            words |= {word: s for word, s in _senses(language).items() if word not in _ELSEWHERE[own]}
    return words | _senses(_LANGUAGES[own])


def language_of(locale: str) -> Language:
    """The campaign's own language; another locale than those known reads as English."""
    return _LANGUAGES.get(locale, english.ENGLISH)


def _senses(language: Language) -> dict[str, Sense]:
    words: dict[str, Sense] = {}
    for role, group in language.roles.items():
        for word in group.split():
            known = words[word].roles if word in words else frozenset()
            words[word] = Sense(roles=known | {role})
    for word, sense in _card_senses(language):
        words[word] = replace(sense, roles=words[word].roles) if word in words else sense
    return words


def _card_senses(language: Language) -> Iterator[tuple[str, Sense]]:
    for code, group in language.suits.items():
        yield from ((word, Sense(suits=(SUITS.index(code),))) for word in group.split())
    for codes, group in language.colours.items():
        suits = tuple(SUITS.index(code) for code in codes)
        for word in group.split():
            yield word, Sense(suits=suits, colour=True, plural=_is_plural(word, group))
    for number, group in language.counts.items():
        yield from ((word, Sense(count=number)) for word in group.split())
    for code, group in language.ranks.items():
        for word in group.split():
            yield word, Sense(rank=RANKS.index(code), plural=_is_plural(word, group))
    for code, group in language.numerals.items():
        for word in group.split():
            yield word, replace(numeral(code), plural=_is_plural(word, group))


def _is_plural(word: str, group: str) -> bool:
    """Whether the group of a rank holds the word's singular too."""
    return any(word in (f"{singular}s", f"{singular}es") for singular in group.split())
