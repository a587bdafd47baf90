"""Are names, words and beacons as they are cleaned on entering (design.md, The ledger)?

Two spellings that look the same would let the moderator choose between two deals.
"""

import unicodedata
from collections.abc import Callable

from gm.evidence.report import Found
from gm.ledger import TextProblem


def check_cleaned(clean: Callable[[str], str | TextProblem], text: str | None) -> list[Found]:
    """A text is what cleaning makes of it."""
    if text is None or clean(text) == text:
        return []
    return [Found("not_cleaned", "a name, a word or a beacon is not written as it is cleaned on entering")]


def has_unseen(text: str) -> bool:
    """Whether a text holds a character that nobody sees."""
    return any(unicodedata.category(char) == "Cf" for char in text)
