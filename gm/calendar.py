"""Dates as moderators write them, the calendar of a partie (Z23), and when a delay ends (Z3, Z19, Z22).

A delay is counted in elapsed time, so that 48 hours are 48 hours whatever the clocks do meanwhile. Pauses
stop it, and where it would end at night, by the clocks of the campaign's time zone, it ends in the morning.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from gm.campaign import Problem, problem
from gm.events import DelaysSet, Paused, Schedule

_DAY_FIRST: Final = re.compile(
    r"(\d{1,2})/(\d{1,2})/(\d{4})(?:\s+(?:à\s+)?(\d{1,2})\s*[h:]\s*(\d{2})?)?", re.IGNORECASE | re.ASCII
)
_YEAR_FIRST: Final = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T\s](\d{2}):(\d{2})(?::[0-5]\d)?)?([+-]\d{2}:\d{2})?",
    re.ASCII,
)


_POSTED: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})?|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z", re.ASCII
)

OLDEST: Final = 1990
"""No forum has older posts; it is a slip."""

NEVER: Final = datetime(9999, 12, 30, tzinfo=UTC)
"""When a delay ends that reaches beyond the end of time."""


def read_moment(text: str, timezone: str) -> str | Problem:
    """A local date and time, `2014-06-12T14:00`, from `2014-06-12 14:00`, `12/06/2014 14h` or a bare date.

    A numeric offset is kept. `bad_moment` for anything else and for dates that do not exist, `moment_skipped`
    for a time that the clocks of the time zone leap over. One that they show twice is the first of the two.
    """
    written = text.strip()
    day_first, year_first = _DAY_FIRST.fullmatch(written), _YEAR_FIRST.fullmatch(written)
    offset = ""
    if day_first is not None:
        day, month, year, hour, minute = day_first.groups()
    elif year_first is not None:
        year, month, day, hour, minute, offset = year_first.groups()
    else:
        return problem("bad_moment", text=text)
    try:
        moment = datetime(int(year), int(month), int(day), int(hour or 0), int(minute or 0))  # noqa: DTZ001 local
        found = moment.isoformat(timespec="minutes") + (offset or "")
        _by_clocks(datetime.fromisoformat(found), timezone)  # raises for an offset that no place has
    except (ValueError, OverflowError):
        return problem("bad_moment", text=text)
    if not offset and _is_skipped(moment, timezone):
        return problem("moment_skipped", text=text, timezone=timezone)
    return found


def _is_skipped(wall: datetime, timezone: str) -> bool:
    """Whether the clocks of a time zone never show a local date and time."""
    return _by_clocks(wall, timezone).replace(tzinfo=None) != wall


def _by_clocks(moment: datetime, timezone: str) -> datetime:
    """A moment by the clocks of a time zone; raises OverflowError at the ends of time, where UTC has none."""
    where = zone(timezone)
    local = moment if moment.tzinfo is not None else moment.replace(tzinfo=where)
    return local.astimezone(UTC).astimezone(where)


def read_schedule(
    registration: str | None, deal: str | None, start: str | None, timezone: str
) -> Schedule | Problem | None:
    """The calendar of a partie, its dates in order; None when nothing of it is given (Z23).

    Registration is a period, in words (`du 4 au 12 juin`), or the moment it ends: no words are a date that
    does not exist.
    """
    moments = [None if text is None else read_moment(text, timezone) for text in (deal, start)]
    end = None if registration is None else read_moment(registration, timezone)
    for moment in (end, *moments):
        if isinstance(moment, Problem) and (moment is not end or _is_date(registration or "")):
            return moment
    period = registration if isinstance(end, Problem) else end
    if (period, *moments) == (None, None, None):
        return None
    given = [instant(moment, timezone) for moment in (end, *moments) if isinstance(moment, str)]
    if given != sorted(given):
        return problem("bad_calendar")
    return Schedule(period, *(moment for moment in moments if not isinstance(moment, Problem)))


def _is_date(text: str) -> bool:
    """Whether a text has the form of a date, be there such a day or not."""
    return any(form.fullmatch(text.strip()) is not None for form in (_DAY_FIRST, _YEAR_FIRST))


def post_time(text: str, timezone: str) -> str | Problem:
    """When a post was written, with seconds and an offset, from ISO 8601 or what `read_moment` reads."""
    moment = text.strip() if _POSTED.fullmatch(text.strip()) else read_moment(text, timezone)
    if isinstance(moment, Problem):
        return moment
    try:
        written = datetime.fromisoformat(moment)
        _by_clocks(written, timezone)
    except (ValueError, OverflowError):
        return problem("bad_moment", text=text)
    if written.tzinfo is None and _is_skipped(written, timezone):
        return problem("moment_skipped", text=text, timezone=timezone)
    then = instant(moment, timezone)
    return then.isoformat(timespec="seconds") if then.year >= OLDEST else problem("bad_moment", text=text)


def is_moment(text: str) -> bool:
    """Whether a text of a calendar is a moment of `read_moment`, not a period in words."""
    return _YEAR_FIRST.fullmatch(text) is not None


def is_before(now: datetime, moment: str, timezone: str) -> bool:
    """Whether a moment of `read_moment` is still to come; without an offset it is local to `timezone`."""
    return now < instant(moment, timezone)


def instant(moment: str, timezone: str) -> datetime:
    """The instant of a moment of `read_moment`; without an offset it is local to `timezone`."""
    then = datetime.fromisoformat(moment)
    return then if then.tzinfo is not None else then.replace(tzinfo=zone(timezone))


def zone(timezone: str) -> tzinfo:
    """A time zone by its name in the IANA database; raises KeyError or ValueError for an unknown one."""
    from zoneinfo import ZoneInfo  # costs milliseconds, and only delays and a calendar need it

    return ZoneInfo(timezone)


def end_of_delay(
    since: datetime, hours: int, delays: DelaysSet, pauses: Iterable[Paused], timezone: str
) -> datetime:
    """When a delay of so many hours ends that began at an instant, in a time zone (Z3, Z19, Z22).

    It runs outside the pauses, and its end is in no pause and outside the quiet hours of `delays`.
    """
    where, spans = zone(timezone), _spans(pauses)
    try:
        end = _after_running(since.astimezone(UTC), timedelta(hours=hours), spans)
        while (later := _after_pauses(_after_quiet(end, delays.quiet, where), spans)) != end:
            end = later
        return end.astimezone(where)
    except OverflowError:
        return NEVER


def paused_until(now: datetime, pauses: Iterable[Paused], timezone: str) -> datetime | None:
    """When the pause of this moment ends, in a time zone; None where there is none."""
    at = now.astimezone(UTC)
    end = _after_pauses(at, _spans(pauses))
    return None if end == at else end.astimezone(zone(timezone))


_Span = tuple[datetime, datetime]


def _spans(pauses: Iterable[Paused]) -> list[_Span]:
    """The pauses that are not called off, in UTC, by their beginning."""

    def readable() -> Iterator[_Span]:
        for pause in pauses:
            try:
                start, stop = (
                    datetime.fromisoformat(each).astimezone(UTC) for each in (pause.from_, pause.until)
                )
            except (ValueError, OverflowError):  # a date that no calendar has
                continue
            if start < stop:
                yield start, stop

    return sorted(readable())


def _after_running(since: datetime, left: timedelta, spans: Iterable[_Span]) -> datetime:
    """When so much time has run since an instant that none of the spans counts."""
    at = since
    for start, stop in spans:
        if start > at + left:
            break
        if stop > at:
            left -= max(start - at, timedelta())
            at = stop
    return at + left


def _after_pauses(at: datetime, spans: Iterable[_Span]) -> datetime:
    """The same instant, or the end of the pauses that it is in."""
    for start, stop in spans:
        if start <= at < stop:
            at = stop
    return at


def _after_quiet(at: datetime, quiet: str | None, where: tzinfo) -> datetime:
    """The same instant, or the end of the quiet hours (`23-8`) that it is in, by a time zone's clocks."""
    if quiet is None:
        return at
    first, last = map(int, quiet.split("-"))
    local = at.astimezone(where)
    if (local.hour - first) % 24 >= (last - first) % 24:
        return at
    morning = local.replace(hour=last, minute=0, second=0, microsecond=0)
    if local.hour >= last:
        morning += timedelta(days=1)
    return morning.astimezone(UTC)
