"""The moments that forum pages write, where no reader could take them for another one."""

import re
from datetime import UTC, datetime
from typing import Final

from gm.posts.markup import fold

# Each by the letters that no other month begins with, in French and in English.
_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        "jan|fev feb|mar|avr apr|mai may|juin jun|juil jul|aou aug|sep|oct|nov|dec".split("|"), 1
    )
    for name in names.split()
}
_MONTH: Final = "|".join(sorted(_MONTHS, key=len, reverse=True))
_TIME: Final = (
    r"(?:[ ,-]|\ba\b|\bat\b){0,4}(?P<hour>[0-9]{1,2})(?:[:h]| h )(?P<minute>[0-9]{2})(?::[0-9]{2})?"
    r"(?: ?(?P<half>[ap])\.?m\b)?"
)
_WORDY: Final = re.compile(
    rf"\b(?:(?P<day>[0-9]{{1,2}})(?:er|st|nd|rd|th)?[ -](?P<month>{_MONTH})[a-z]{{0,8}}\.?"
    rf"|(?P<month_first>{_MONTH})[a-z]{{0,8}}\.? (?P<day_second>[0-9]{{1,2}})(?:st|nd|rd|th)?),?"
    rf"[ -](?P<year>[0-9]{{4}}){_TIME}"
)
_NUMERIC: Final = re.compile(
    r"\b(?P<french>le )?(?P<day>[0-9]{1,2})[/.-](?P<month>[0-9]{1,2})[/.-](?P<year>[0-9]{4})"
    rf"(?P<rest>{_TIME})"
)
_ISO: Final = re.compile(
    r"\b([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?)(Z|[+-][0-9]{2}:?[0-9]{2})?"
)
_LONGEST: Final = 200


def instant_of(written: str) -> str | None:
    """An instant as machines write it, ISO 8601 or milliseconds since 1970, with seconds; None for a day."""
    text = written.strip()
    try:
        if text.isascii() and text.isdigit() and len(text) <= 14:
            moment = datetime.fromtimestamp(int(text) / 1000, UTC)
        else:
            moment = datetime.fromisoformat(text)
    except (ValueError, OverflowError, OSError):
        return None
    return moment.isoformat(timespec="seconds") if len(text) > len("2014-06-12") else None


def moment_in(text: str) -> str | None:
    """The date and time that a line of a page states, `2014-06-12T14:00`, if they are unmistakable.

    It needs a year and a time of day; `06/05/2014` says which is the month only after a French `le`, or when
    one of the two cannot be one.
    """
    line = fold(text[:_LONGEST])
    iso = _ISO.search(line.upper())
    if iso is not None:
        return instant_of(f"{iso[1]}T{iso[2]}{iso[3] or ''}")
    found = _WORDY.search(line)
    if found is not None:
        day = found["day"] or found["day_second"]
        month = _MONTHS[found["month"] or found["month_first"]]
        return _moment(found, int(day), month)
    found = _NUMERIC.search(line)
    if found is None:
        return None
    day, second = int(found["day"]), int(found["month"])
    if found["french"] or " a " in found["rest"] or day > 12 or day == second:
        return _moment(found, day, second)
    return _moment(found, second, day) if second > 12 else None


def _moment(found: re.Match[str], day: int, month: int) -> str | None:
    hour = int(found["hour"])
    if found["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found["half"] == "p" else 0)
    try:
        moment = datetime(int(found["year"]), month, day, hour, int(found["minute"]))  # noqa: DTZ001 the reader's time
    except ValueError:
        return None
    return moment.isoformat(timespec="minutes")
