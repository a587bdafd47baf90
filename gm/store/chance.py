"""Clock and randomness, passed in as values: the system's, and fixed ones for the demo and the tests."""

import hashlib
import os
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Protocol

from gm.campaign import Problem, problem


class Clock(Protocol):
    """What tells the time."""

    def now(self) -> datetime:
        """The time now, with its zone."""
        ...


class Randomness(Protocol):
    """What seeds, salts and keys are drawn from."""

    def bytes(self, count: int) -> bytes:
        """So many unpredictable bytes."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> datetime:
        """The time now, in UTC."""
        return datetime.now(UTC)


class SystemRandomness:
    """The operating system's randomness, fit for keys."""

    def bytes(self, count: int) -> bytes:
        """So many bytes; what secrets.token_bytes gives, without the cost of importing it."""
        return os.urandom(count)


class FixedClock:
    """A clock that starts at a given time and moves on by a step at each look: the same in every run."""

    def __init__(self, start: datetime, step: timedelta = timedelta(0)) -> None:
        if start.tzinfo is None:
            raise ValueError("the start of a clock has a time zone")
        self._next = start
        self._step = step

    def now(self) -> datetime:
        """The start, then each time one step later."""
        now, self._next = self._next, self._next + self._step
        return now


class UnsafeFixedRandomness:
    """Bytes that anyone can compute from the seed: for the demo and the tests, never for a real campaign.

    The stream is SHA-256(seed || counter) for the counters 0, 1, 2, … of 8 bytes, big-endian.
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._left = b""

    def bytes(self, count: int) -> bytes:
        """The next bytes of the stream."""
        while len(self._left) < count:
            block = self._seed + self._counter.to_bytes(8, "big")
            self._left += hashlib.sha256(block).digest()
            self._counter += 1
        taken, self._left = self._left[:count], self._left[count:]
        return taken


def zone_of(name: str) -> tzinfo | Problem:
    """The campaign's time zone."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # looking at a campaign needs none of it

    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return problem("unknown_timezone", timezone=name)
