"""The delays and the pauses of a campaign as its moderator types them."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, get_args

from gm.calendar import instant, read_moment, zone
from gm.campaign import Campaign, Problem, problem
from gm.desk.names import said
from gm.events import DelaysSet, Paused, WhenAbsent

LONGEST: Final = 24 * 366
"""More hours than a year has are a slip."""

_HOURS: Final = re.compile(r"(\d{1,6})\s*(h|j|d)?", re.IGNORECASE | re.ASCII)
_QUIET: Final = re.compile(r"(\d{1,2})\s*h?\s*-\s*(\d{1,2})\s*h?", re.IGNORECASE | re.ASCII)
_NO_QUIET: Final = frozenset({"none", "non", "aucune", "-"})


def set_delays(
    campaign: Campaign,
    *,
    turn: str | None = None,
    exchange: str | None = None,
    order: str | None = None,
    grace: str | None = None,
    quiet: str | None = None,
    absent: str | None = None,
) -> DelaysSet | Problem:
    """The delays in force with what is typed of them: hours as `48`, `48h`, `2j`, quiet hours as `23-8`.

    Problems: `bad_delay` (`option`, `text`), `bad_quiet`, `bad_absent`.
    """
    changed = campaign.delays
    for name, text in (("turn", turn), ("exchange", exchange), ("order", order), ("grace", grace)):
        if text is None:
            continue
        hours = _hours(text)
        if hours is None:
            return problem("bad_delay", option=f"--{name}", text=text)
        changed = replace(changed, **{name: hours})  # type: ignore[arg-type] # the four names are of hours
    if quiet is not None:
        night = _quiet(quiet)
        if isinstance(night, Problem):
            return night
        changed = replace(changed, quiet=night)
    if absent is not None:
        meant = next((each for each in get_args(WhenAbsent) if each == absent.strip().casefold()), None)
        if meant is None:
            return problem("bad_absent", text=absent, choices=", ".join(get_args(WhenAbsent)))
        changed = replace(changed, absent=meant)
    return changed


def _hours(text: str) -> int | None:
    found = _HOURS.fullmatch(text.strip())
    if found is None:
        return None
    hours = int(found[1]) * (24 if (found[2] or "h").casefold() in "jd" else 1)
    return hours if 0 < hours <= LONGEST else None


def _quiet(text: str) -> str | Problem | None:
    if text.strip().casefold() in _NO_QUIET:
        return None
    found = _QUIET.fullmatch(text.strip())
    first, last = (0, 0) if found is None else map(int, found.groups())
    return problem("bad_quiet", text=text) if first == last or max(first, last) > 23 else f"{first}-{last}"


def pause(campaign: Campaign, from_: str, until: str, reason: str | None) -> Paused | Problem:
    """A pause between two moments as they are typed.

    Problems: `pause_backwards` where it ends before it begins, `pause_too_long` over a year.
    """
    moments = [_instant(each, campaign.timezone) for each in (from_, until)]
    for moment in moments:
        if isinstance(moment, Problem):
            return moment
    start, stop = (moment for moment in moments if isinstance(moment, datetime))
    if start >= stop:
        return problem("pause_backwards", start=from_, until=until)
    if stop - start > timedelta(hours=LONGEST):
        return problem("pause_too_long", start=from_, until=until)
    why = None if reason is None else said(reason)
    if isinstance(why, Problem):
        return why
    return Paused(start.isoformat(timespec="seconds"), stop.isoformat(timespec="seconds"), why)


def _instant(text: str, timezone: str) -> datetime | Problem:
    moment = read_moment(text, timezone)
    return moment if isinstance(moment, Problem) else instant(moment, timezone).astimezone(zone(timezone))


def end_pause(campaign: Campaign, now: datetime) -> tuple[Paused, ...] | Problem:
    """The pauses of this moment ended now, else the next one called off; `no_pause` where there is none."""
    pauses = pauses_to_come(campaign, now)
    if not pauses:
        return problem("no_pause")
    here = now.astimezone(zone(campaign.timezone)).isoformat(timespec="seconds")
    running = [each for each in pauses if datetime.fromisoformat(each.from_) < now]
    if not running:
        first = pauses[0]
        return (replace(first, until=first.from_),)
    return tuple(replace(each, until=here) for each in running)


def pauses_to_come(campaign: Campaign, now: datetime) -> tuple[Paused, ...]:
    """The pauses that are not over and not called off, by their beginning."""
    left = [each for each in campaign.pauses if _ends_after(each, now)]
    return tuple(sorted(left, key=lambda each: datetime.fromisoformat(each.from_)))


def _ends_after(each: Paused, now: datetime) -> bool:
    try:
        start, stop = datetime.fromisoformat(each.from_), datetime.fromisoformat(each.until)
    except ValueError:  # a date that no calendar has
        return False
    return start < stop and stop > now
