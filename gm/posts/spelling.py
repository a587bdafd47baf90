"""Which words of the lexicon a misspelt word may be, within one edit, or two of a word of seven letters.

An edit inserts, drops, replaces or swaps letters (Damerau). Of the few dozen words of about the same length
only those with nearly the same letters are measured, and what was found for a word is kept.
"""

import re
from collections.abc import Container
from functools import cache, lru_cache
from typing import Final

from gm.posts.lexicon import Sense, language_of, lexicon
from gm.posts.lexicon.spelling import COMMON, EVERYDAY, VERBS

_SHORTEST: Final = 3
_LONG: Final = 7
_DRAWN_OUT: Final = re.compile(r"([a-z])\1{2,}+")


@lru_cache(maxsize=1 << 14)
def near(word: str, locale: str) -> tuple[str, ...]:
    """The words for cards, numbers and moves that a word may be a misspelling of, in order; often none."""
    if (meant := _common().get(word)) is not None:
        return (meant,) if meant in lexicon(locale) else ()
    return () if word in EVERYDAY else within_reach(word, locale)


@lru_cache(maxsize=1 << 14)
def within_reach(word: str, locale: str) -> tuple[str, ...]:
    """The same of any word that is none of the lexicon, though it is an everyday word."""
    band = _bands(locale).get(len(word))
    if band is None or word in lexicon(locale):
        return ()
    letters = _letters(word)
    found = [
        target
        for target, others, most, extra, missing in band
        if (letters & ~others).bit_count() <= extra
        and (others & ~letters).bit_count() <= missing
        and _are_within(word, target, most)
    ]
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 14)
def is_run_together(word: str, locale: str) -> bool:
    """Whether a word may be two, the end of a card and the next one's rank: `piqueas`, `drpique`."""
    words, letters = lexicon(locale), language_of(locale).letter_ranks
    if word in _common():
        return False
    for at in range(1, len(word)):
        begins, ends = word[:at], word[at:]
        for whole, rest, doubled in ((begins, ends, begins[-1]), (ends, begins, ends[0])):
            if len(whole) < _SHORTEST or whole not in words or not _is_card(words[whole]) or rest == doubled:
                continue
            if all(letter in letters for letter in rest) or (rest in words and _is_card(words[rest])):
                return True
    return False


@cache
def _common() -> dict[str, str]:
    return {word: meant for meant, words in COMMON.items() for word in words.split()}


@cache
def _bands(locale: str) -> dict[int, list[tuple[str, int, int, int, int]]]:
    """By the length of a misspelt word: the words it may be meant for, with their letters and the most edits,
    letters it may have that they have not, and letters it may lack.
    """
    bands: dict[int, list[tuple[str, int, int, int, int]]] = {}
    for word, sense in lexicon(locale).items():
        if len(word) < _SHORTEST or not (_is_card(sense) or word in VERBS):
            continue
        most = 2 if len(word) >= _LONG else 1
        for length in range(max(_SHORTEST, len(word) - most), len(word) + most + 1):
            extra, missing = most - max(0, len(word) - length), most - max(0, length - len(word))
            bands.setdefault(length, []).append((word, _letters(word), most, extra, missing))
    return bands


def _letters(word: str) -> int:
    """The set of a word's letters: an edit takes one out and puts one in at most."""
    mask = 0
    for letter in word:
        mask |= 1 << (ord(letter) & 63)
    return mask


def _is_card(sense: Sense) -> bool:
    return sense.rank is not None or bool(sense.count or sense.suits)


def _are_within(one: str, two: str, most: int) -> bool:
    """Whether two words lie at most one or two edits apart; what they share at both ends is cut off."""
    first, size = 0, min(len(one), len(two))
    while first < size and one[first] == two[first]:
        first += 1
    last = 0
    while last < size - first and one[-1 - last] == two[-1 - last]:
        last += 1
    one, two = one[first : len(one) - last], two[first : len(two) - last]
    if len(one) <= 1 and len(two) <= 1:
        return True
    return (len(one) == 2 and one == two[::-1]) if most == 1 else _edits(one, two) <= most


def _edits(one: str, two: str) -> int:
    """The number of edits between two words."""
    before: list[int] = []
    row = list(range(len(two) + 1))
    for at, letter in enumerate(one):
        earlier, before, row = before, row, [at + 1]
        for to, other in enumerate(two):
            cost = min(before[to + 1] + 1, row[to] + 1, before[to] + (letter != other))
            if at and to and letter == two[to - 1] and one[at - 1] == other:
                cost = min(cost, earlier[to - 1] + 1)
            row.append(cost)
    return row[-1]


def drawn_out(word: str, words: Container[str]) -> str:
    """`roiiii`: the known word with a letter of many written twice or once; nothing when there is none."""
    if _DRAWN_OUT.search(word) is None:
        return ""
    return next((short for by in (r"\1\1", r"\1") if (short := _DRAWN_OUT.sub(by, word)) in words), "")
