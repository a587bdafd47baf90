"""Clock and randomness are passed in (design.md, Who may import whom)."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest

from gm.store import FixedClock, SystemClock, SystemRandomness, UnsafeFixedRandomness


def test_a_fixed_clock_moves_by_its_step() -> None:
    """A fixed clock tells the same times in every run."""
    noon = datetime(2014, 6, 12, 12, tzinfo=UTC)
    clock = FixedClock(noon, timedelta(minutes=7))
    assert [clock.now(), clock.now()] == [noon, noon + timedelta(minutes=7)]
    with pytest.raises(ValueError, match="zone"):
        FixedClock(datetime(2014, 6, 12))  # noqa: DTZ001 what is refused


def test_fixed_randomness_is_the_stream_it_says() -> None:
    """SHA-256(seed || counter), one block after the other, however it is taken."""
    stream = b"".join(sha256(b"demo" + counter.to_bytes(8, "big")).digest() for counter in range(4))
    fixed = UnsafeFixedRandomness(b"demo")
    assert b"".join(fixed.bytes(count) for count in (0, 16, 32, 1, 70)) == stream[:119]


def test_the_system_s_clock_and_randomness_are_fit_for_use() -> None:
    """The time has a zone, and no two draws of 32 bytes are the same."""
    assert SystemClock().now().tzinfo is not None
    draws = {SystemRandomness().bytes(32) for _ in range(8)}
    assert len(draws) == 8
    assert {len(draw) for draw in draws} == {32}
