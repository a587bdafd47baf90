"""Cards written in letters: the rank and the suit of one letter, codes of two, several codes run together."""

from typing import Final

from gm.cards import RANKS, SUITS
from gm.posts.lexicon import Language, Sense

_DIGITS: Final = frozenset("23456789")


def letter_sense(language: Language, letter: str) -> Sense:
    """What a letter by itself may be: a rank, a suit, both or none."""
    rank = language.letter_ranks.get(letter)
    suit = language.letter_suits.get(letter)
    return Sense(
        rank=None if rank is None else RANKS.index(rank),
        suits=() if suit is None else (SUITS.index(suit),),
        letter=True,
    )


def letter_code(language: Language, word: str) -> Sense | None:
    """The card of a code of two letters: `Dc`, `Kh`."""
    rank = language.letter_ranks.get(word[0])
    suit = language.letter_suits.get(word[1])
    if word in ("xr", "xb"):
        return Sense(rank=RANKS.index("X"), suits=("rb".index(word[1]),))
    if rank is None or suit is None or word[1] not in language.code_suits:
        return None
    return Sense(rank=RANKS.index(rank), suits=(SUITS.index(suit),))


def are_codes(language: Language, run: str) -> bool:
    """Whether a run of letters and digits is ranks and suits in turn: `Ah10d`."""
    rank = True
    for letter in run.replace("10", "t"):
        known = language.letter_ranks if rank else language.letter_suits
        if letter not in known and not (rank and letter in _DIGITS):
            return False
        rank = not rank
    return rank


def pairs_of(language: Language, word: str, *, after_number: bool) -> list[slice] | None:
    """Where to cut a run of codes: `RpRc`, `7cRc` after its digit; None when it is none."""
    ranks, suits = language.letter_ranks, language.letter_suits
    skip = len(word) % 2
    if len(word) < 3 or (skip and not (after_number and word[0] in suits)):
        return None
    pairs = [slice(at, at + 2) for at in range(skip, len(word), 2)]
    if not all(word[pair][0] in ranks and word[pair][1] in suits for pair in pairs):
        return None
    return [slice(0, 1), *pairs] if skip else pairs
