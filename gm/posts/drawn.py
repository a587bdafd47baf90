"""The playing cards of Unicode, as they are typed or stand in the place of an image."""

from dataclasses import replace
from typing import Final

from gm.cards import JOKER as JOKER_RANK
from gm.cards import RANKS, SUITS, Rank
from gm.posts.lexicon import Sense

_FIRST: Final = 0x1F0A0
_LAST: Final = 0x1F0FF
_SUIT: Final = 16
_VALUES: Final = "-A23456789TJ-QK"
"""The ranks in the order of the block, which has a back first and a knight before the queen."""
_JOKERS: Final = {0x1F0BF: 0, 0x1F0CF: 1, 0x1F0DF: 1}
_JOKER_SIGNS: Final = "🂿🃏"
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
    suit, value = divmod(point - _FIRST, _SUIT)
    if not 0 <= suit < len(SUITS) or value >= len(_VALUES) or _VALUES[value] == "-":
        return None
    return Sense(rank=RANKS.index(_VALUES[value]), suits=(suit,))


def sign_of(rank: Rank, suit: int) -> str:
    """The character that shows a card."""
    if rank == JOKER_RANK:
        return _JOKER_SIGNS[suit]
    return chr(_FIRST + _SUIT * suit + _VALUES.index(RANKS[rank]))
