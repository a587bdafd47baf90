"""Dates as moderators write them, and the calendar of a partie (Z23)."""

import re
from datetime import datetime, timedelta
from typing import Final

from gm.campaign import Problem, problem
from gm.events import Schedule

DELAY: Final = timedelta(hours=48)

_DAY_FIRST: Final = re.compile(
    r"(\d{1,2})/(\d{1,2})/(\d{4})(?:\s+(?:à\s+)?(\d{1,2})\s*[h:]\s*(\d{2})?)?", re.IGNORECASE | re.ASCII
)
_YEAR_FIRST: Final = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T\s](\d{2}):(\d{2})(?::\d{2})?)?([+-]\d{2}:\d{2})?",
    re.ASCII,
)


_POSTED: Final = re.compile(
    r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})?|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z", re.ASCII
)

OLDEST: Final = 1990
"""No forum has older posts; it is a slip."""


def read_moment(text: str) -> str | Problem:
    """A local date and time, `2014-06-12T14:00`, from `2014-06-12 14:00`, `12/06/2014 14h` or a bare date.

    A numeric offset is kept. `bad_moment` for anything else and for dates that do not exist.
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
        datetime.fromisoformat(found)  # raises for an offset that no place has
    except ValueError:
        return problem("bad_moment", text=text)
    return found


def read_schedule(registration: str | None, deal: str | None, start: str | None) -> Schedule | Problem | None:
    """The calendar of a partie, its dates in order; None when nothing of it is given (Z23).

    Registration is a period, in words (`du 4 au 12 juin`), or the moment it ends.
    """
    moments = [None if text is None else read_moment(text) for text in (deal, start)]
    for moment in moments:
        if isinstance(moment, Problem):
            return moment
    end = None if registration is None else read_moment(registration)
    period = registration if isinstance(end, Problem) else end
    if (period, *moments) == (None, None, None):
        return None
    given = [moment for moment in (end, *moments) if isinstance(moment, str)]
    if given != sorted(given):
        return problem("bad_calendar")
    return Schedule(period, *(moment for moment in moments if not isinstance(moment, Problem)))


def post_time(text: str, timezone: str) -> str | Problem:
    """When a post was written, with seconds and an offset, from ISO 8601 or what `read_moment` reads."""
    moment = text.strip() if _POSTED.fullmatch(text.strip()) else read_moment(text)
    if isinstance(moment, Problem):
        return moment
    try:
        then = instant(moment, timezone)
    except ValueError:
        return problem("bad_moment", text=text)
    return then.isoformat(timespec="seconds") if then.year >= OLDEST else problem("bad_moment", text=text)


def is_before(now: datetime, moment: str, timezone: str) -> bool:
    """Whether a moment of `read_moment` is still to come; without an offset it is local to `timezone`."""
    return now < instant(moment, timezone)


def instant(moment: str, timezone: str) -> datetime:
    """The instant of a moment of `read_moment`; without an offset it is local to `timezone`."""
    then = datetime.fromisoformat(moment)
    if then.tzinfo is None:
        from zoneinfo import ZoneInfo  # costs milliseconds, and only a campaign with a calendar needs it

        then = then.replace(tzinfo=ZoneInfo(timezone))
    return then


def answer_by(asked: str) -> str:
    """When an order or an exchange is awaited at the latest: two days after it was asked for (Z3, Z19).

    `asked` has seconds and an offset, as entries have them.
    """
    try:
        return (datetime.fromisoformat(asked) + DELAY).isoformat(timespec="minutes")
    except OverflowError:  # the end of time
        return asked
