"""Moments and delays, on the nights when the clocks of Europe/Paris change as on any other (Z3, Z19, Z22).

On 2026-03-29 the hour from 2:00 to 3:00 is missing, on 2026-10-25 it is there twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gm.calendar import NEVER, end_of_delay, is_before, post_time, read_moment, read_schedule, zone
from gm.campaign import Problem
from gm.events import DELAYS, Paused, Schedule

PARIS = "Europe/Paris"


@dataclass(frozen=True, slots=True)
class Case:
    """A delay: since when, how many hours, until when; the quiet hours and the pauses between."""

    since: str
    hours: int
    end: str
    quiet: str | None = None
    pauses: tuple[tuple[str, str], ...] = ()


CASES = {
    "an ordinary day": Case("2026-06-12T14:00:00+02:00", 48, "2026-06-14T14:00:00+02:00"),
    # The night of 29 March: 48 hours are 48 hours, an hour later by the clock.
    "over the spring night": Case("2026-03-28T14:00:00+01:00", 48, "2026-03-30T15:00:00+02:00"),
    "to the last second before": Case("2026-03-28T01:59:59+01:00", 24, "2026-03-29T01:59:59+01:00"),
    "to the first after": Case("2026-03-28T02:00:00+01:00", 24, "2026-03-29T03:00:00+02:00"),
    "into the missing hour": Case("2026-03-28T02:30:00+01:00", 24, "2026-03-29T03:30:00+02:00"),
    "begun after it": Case("2026-03-29T03:00:00+02:00", 24, "2026-03-30T03:00:00+02:00"),
    # The night of 25 October: an hour earlier by the clock.
    "over the autumn night": Case("2026-10-24T14:00:00+02:00", 48, "2026-10-26T13:00:00+01:00"),
    "into the first of the two": Case("2026-10-24T02:30:00+02:00", 24, "2026-10-25T02:30:00+02:00"),
    "into the second of the two": Case("2026-10-24T03:30:00+02:00", 24, "2026-10-25T02:30:00+01:00"),
    "from the first to the second": Case("2026-10-25T02:30:00+02:00", 1, "2026-10-25T02:30:00+01:00"),
    "begun in the second": Case("2026-10-25T02:30:00+01:00", 24, "2026-10-26T02:30:00+01:00"),
    # Quiet hours are those of the clock on the wall.
    "ends at noon": Case("2026-06-12T12:00:00+02:00", 48, "2026-06-14T12:00:00+02:00", "23-8"),
    "ends before the night": Case("2026-06-12T22:59:59+02:00", 48, "2026-06-14T22:59:59+02:00", "23-8"),
    "ends as the night begins": Case("2026-06-12T23:00:00+02:00", 48, "2026-06-15T08:00:00+02:00", "23-8"),
    "ends after midnight": Case("2026-06-12T03:12:00+02:00", 48, "2026-06-14T08:00:00+02:00", "23-8"),
    "ends as the night ends": Case("2026-06-12T08:00:00+02:00", 48, "2026-06-14T08:00:00+02:00", "23-8"),
    "quiet by day": Case(
        "2026-06-12T13:00:00+02:00",
        48,
        "2026-06-14T17:00:00+02:00",
        "12-14",
        (("2026-06-14T13:30:00+02:00", "2026-06-14T17:00:00+02:00"),),
    ),
    "quiet until midnight": Case("2026-06-12T21:00:00+02:00", 48, "2026-06-15T00:00:00+02:00", "20-0"),
    "spring, quiet to the morning": Case(
        "2026-03-27T23:30:00+01:00", 25, "2026-03-29T08:00:00+02:00", "23-8"
    ),
    "spring, quiet ends in the gap": Case(
        "2026-03-28T01:30:00+01:00", 24, "2026-03-29T03:00:00+02:00", "23-2"
    ),
    "spring, the quiet hour is missing": Case(
        "2026-03-28T02:30:00+01:00", 24, "2026-03-29T03:30:00+02:00", "2-3"
    ),
    "autumn, quiet to the morning": Case(
        "2026-10-24T04:00:00+02:00", 24, "2026-10-25T08:00:00+01:00", "23-8"
    ),
    "autumn, quiet twice the hour": Case("2026-10-24T02:30:00+02:00", 24, "2026-10-25T03:00:00+01:00", "2-3"),
    "autumn, quiet ends before the two": Case(
        "2026-10-24T01:30:00+02:00", 24, "2026-10-25T02:00:00+02:00", "23-2"
    ),
    "autumn, the second is not quiet": Case(
        "2026-10-24T03:10:00+02:00", 24, "2026-10-25T02:10:00+01:00", "23-2"
    ),
    # Pauses stop the clock.
    "a pause within": Case(
        "2026-06-12T12:00:00+02:00",
        48,
        "2026-06-17T12:00:00+02:00",
        None,
        (("2026-06-13T00:00:00+02:00", "2026-06-16T00:00:00+02:00"),),
    ),
    "begun in a pause": Case(
        "2026-06-12T12:00:00+02:00",
        24,
        "2026-06-14T00:00:00+02:00",
        None,
        (("2026-06-10T00:00:00+02:00", "2026-06-13T00:00:00+02:00"),),
    ),
    "a pause before": Case(
        "2026-06-12T12:00:00+02:00",
        24,
        "2026-06-13T12:00:00+02:00",
        None,
        (("2026-06-10T00:00:00+02:00", "2026-06-12T12:00:00+02:00"),),
    ),
    "a pause as it would end": Case(
        "2026-06-12T12:00:00+02:00",
        24,
        "2026-06-14T12:00:00+02:00",
        None,
        (("2026-06-13T12:00:00+02:00", "2026-06-14T12:00:00+02:00"),),
    ),
    "pauses that overlap": Case(
        "2026-06-12T12:00:00+02:00",
        24,
        "2026-06-16T12:00:00+02:00",
        None,
        (
            ("2026-06-14T00:00:00+02:00", "2026-06-16T00:00:00+02:00"),
            ("2026-06-13T00:00:00+02:00", "2026-06-15T00:00:00+02:00"),
        ),
    ),
    "a pause that is called off": Case(
        "2026-06-12T12:00:00+02:00",
        24,
        "2026-06-13T12:00:00+02:00",
        None,
        (("2026-06-13T00:00:00+02:00", "2026-06-13T00:00:00+02:00"),),
    ),
    "a pause on no day": Case(
        "2026-06-12T12:00:00+02:00",
        24,
        "2026-06-13T12:00:00+02:00",
        None,
        (("2026-06-31T00:00:00+02:00", "2026-07-13T00:00:00+02:00"),),
    ),
    "the morning is in a pause": Case(
        "2026-06-12T02:00:00+02:00",
        24,
        "2026-06-20T08:00:00+02:00",
        "23-8",
        (("2026-06-13T07:00:00+02:00", "2026-06-20T00:00:00+02:00"),),
    ),
    "a pause over the spring night": Case(
        "2026-03-28T12:00:00+01:00",
        24,
        "2026-03-30T12:00:00+02:00",
        None,
        (("2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"),),
    ),
    "a pause over the autumn night": Case(
        "2026-10-24T12:00:00+02:00",
        24,
        "2026-10-26T12:00:00+01:00",
        None,
        (("2026-10-25T00:00:00+02:00", "2026-10-26T00:00:00+01:00"),),
    ),
    "a pause from the first to the second": Case(
        "2026-10-25T01:00:00+02:00",
        2,
        "2026-10-25T03:00:00+01:00",
        None,
        (("2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"),),
    ),
}


def paused(pauses: Sequence[tuple[str, str]]) -> tuple[Paused, ...]:
    return tuple(Paused(*each) for each in pauses)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_when_a_delay_ends(case: Case) -> None:
    """Z3, Z19, Z22: hours are hours, pauses stop them, none ends in the quiet hours of the time zone."""
    since = datetime.fromisoformat(case.since)
    delays = replace(DELAYS, quiet=case.quiet)
    end = end_of_delay(since, case.hours, delays, paused(case.pauses), PARIS)
    assert end.isoformat() == case.end


CHANGES = (datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC))
MOMENTS = st.builds(
    lambda change, minutes: change + timedelta(minutes=minutes),
    st.sampled_from(CHANGES),
    st.integers(min_value=-6000, max_value=6000),
)
QUIET = st.one_of(
    st.none(),
    st.tuples(st.integers(0, 23), st.integers(0, 23))
    .filter(lambda at: at[0] != at[1])
    .map("{0[0]}-{0[1]}".format),
)


@given(MOMENTS, st.integers(1, 200), QUIET, st.lists(st.tuples(MOMENTS, MOMENTS), max_size=3))
def test_a_delay_ends_at_a_fit_moment_and_has_run_as_long_as_it_should(
    since: datetime, hours: int, quiet: str | None, spans: list[tuple[datetime, datetime]]
) -> None:
    """Z3, Z19, Z22: the end is in no pause, not in the quiet hours, and at least the delay is behind it."""
    pauses = paused([(start.isoformat(), stop.isoformat()) for start, stop in spans])
    end = end_of_delay(since, hours, replace(DELAYS, quiet=quiet), pauses, PARIS)
    assert not any(start <= end < stop for start, stop in spans)
    if quiet is not None:
        first, last = map(int, quiet.split("-"))
        assert (end.hour - first) % 24 >= (last - first) % 24
    marks = sorted({since, end, *(each for span in spans for each in span if since < each < end)})
    running = [
        b - a for a, b in pairwise(marks) if not any(start <= a and b <= stop for start, stop in spans)
    ]
    assert sum(running, timedelta()) >= timedelta(hours=hours)


def test_a_delay_beyond_the_end_of_time_never_ends() -> None:
    """gm.calendar: no moment of a ledger, and no number of hours, breaks the counting."""
    late = datetime(9999, 12, 31, 23, tzinfo=UTC)
    assert end_of_delay(late, 48, DELAYS, (), PARIS) == NEVER
    assert end_of_delay(CHANGES[0], 10**8, DELAYS, (), PARIS) == NEVER


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("29/03/2026 1h59", "2026-03-29T01:59"),
        ("29/03/2026 2h", "moment_skipped"),
        ("29/03/2026 02:59", "moment_skipped"),
        ("2026-03-29 02:30", "moment_skipped"),
        ("2026-03-29T02:30+01:00", "2026-03-29T02:30+01:00"),
        ("29/03/2026 3h", "2026-03-29T03:00"),
        ("25/10/2026 2h30", "2026-10-25T02:30"),
        ("30/02/2026 12h", "bad_moment"),
        ("29/02/2028 12h", "2028-02-29T12:00"),
        ("2026-03-29 12:00:60", "bad_moment"),
        ("31/12/9999 23h59", "9999-12-31T23:59"),
        ("01/01/0001", "bad_moment"),
        ("9999-12-31T23:59-23:59", "bad_moment"),
        ("0001-01-01T00:00+23:59", "bad_moment"),
    ],
)
def test_a_moment_is_one_that_the_clocks_show(text: str, found: str) -> None:
    """Z23: a date that does not exist is refused, be it for the calendar or for the clocks of the zone."""
    moment = read_moment(text, PARIS)
    assert (moment.code if isinstance(moment, Problem) else moment) == found


def test_of_two_moments_the_first_is_meant() -> None:
    """Z23: 2:30 on the autumn night is the one before the clocks go back."""
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert is_before(first - timedelta(seconds=1), "2026-10-25T02:30", PARIS)
    assert not is_before(first, "2026-10-25T02:30", PARIS)
    assert post_time("25/10/2026 2h30", PARIS) == "2026-10-25T02:30:00+02:00"


@pytest.mark.parametrize("text", ["29/03/2026 2h30", "2026-03-29T02:30:00"])
def test_no_post_is_written_in_the_missing_hour(text: str) -> None:
    """design.md, `post`: a time that no clock showed is refused; one with an offset is an instant."""
    found = post_time(text, PARIS)
    assert isinstance(found, Problem)
    assert found.code == "moment_skipped"
    assert post_time("2026-03-29T02:30:00+01:00", PARIS) == "2026-03-29T02:30:00+01:00"


@pytest.mark.parametrize(
    ("given", "in_order"),
    [
        (("2026-06-12T10:00+00:00", "2026-06-12T11:30+02:00", "2026-06-12T12:00+02:00"), False),
        (("2026-06-12T11:00+02:00", "2026-06-12T09:30+00:00", "2026-06-12T12:00+02:00"), True),
        (("12/06/2026 11h", "2026-06-12T09:30+00:00", "12/06/2026 12h"), True),
        ((None, "2026-10-25T02:30+01:00", "25/10/2026 2h45"), False),
        (("du 4 au 12 juin", "14/06/2026 12h", "13/06/2026"), False),
        (("du 4 au 12 juin", "13/06/2026", "13/06/2026"), True),
        (("29/03/2026 2h30", None, None), False),
        (("31/02/2026", None, None), False),
        (("du 4 au 31 juin", None, None), True),
    ],
)
def test_the_calendar_is_in_order_as_instants(
    given: tuple[str | None, str | None, str | None], in_order: bool
) -> None:
    """Z23: registration, deal and start follow each other, whatever offsets they are written with."""
    assert isinstance(read_schedule(*given, PARIS), Schedule) == in_order


def test_an_unknown_time_zone_has_no_clocks() -> None:
    """gm.calendar: a zone is one of the IANA database."""
    with pytest.raises(KeyError):
        zone("Europe/Atlantis")
