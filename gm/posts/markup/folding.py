"""How words are compared: without case, accents, ligatures and marks that nobody sees."""

import unicodedata
from functools import lru_cache
from typing import Final

_INVISIBLE: Final = frozenset({"Mn", "Me", "Cf"})
_WRITTEN_ALIKE: Final = ("<font>", "<wide>", "<narrow>", "<circle>")
"""Letters and digits in another writing: 𝐑, Ｒ, Ⓡ."""
_EXPANSIONS: Final = {
    "œ": "oe",
    "Œ": "oe",
    "æ": "ae",
    "Æ": "ae",
    "’": "'",
    "‘": "'",
    "ʼ": "'",
    "`": "'",
    "´": "'",
    "…": ".",
    "🔟": "10",
    "\r": "\n",
    "\u2028": "\n",
    "\u2029": "\n",
    "\xa0": " ",
    "\u2009": " ",
    "\u202f": " ",
    "\ufffc": " ",  # left of an image that was not copied
}


def fold(text: str) -> str:
    """A text without case, accents, ligatures or invisible marks, as words are compared."""
    return "".join(map(folded, text))


@lru_cache(maxsize=4096)
def folded(char: str) -> str:
    """One code point folded: none for a mark that nobody sees, two for a ligature."""
    if char in _EXPANSIONS:
        return _EXPANSIONS[char]
    if char < "\x80":
        return char.lower()
    if unicodedata.decomposition(char).startswith(_WRITTEN_ALIKE):
        return unicodedata.normalize("NFKC", char).lower()
    parts = unicodedata.normalize("NFD", char).casefold()
    return "".join(part for part in parts if unicodedata.category(part) not in _INVISIBLE)
