"""The plan of an event: stored as JSON, checked, and moved on to the next time."""

import calendar
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo

from engine.clocks.clock import DAY, MINUTE, ClockRules
from engine.duplicate.boards import BOARDS
from engine.game.rules import TableFormat, rules_from
from engine.service.events.types import EventKind, EventPlan, Repeat
from engine.service.matches.match_rows import clock_from, clock_text

NAME_LENGTH: Final = 80
MOST_ENTRIES: Final = 512
MOST_ROUNDS: Final = 20
ARENA_MINUTES: Final = (30, 60, 90, 120)
SIDES: Final = (2, 4, 8)
BEST_OF: Final = (1, 3, 5)
DIVISIONS: Final = range(4, 9)
LONGEST_AHEAD: Final = 366 * DAY
CHECK_IN_MS: Final = 15 * MINUTE
SLOW_CHECK_IN_MS: Final = DAY
"""The time of the check-in where turns last hours or days."""
_PLAIN: Final = (
    *("name", "preset", "starts_ms", "rated", "rounds", "minutes", "best_of", "third_place"),
    *("division", "most", "zone", "winner_role", "boards", "side", "own_length"),
    "dropped",
)
_PLAIN_SINCE: Final = {"boards": 8, "side": 2, "own_length": False, "dropped": False}
"""What older plans do not have."""


def plan_text(plan: EventPlan) -> str:
    """Return a plan as JSON."""
    values: dict[str, object] = {name: getattr(plan, name) for name in _PLAIN}
    values["kind"] = plan.kind.value
    values["rules"] = plan.rules.options()
    values["clock"] = clock_text(plan.clock)
    values["repeat"] = None if plan.repeat is None else plan.repeat.value
    return json.dumps(values)


def plan_from(text: str) -> EventPlan:
    """Return a plan of its JSON."""
    found: Mapping[str, Any] = _PLAIN_SINCE | json.loads(text)
    return EventPlan(
        **{name: found[name] for name in _PLAIN},
        kind=EventKind(found["kind"]),
        rules=rules_from(found["rules"]),
        clock=clock_from(found["clock"]),
        repeat=None if found["repeat"] is None else Repeat(found["repeat"]),
    )


def is_slow(clock: ClockRules) -> bool:
    """Whether matches with this clock are played by correspondence."""
    return clock.turn_ms is None or clock.is_slow


def check_in_ms(plan: EventPlan) -> int:
    """Return how long before the start the check-in opens."""
    return SLOW_CHECK_IN_MS if is_slow(plan.clock) else CHECK_IN_MS


def is_possible(plan: EventPlan) -> bool:
    """Whether an event can be held by this plan."""
    kind = plan.kind
    fits = (
        0 < len(plan.name.strip()) <= NAME_LENGTH
        and plan.rules.table_format is TableFormat.TWO
        and 2 <= plan.most <= MOST_ENTRIES
        and (plan.rounds is None or 1 <= plan.rounds <= MOST_ROUNDS)
        and (kind is not EventKind.ARENA or plan.minutes in ARENA_MINUTES)
        and plan.boards in BOARDS
        and plan.side in SIDES
        and plan.best_of in BEST_OF
        and plan.division in DIVISIONS
    )
    at_once = kind in (EventKind.ARENA, EventKind.FIELD, EventKind.TEAMS)
    live_only = at_once and is_slow(plan.clock)
    slow_only = kind is EventKind.LEAGUE and not is_slow(plan.clock)
    return fits and not live_only and not slow_only and _is_zone(plan.zone)


def _is_zone(name: str) -> bool:
    try:
        zone_of(name)
    except (ValueError, OSError, KeyError):
        return False
    return True


def fewest_of(kind: EventKind) -> int:
    """Return the fewest people with whom an event is held."""
    return 4 if kind.is_duplicate else 2  # Boards are compared between two tables.


def is_in_time(starts_ms: int, now: int) -> bool:
    """Whether an event may start then: in the future, and within a year."""
    return now < starts_ms <= now + LONGEST_AHEAD


def zone_of(name: str) -> tzinfo:
    """Return a time zone; UTC also where the machine has no data about zones."""
    return UTC if name == "UTC" else ZoneInfo(name)


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
