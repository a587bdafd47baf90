"""Which post of a page is which recorded one (`gm recheck`), though its words may have changed since.

What an id or a date tells is certain, and so are words that stand once on either side. These posts are the
anchors. Between two of them all the others are laid along the recorded ones in order, so that as little as
possible is missing, new or changed; before the first and behind the last, where page or ledger may end
anywhere, as far as more is found than is missing. A page without an anchor is nowhere: everybody passes in
the same words.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from gm.desk.recorded import Entry, Signed, certainly_known, may_rest_on, same_minute
from gm.desk.recorded_posts import RecordedPost

_MOST_CELLS: Final = 400_000


@dataclass(frozen=True, slots=True)
class Telling:
    """What the words of a page tell: whether a post states an entry's move, may be new, claims a move."""

    states: Callable[[int, Entry], bool]
    is_new: Callable[[int], bool]
    claims: Callable[[int], bool]


@dataclass(frozen=True, slots=True)
class Matched:
    """The recorded post that each post of a page is, by their indexes.

    `certain` is whether the id or the date of any tells it.
    """

    pairs: Mapping[int, int]
    certain: bool


def matched(recorded: Sequence[RecordedPost], posts: Sequence[Signed], telling: Telling) -> Matched:
    """Find the recorded posts on a page; none where there is no anchor."""
    entries = [each.entry for each in recorded]
    certain = certainly_known(entries, posts)
    anchors = _rising(sorted({**_only_ones(entries, posts, certain), **certain}.items()))
    found = {**dict(anchors), **certain}
    taken = set(found.values())
    edges = [(-1, -1), *anchors, (len(posts), len(entries))] if anchors else []
    for (post, entry), (next_post, next_entry) in pairwise(edges):
        stretch = _Stretch(
            entries,
            posts,
            telling,
            free=[at for at in range(entry + 1, next_entry) if at not in taken],
            rest=[at for at in range(post + 1, next_post) if at not in found],
            held_before=post >= 0,
            held_behind=next_post < len(posts),
        )
        found |= stretch.laid()
    return Matched(found, bool(certain))


