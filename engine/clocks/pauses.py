"""Pauses, vacations, given time and late turns: player actions on a running clock (1.13).

Pure: every function takes the times and the moment and returns the new times, or raises
RuleError. ``quiet`` returns a player's quiet hours.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from engine.clocks.clock import DAY, ClockRules, Hours, Pause, Times, running_out, time_between
from engine.game.errors import RuleCode, RuleError
from engine.game.seats import Seat

PAUSE_LIMIT: Final = 30 * DAY
"""The longest pause; it then ends automatically."""
VACATION_DAYS: Final = 14
"""Vacation days of a player in one match."""
CLAIM_TIME: Final = 14 * DAY
"""The time for a claim; the match is then called off as abandoned."""
_LONGEST_NOTICE: Final = DAY

Quiet: TypeAlias = Callable[[Seat], Hours | None]


def asked_for_pause(
    rules: ClockRules, times: Times, seat: Seat, others: Collection[Seat], now: int, quiet: Quiet
) -> Times:
    """Request a pause for one side; once the other side also requests it, the clocks stop.

    ``others``: the human players of other parties; if empty (against computers), the pause begins.
    """
    if rules.turn_ms is None:
        raise RuleError(RuleCode.NO_CLOCK)
    if times.pause is not None:
        raise RuleError(RuleCode.ALREADY_PAUSED)
    if not others or times.wants_pause in others:
        left = tuple(_left(times, Seat(n), now, quiet) for n in range(len(times.due)))
        return replace(times, wants_pause=None, pause=Pause(now, left))
    if times.wants_pause is not None:
        raise RuleError(RuleCode.PAUSE_ASKED)
    return replace(times, wants_pause=seat)


def _left(times: Times, seat: Seat, now: int, quiet: Quiet) -> int | None:
    due = times.due[seat]
    return None if due is None else time_between(max(now, times.until(seat)), due, quiet(seat))


def resumed(times: Times, now: int, quiet: Quiet) -> Times:
    """Restart the clocks with the remaining times; without a pause, drop the request for one."""
    if times.pause is None:
        if times.wants_pause is None:
            raise RuleError(RuleCode.NOT_PAUSED)
        return replace(times, wants_pause=None)
    due = tuple(
        None if left is None else running_out(max(now, times.until(Seat(n))), left, quiet(Seat(n)))
        for n, left in enumerate(times.pause.left)
    )
    return replace(times, due=due, pause=None)


def on_vacation(rules: ClockRules, times: Times, seat: Seat, days: int, now: int) -> Times:
    """Stop the clock of ``seat`` for a number of whole days (slow clocks only)."""
    if not rules.is_slow:
        raise RuleError(RuleCode.NO_VACATION)
    spent = times.days_spent(seat) + days
    if days < 1 or spent > VACATION_DAYS:
        raise RuleError(RuleCode.VACATION_USED, left=VACATION_DAYS - times.days_spent(seat))
    seats = range(len(times.since))
    until = max(now, times.until(seat)) + days * DAY
    due, pause = list(times.due), times.pause
    moment = due[seat]
    if moment is not None and pause is None:
        due[seat] = max(moment, now) + days * DAY
    return replace(
        times,
        due=tuple(due),
        late=tuple(one for one in times.late if one is not seat),
        away=tuple(until if n == seat else times.until(Seat(n)) for n in seats),
        spent=tuple(spent if n == seat else times.days_spent(Seat(n)) for n in seats),
    )


def fell_late(times: Times, seat: Seat) -> Times:
    """Mark the turn of ``seat`` as expired: its opponents may claim from now on."""
    return replace(times, late=(*times.late, seat))


def left(times: Times, seat: Seat) -> Times:
    """Return the times after a computer has taken ``seat``: no clock runs for it any more."""

    def without(values: Sequence[int | None]) -> tuple[int | None, ...]:
        return tuple(None if n == seat else value for n, value in enumerate(values))

    pause = times.pause
    return replace(
        times,
        due=without(times.due),
        late=tuple(one for one in times.late if one is not seat),
        away=tuple(0 if n == seat else until for n, until in enumerate(times.away)),
        wants_pause=None if times.wants_pause is seat else times.wants_pause,
        pause=None if pause is None else pause._replace(left=without(pause.left)),
    )


def given_time(
    rules: ClockRules, times: Times, rivals: Collection[Seat], now: int, quiet: Quiet
) -> Times:
    """Give the late seats, or those to move, of ``rivals`` the time of one whole turn from now."""
    if rules.turn_ms is None:
        raise RuleError(RuleCode.NO_CLOCK)
    if times.pause is not None:
        raise RuleError(RuleCode.ALREADY_PAUSED)
    late = [seat for seat in rivals if seat in times.late]
    slow = late or [seat for seat in rivals if times.due[seat] is not None]
    if not slow:
        raise RuleError(RuleCode.NOBODY_LATE)
    due = list(times.due)
    for seat in slow:
        fresh = running_out(now, rules.turn_ms, quiet(seat))
        due[seat] = max(fresh, due[seat] or 0)
    left = tuple(seat for seat in times.late if seat not in slow)
    return replace(times, due=tuple(due), late=left)


def reminder_at(rules: ClockRules, due: int) -> int | None:
    """Return when to send the reminder of a turn that ends at ``due``; never on a fast clock.

    A quarter of the turn before its end, at most a day.
    """
    if rules.turn_ms is None or not rules.is_slow:
        return None
    return due - min(rules.turn_ms // 4, _LONGEST_NOTICE)
