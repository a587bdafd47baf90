"""The stretch of the topic that a page covers, and which recorded posts are missing in it (`gm recheck`)."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Final

from gm.desk.recorded import Signed
from gm.desk.recorded_posts import RecordedPost
from gm.events import Joined, Left, Word

_HOLE: Final = 10
_ISLAND: Final = 2
_LONGEST_NUMBER: Final = 18


class Span:
    """The posts of a page with the recorded post that each is, by their indexes.

    A recorded post is missing when its id, else its date, else its place in the ledger is between those of
    the page. More than ten of several players, almost in a row, are no deletion: a page is left out.
    """

    def __init__(
        self, recorded: Sequence[RecordedPost], posts: Sequence[Signed], pairs: Mapping[int, int]
    ) -> None:
        self._recorded = recorded
        self._posts = posts
        self._pairs = pairs
        self._on_page = sorted(pairs)
        self._there = sorted(pairs.values())

    def holds(self, index: int) -> bool:
        """Whether a post of the page stands between two recorded ones."""
        return bool(self._on_page) and self._on_page[0] < index < self._on_page[-1]

    def around(self, index: int) -> tuple[int, int]:
        """The entries of the recorded posts before and behind a post that stands between two."""
        at = bisect_left(self._on_page, index)
        before, behind = (self._recorded[self._pairs[self._on_page[each]]] for each in (at - 1, at))
        return before.seqs[-1], behind.seqs[0]

    def place_of(self, entry: int) -> int:
        """The index of the page's last post before one that is missing; -1 for none."""
        return max((at for at, other in self._pairs.items() if other < entry), default=-1)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The recorded posts that are not on the page and ought to be, by index."""
        runs: list[list[int]] = []
        for at in filter(self._is_missing, range(len(self._recorded))):
            if runs and self._found_between(runs[-1][-1], at) <= _ISLAND:
                runs[-1].append(at)
            else:
                runs.append([at])
        return tuple(at for run in runs if not self._is_hole(run) for at in run)

    def _found_between(self, entry: int, other: int) -> int:
        """How many recorded posts between two are on the page."""
        return bisect_left(self._there, other) - bisect_left(self._there, entry)

    def _is_hole(self, run: Sequence[int]) -> bool:
        return len(run) > _HOLE and len({self._recorded[at].entry.player for at in run}) > 1

    def _is_missing(self, entry: int) -> bool:
        one = self._recorded[entry]
        at = bisect_left(self._there, entry)
        if one.post is None or not self._there or self._there[at : at + 1] == [entry]:
            return False
        if _registers(one) and not self._shows_registrations:  # they may have a topic of their own
            return False
        number = _number(one.post.id)
        if number is not None and len(self._numbers) > 1:
            return self._numbers[0] < number < self._numbers[-1]
        if one.post.at is not None and len(self._moments) > 1:
            return self._moments[0] < datetime.fromisoformat(one.post.at) < self._moments[-1]
        return 0 < at < len(self._there)

    @cached_property
    def _shows_registrations(self) -> bool:
        return any(_registers(self._recorded[entry]) for entry in self._there)

    @cached_property
    def _numbers(self) -> list[int]:
        """The numbers of the page's posts, sorted."""
        found = [_number(each.post.id) for each in self._posts]
        return sorted(number for number in found if number is not None)

    @cached_property
    def _moments(self) -> list[datetime]:
        return sorted(datetime.fromisoformat(each.at) for each in self._posts if each.at is not None)


def _number(post_id: str | None) -> int | None:
    """The number that a forum gave a post, None for another id."""
    if post_id is None or len(post_id) > _LONGEST_NUMBER or not (post_id.isascii() and post_id.isdigit()):
        return None
    return int(post_id)


def _registers(one: RecordedPost) -> bool:
    return all(isinstance(event, Joined | Word | Left) for event in one.events)
