"""What has changed between two texts, word by word, as a person reads it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

Op = Literal["same", "removed", "added"]

_MOST_WORDS: Final = 400
_AROUND: Final = 6
_MOST_SHOWN: Final = 60
_MOST_PIECES: Final = 60
_LONGEST_WORD: Final = 80


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that are the same in both texts, or in one of them only; `…` stands for words left out."""

    op: Op
    text: str


def difference(old: str, new: str) -> tuple[Piece, ...]:
    """The way from the old text to the new one, in order, what is far from any change left out.

    Empty where the words are the same: blanks and the ends of lines do not count. Texts that differ in
    hundreds of words in a row are shown as one replaced by the other, so that all is quick.
    """
    before, after = old.split(), new.split()
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    pieces = [
        ("same", before[:head]),
        *_between(before[head : len(before) - tail], after[head : len(after) - tail]),
        ("same", before[len(before) - tail :]),
    ]
    told = [(op, words) for op, words in pieces if words]
    if all(op == "same" for op, _ in told):
        return ()
    shown = [
        Piece(op, " ".join(_shortened(op, words, first=at == 0, last=at == len(told) - 1)))
        for at, (op, words) in enumerate(told)
    ]
    return tuple(shown) if len(shown) <= _MOST_PIECES else (*shown[:_MOST_PIECES], Piece("same", "…"))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words both begin with."""
    least = min(len(one), len(other))
    return next((at for at in range(least) if one[at] != other[at]), least)


def _between(before: list[str], after: list[str]) -> Iterator[tuple[Op, list[str]]]:
    if len(before) > _MOST_WORDS or len(after) > _MOST_WORDS:
        yield ("removed", before)
        yield ("added", after)
        return
    from difflib import SequenceMatcher  # only where something has changed: 8 ms

    for op, one, other, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if op == "equal":
            yield ("same", before[one:other])
        else:
            yield ("removed", before[one:other])
            yield ("added", after[first:last])


def _shortened(op: Op, words: list[str], *, first: bool, last: bool) -> list[str]:
    """The words that are shown: of the same ones those beside a change, of changed ones the first."""
    shown = [word if len(word) <= _LONGEST_WORD else f"{word[:_LONGEST_WORD]}…" for word in words]
    if op != "same":
        return shown if len(shown) <= _MOST_SHOWN else [*shown[:_MOST_SHOWN], "…"]
    head, tail = 0 if first else _AROUND, 0 if last else _AROUND
    if len(shown) <= head + tail + 1:
        return shown
    return [*shown[:head], "…", *shown[len(shown) - tail :]]
