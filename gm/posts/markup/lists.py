"""Numbers that count the items of a list, which are no cards: `1. 7 de cœur`.

Two or more items in order are a list. A number by itself is one when it is no rank, or when its item begins
with a card; but `2. Roi de pique` may be a two that closes the tour and an opening: that is asked about.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from gm.posts.lexicon import SYMBOLS, Sense, lexicon

ITEM: Final = re.compile(r"[ \t]*([0-9]{1,2})[.)][ \t]+(?=\S)")
_SUIT: Final = re.compile(r"(?:de |d'|of )?([^\W_]+|\S)")
_WORD: Final = re.compile(r"[^\W_]+|\S")
_DIGITS: Final = frozenset("2 3 4 5 6 7 8 9 10".split())
_FIRST_WORDS: Final = 5
_APART: Final = 4
"""Lines between two items of a list at most."""


class Item(NamedTuple):
    """An item: its number and where that stands in the text, its line, and how its text begins."""

    number: int
    first: int
    last: int
    line: int
    says: str


def numbering(items: Sequence[Item]) -> tuple[list[Item], list[Item]]:
    """The items whose numbers only count, and those of which this cannot be told."""
    items = [item for item in items if not _begins_with_suit(item.says)]
    counts: list[Item] = []
    unsure: list[Item] = []
    for run in _runs(items):
        item = run[0]
        if len(run) > 1 or not 2 <= item.number <= 10:
            counts += run
        elif _begins_with_card(item.says):
            (unsure if item.number == 2 else counts).append(item)
    return counts, unsure


def _runs(items: Sequence[Item]) -> Iterator[list[Item]]:
    run: list[Item] = []
    for item in items:
        if run and not (item.number == run[-1].number + 1 and item.line - run[-1].line <= _APART):
            yield run
            run = []
        run.append(item)
    if run:
        yield run


def _begins_with_suit(says: str) -> bool:
    """`2) de pique`: the number is a rank."""
    word = _SUIT.match(says)
    return word is not None and _names_suit(word[1])


def _begins_with_card(says: str) -> bool:
    """Whether a rank and a suit are among the first words."""
    words = _WORD.findall(says)[:_FIRST_WORDS]
    return any(map(_names_rank, words)) and any(map(_names_suit, words))


def _names_rank(word: str) -> bool:
    return word in _DIGITS or any(sense.rank is not None for sense in _senses(word))


def _names_suit(word: str) -> bool:
    return any(sense.suits and not sense.colour for sense in _senses(word))


def _senses(word: str) -> list[Sense]:
    """What a word or sign means in either language."""
    return [known[word] for known in (lexicon("fr"), lexicon("en"), SYMBOLS) if word in known]
