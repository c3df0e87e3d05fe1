"""The times of an event: its check-in, its start, and the next one of a repetition."""

import calendar
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo

from engine.clocks.clock import DAY, MINUTE
from engine.events.plan import EventPlan, Repeat

LONGEST_AHEAD: Final = 366 * DAY
CHECK_IN_MS: Final = 15 * MINUTE
SLOW_CHECK_IN_MS: Final = DAY
"""The time of the check-in where turns last hours or days."""


def check_in_ms(plan: EventPlan) -> int:
    """Return how long before the start the check-in opens."""
    return SLOW_CHECK_IN_MS if plan.is_slow else CHECK_IN_MS


def is_in_time(starts_ms: int, now: int) -> bool:
    """Whether an event may start then: in the future, and within a year."""
    return now < starts_ms <= now + LONGEST_AHEAD


def zone_of(name: str) -> tzinfo:
    """Return a time zone; UTC also where the machine has no data about zones."""
    return UTC if name == "UTC" else ZoneInfo(name)


def is_zone(name: str) -> bool:
    """Whether there is such a time zone."""
    try:
        zone_of(name)
    except (ValueError, OSError, KeyError):
        return False
    return True


def season_end(plan: EventPlan, starts_ms: int) -> int:
    """Return the end of a season of a league: the same time of day a month later."""
    return _later(starts_ms, Repeat.MONTHLY, plan.zone, 1)


def again(plan: EventPlan, now: int) -> EventPlan:
    """Return the plan of the next event of a repetition, whose check-in is still to come."""
    repeat = plan.repeat or Repeat.MONTHLY
    count = 1
    while (starts := _later(plan.starts_ms, repeat, plan.zone, count)) < now + check_in_ms(plan):
        count += 1
    return replace(plan, starts_ms=starts)


def _later(moment_ms: int, repeat: Repeat, zone: str, count: int) -> int:
    """Return a moment some weeks or months later, at the same time of day in its zone."""
    here = zone_of(zone)
    local = datetime.fromtimestamp(moment_ms / 1000, UTC).astimezone(here).replace(tzinfo=None)
    if repeat is Repeat.WEEKLY:
        moved = local + timedelta(weeks=count)
    else:
        years, month = divmod(local.month - 1 + count, 12)
        year = local.year + years
        day = min(local.day, calendar.monthrange(year, month + 1)[1])
        moved = local.replace(year=year, month=month + 1, day=day)
    return round(moved.replace(tzinfo=here).timestamp() * 1000)