def _only_ones(
    entries: Sequence[Entry], posts: Sequence[Signed], certain: Mapping[int, int]
) -> dict[int, int]:
    """The posts whose words one recorded post has, and no other post of the page."""
    free = {entry.post.sha256: at for at, entry in enumerate(entries) if entry.post is not None}
    times = Counter(entry.post.sha256 for entry in entries if entry.post is not None)
    on_page = Counter(digest for each in posts for digest in each.digests)
    taken = set(certain.values())
    found: dict[int, int] = {}
    for index, each in enumerate(posts):
        same = [free[digest] for digest in each.digests if times[digest] == on_page[digest] == 1]
        if index not in certain and len(same) == 1 and same[0] not in taken:
            if may_rest_on(entries[same[0]], each):
                found[index] = same[0]
    return found


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The most of these pairs, sorted by their first part, whose second parts rise too."""
    from bisect import bisect_left

    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, entry) in enumerate(pairs):
        at = bisect_left(ends, entry)
        before.append(last[at - 1] if at else -1)
        ends[at : at + 1] = [entry]
        last[at : at + 1] = [index]
    chosen: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = before[index]
    return chosen[::-1]


_SAME: Final = 5
_NEW_WORDS: Final = 2
_OTHER_WORDS: Final = 1
_NEW: Final = -2
_MISSING: Final = -2
_MISSING_AT_AN_END: Final = -6
"""What it is worth that a post has the words of an entry, new ones, or such as were seen before; that it is
new, that an entry is missing. Beyond the anchors one post does not make up for one that is missing before it.
"""


class _Cell(NamedTuple):
    """The best that can be had up to so many posts and entries, and the last step of the way there."""

    score: int
    step: int


_MISSED: Final = 1
_UNKNOWN: Final = 2
_BOTH: Final = 3
"""The last step of a way: an entry is not on the page, a post is not recorded, both are one; 0 for none."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """The posts and the entries between two anchors, but for those that are known already.

    A side that no anchor holds may be cut anywhere: the page, or the ledger, begins or ends there. One of
    the two sides is held.
    """

    entries: Sequence[Entry]
    posts: Sequence[Signed]
    telling: Telling
    free: Sequence[int]
    rest: Sequence[int]
    held_before: bool
    held_behind: bool

    def laid(self) -> dict[int, int]:
        """Which entry each post is, by the best way."""
        players = {self.entries[at].player for at in self.free}
        words = {post.sha256 for post in (self.entries[at].post for at in self.free) if post is not None}
        posts = [
            at
            for at in self.rest
            if self.posts[at].player in players or not words.isdisjoint(self.posts[at].digests)
        ]
        if len(posts) * len(self.free) > _MOST_CELLS:
            return self._first_come(posts)
        rows = self._rows(posts)
        row, column = (len(posts), len(self.free)) if self.held_behind else self._best_end(rows)
        found: dict[int, int] = {}
        while rows[row][column].step:
            step = rows[row][column].step
            row, column = row - (step != _MISSED), column - (step != _UNKNOWN)
            if step == _BOTH:
                found[posts[row]] = self.free[column]
        return found

    def _best_end(self, rows: Sequence[Sequence[_Cell]]) -> tuple[int, int]:
        """The cell to go back from, where nothing holds the end: that of the best way, however long."""
        cells = ((cell.score, at, column) for at, row in enumerate(rows) for column, cell in enumerate(row))
        _, row, column = max(cells)
        return row, column

    def _rows(self, posts: Sequence[int]) -> list[list[_Cell]]:
        """The best way to each number of posts and of entries: `rows[posts][entries]`."""
        begin = _Cell(0, 0)
        missing = _MISSING if self.held_before and self.held_behind else _MISSING_AT_AN_END
        prices = [0 if self.entries[at].post is None else missing for at in self.free]
        first = [begin]
        for price in prices:
            first.append(_Cell(first[-1].score + price, _MISSED) if self.held_before else begin)
        rows = [first]
        for at in posts:
            above, new = rows[-1], _NEW if self.telling.is_new(at) and self.telling.claims(at) else 0
            row = [_Cell(above[0].score + new, _UNKNOWN) if self.held_before else begin]
            for column, price in enumerate(prices):
                missed = _Cell(row[column].score + price, _MISSED)
                unknown = _Cell(above[column + 1].score + new, _UNKNOWN)
                score = self._score(at, self.entries[self.free[column]])
                both = [] if score is None else [_Cell(above[column].score + score, _BOTH)]
                best = max(missed, unknown, *both)
                row.append(best if self.held_before or best.score > 0 else begin)
            rows.append(row)
        return rows

    def _score(self, at: int, entry: Entry) -> int | None:
        """How well a post and an entry go together; None where they cannot."""
        each = self.posts[at]
        if not may_rest_on(entry, each):
            return None
        if entry.post is None:
            return _SAME if self.telling.states(at, entry) else None
        if each.says(entry.post):
            return _SAME
        if each.player is None or each.player != entry.player:
            return None
        if self.telling.is_new(at):
            # Beyond the anchors talk in place of a move is told where the page goes on from what is known.
            may_be = self.held_before or same_minute(entry, each) or self.telling.claims(at)
            return _NEW_WORDS if may_be else None
        is_between = self.held_before and self.held_behind
        may_be = same_minute(entry, each) or (is_between and self.telling.claims(at))
        return _OTHER_WORDS if may_be else None

    def _first_come(self, posts: Sequence[int]) -> dict[int, int]:
        """Each post the next entry in its words: for pages far beyond any topic."""
        found: dict[int, int] = {}
        places: dict[str, list[int]] = {}
        for at in reversed(self.free):
            post = self.entries[at].post
            if post is not None:
                places.setdefault(post.sha256, []).append(at)
        last = -1
        for at in posts:
            for digest in self.posts[at].digests:
                waiting = places.get(digest, [])
                while waiting and waiting[-1] <= last:
                    waiting.pop()
                if waiting and may_rest_on(self.entries[waiting[-1]], self.posts[at]):
                    last = found[at] = waiting.pop()
                    break
        return found
