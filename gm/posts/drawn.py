"""The playing cards of Unicode, as they are typed or stand in the place of an image."""

from dataclasses import replace
from typing import Final

from gm.cards import RANKS
from gm.posts.lexicon import Sense

_FIRST: Final = 0x1F0A0
_LAST: Final = 0x1F0FF
_KNIGHT: Final = 12
_JOKERS: Final = {0x1F0BF: 0, 0x1F0CF: 1, 0x1F0DF: 1}
_FACES: Final = {1: "A", 10: "T", 11: "J", 13: "Q", 14: "K"}
JOKER: Final = Sense(rank=RANKS.index("X"))
"""Either of the two: 🃏, the one that keyboards have, says no colour."""
EMOJI_JOKER: Final = "🃏"


def is_drawn(sign: str) -> bool:
    """Whether a character is one of the Playing Cards block."""
    return len(sign) == 1 and _FIRST <= ord(sign) <= _LAST


def drawn_card(sign: str) -> Sense | None:
    """The card that a character of the block shows; None for a back, a knight or a trump."""
    point = ord(sign)
    if point in _JOKERS:
        return replace(JOKER, suits=(_JOKERS[point],))
    suit, value = divmod(point - _FIRST, 16)
    if not 0 <= suit < 4 or not 1 <= value <= 14 or value == _KNIGHT:
        return None
    return Sense(rank=RANKS.index(_FACES.get(value, str(value))), suits=(suit,))
