"""What is seen of a post: folded text, each character with its place in the post, and what to know of it."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final, NamedTuple, Optional

Range = tuple[int, int]
"""From the first index to the last one excluded."""

IMAGE: Final = "\ufffc"
"""Stands in the visible text for an image that may be a card and is not known as any."""


@dataclass(frozen=True, slots=True, eq=False)
class Visible:
    """The folded text a reader sees; character i is `starts[i]:ends[i]` of the post (code points).

    All ranges are indices of `text`, sorted and apart from each other.
    """

    text: str
    starts: "array[int]"
    ends: "array[int]"
    unclosed: bool = False
    """A quote or struck text has no end: all below its beginning is left out."""
    images: tuple[tuple[int, str], ...] = ()
    """Where an unknown image stands in the text (as `IMAGE`), and its address."""
    faint: tuple[Range, ...] = ()
    """Text that readers hardly see: tiny, or white on white."""
    unsure: tuple[Range, ...] = ()
    """Text of which it cannot be told whether it is the author's own."""
    verbatim: tuple[Range, ...] = ()
    """Code: no markup is read in it."""
    aside: Optional["Visible"] = None
    """What stands under the line that sets a signature apart."""


class Cut(NamedTuple):
    """A stretch of a visible text to be replaced by `instead`, which stands for all of it."""

    first: int
    last: int
    instead: str = ""
    span: Range | None = None
    """Where in the post the new text stands, if that is more than what it replaces."""


def edited(seen: Visible, cuts: Sequence[Cut]) -> Visible:
    """The text with the stretches replaced; they are in order and do not overlap. Linear."""
    if not cuts:
        return seen
    texts: list[str] = []
    starts, ends = array("I"), array("I")
    kept = _Kept()
    at = 0
    for cut in [*cuts, Cut(len(seen.text), len(seen.text))]:
        kept.add(at, cut.first, len(starts))
        texts += (seen.text[at : cut.first], cut.instead)
        starts += seen.starts[at : cut.first]
        ends += seen.ends[at : cut.first]
        kept.add(cut.first, cut.last, len(starts), len(cut.instead))
        if cut.instead:
            start, end = cut.span or _span(seen, cut.first, cut.last)
            starts.extend([start] * len(cut.instead))
            ends.extend([end] * len(cut.instead))
        at = cut.last
    return replace(
        seen,
        text="".join(texts),
        starts=starts,
        ends=ends,
        images=tuple((to, address) for at, address in seen.images if (to := kept.exact(at)) is not None),
        faint=kept.ranges(seen.faint),
        unsure=kept.ranges(seen.unsure),
        verbatim=kept.ranges(seen.verbatim),
    )


def part(seen: Visible, first: int, last: int) -> Visible:
    """The text from one index to another, excluded."""
    return edited(seen, [Cut(0, first), Cut(last, len(seen.text))])


def joined(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Ranges sorted and melted where they touch or overlap, empty ones dropped."""
    found: list[Range] = []
    for first, last in sorted(ranges):
        if first >= last:
            continue
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return tuple(found)


class Places:
    """Ranges of a visible text, asked about by spans of the post."""

    def __init__(self, seen: Visible, ranges: Sequence[Range]) -> None:
        self._starts = [seen.starts[first] for first, _ in ranges]
        self._ends = list(accumulate((seen.ends[last - 1] for _, last in ranges), max))

    def touch(self, span: Range) -> bool:
        """Whether a span of the post overlaps one of the ranges."""
        at = bisect_right(self._ends, span[0])
        return at < len(self._starts) and self._starts[at] < span[1]


class _Kept:
    """The stretches of the old text in order, kept or replaced, and where each begins in the new one."""

    def __init__(self) -> None:
        self._first: list[int] = []
        self._last: list[int] = []
        self._to: list[int] = []
        self._size: list[int] = []

    def add(self, first: int, last: int, to: int, size: int | None = None) -> None:
        """A stretch that was kept, or replaced by so many characters."""
        if first < last:
            self._first.append(first)
            self._last.append(last)
            self._to.append(to)
            self._size.append(-1 if size is None else size)

    def exact(self, at: int) -> int | None:
        """The new index of a character, None when it is gone."""
        near = bisect_right(self._first, at) - 1
        if near < 0 or self._size[near] >= 0:
            return None
        return self._to[near] + at - self._first[near]

    def ranges(self, ranges: Sequence[Range]) -> tuple[Range, ...]:
        """The ranges in the new text; what replaces their beginning or end is in them."""
        return tuple(
            (to, end) for first, last in ranges if (to := self._next(first)) < (end := self._next(last))
        )

    def _next(self, at: int) -> int:
        """Where the first character from this one on has gone to; past the text for none."""
        near = bisect_right(self._first, at) - 1
        past = at - self._first[near] if near >= 0 else 0
        if near < 0 or past == 0:
            return self._to[near] if near >= 0 else 0
        size = self._size[near]
        return self._to[near] + (past if size < 0 else size)


def _span(seen: Visible, first: int, last: int) -> Range:
    """Where in the post a stretch of the text stands, an empty one too."""
    if first < last:
        return seen.starts[first], max(seen.starts[first], seen.ends[last - 1])
    if first < len(seen.starts):
        return seen.starts[first], seen.starts[first]
    end = seen.ends[-1] if seen.ends else 0
    return end, end
