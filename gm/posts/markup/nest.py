"""Tags that are open, however they are crossed."""

from collections.abc import Iterator
from typing import Generic, TypeVar

_T = TypeVar("_T")


class Nest(Generic[_T]):
    """The open tags, each with what it brought; closing one closes those opened inside it."""

    def __init__(self) -> None:
        self._open: list[tuple[str, _T]] = []
        self._count: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._open)

    def __iter__(self) -> Iterator[_T]:
        return (what for _, what in self._open)

    @property
    def innermost(self) -> _T | None:
        """What the tag opened last brought."""
        return self._open[-1][1] if self._open else None

    def open(self, tag: str, what: _T) -> None:
        """Opens a tag inside those that are open."""
        self._open.append((tag, what))
        self._count[tag] = self._count.get(tag, 0) + 1

    def close(self, tag: str) -> _T | None:
        """What was brought by the tag that is closed, None when it is not open."""
        while self._count.get(tag, 0) > 0:
            last, what = self._open.pop()
            self._count[last] -= 1
            if last == tag:
                return what
        return None
