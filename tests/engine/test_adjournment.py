"""Pauses, vacations and given time: the clocks stand still and run on, and nobody gains by it."""

import pytest

from engine.clocks import (
    DAILY,
    DAY,
    HOUR,
    LIVE,
    PAUSE_LIMIT,
    UNTIMED,
    VACATION_DAYS,
    Times,
    asked_for_pause,
    fell_late,
    fresh_times,
    given_time,
    moved_on,
    on_vacation,
    reminder_at,
    resumed,
)
from engine.game.errors import RuleCode, RuleError
from engine.game.seats import Seat

ONE, TWO = Seat.ONE, Seat.TWO


def awake(_seat: Seat) -> None:
    return None


def turn_of_one(now: int = 0) -> Times:
    return moved_on(DAILY, fresh_times(DAILY, 2), [ONE], now)


def test_a_pause_needs_both_and_keeps_what_was_left() -> None:
    asked = asked_for_pause(DAILY, turn_of_one(), ONE, [TWO], 6 * HOUR, awake)
    assert asked.pause is None
    assert asked.wants_pause is ONE
    with pytest.raises(RuleError, match=RuleCode.PAUSE_ASKED):
        asked_for_pause(DAILY, asked, ONE, [TWO], 6 * HOUR, awake)
    paused = asked_for_pause(DAILY, asked, TWO, [ONE], 7 * HOUR, awake)
    assert paused.pause is not None
    assert paused.pause.left == (17 * HOUR, None)
    on = resumed(paused, 100 * HOUR, awake)
    assert on.due == (117 * HOUR, None)
    assert on.pause is None
    assert PAUSE_LIMIT >= 7 * DAY


def test_a_pause_in_which_night_falls_costs_no_time() -> None:
    def night(_seat: Seat) -> tuple[int, int]:
        return (22 * 60, 7 * 60)

    times = moved_on(DAILY, fresh_times(DAILY, 2), [ONE], 12 * HOUR, night)
    paused = asked_for_pause(DAILY, times, ONE, [], 23 * HOUR, night)
    assert paused.pause is not None
    assert paused.pause.left[ONE] == 14 * HOUR
    assert resumed(paused, 24 * HOUR + 12 * HOUR, night).due[ONE] == 24 * HOUR * 2 + 11 * HOUR


def test_what_stands_still_cannot_be_paused_again_nor_be_given_time() -> None:
    paused = asked_for_pause(DAILY, turn_of_one(), ONE, [], HOUR, awake)
    with pytest.raises(RuleError, match=RuleCode.ALREADY_PAUSED):
        asked_for_pause(DAILY, paused, TWO, [ONE], 2 * HOUR, awake)
    with pytest.raises(RuleError, match=RuleCode.ALREADY_PAUSED):
        given_time(DAILY, paused, [ONE], 2 * HOUR, awake)
    with pytest.raises(RuleError, match=RuleCode.NO_CLOCK):
        given_time(UNTIMED, fresh_times(UNTIMED, 2), [ONE], 0, awake)


def test_a_pause_after_the_turn_ran_out_leaves_nothing_and_not_less() -> None:
    paused = asked_for_pause(DAILY, turn_of_one(), ONE, [], 30 * HOUR, awake)
    assert paused.pause is not None
    assert paused.pause.left == (0, None)
    assert resumed(paused, 40 * HOUR, awake).due == (40 * HOUR, None)


def test_a_wish_can_be_refused_and_only_a_pause_ended() -> None:
    asked = asked_for_pause(DAILY, turn_of_one(), ONE, [TWO], 0, awake)
    assert resumed(asked, 1, awake).wants_pause is None
    with pytest.raises(RuleError, match=RuleCode.NOT_PAUSED):
        resumed(turn_of_one(), 1, awake)
    with pytest.raises(RuleError, match=RuleCode.NO_CLOCK):
        asked_for_pause(UNTIMED, fresh_times(UNTIMED, 2), ONE, [TWO], 0, awake)


def test_vacation_puts_the_turn_off_by_whole_days_and_runs_out() -> None:
    away = on_vacation(DAILY, turn_of_one(), ONE, 3, HOUR)
    assert away.due[ONE] == 4 * DAY
    assert away.until(ONE) == 3 * DAY + HOUR
    assert away.days_spent(TWO) == 0
    with pytest.raises(RuleError, match=RuleCode.VACATION_USED) as error:
        on_vacation(DAILY, away, ONE, VACATION_DAYS, HOUR)
    assert error.value.data == {"left": VACATION_DAYS - 3}
    with pytest.raises(RuleError, match=RuleCode.NO_VACATION):
        on_vacation(LIVE, fresh_times(LIVE, 2), ONE, 1, 0)


def test_a_turn_that_begins_in_a_vacation_begins_after_it() -> None:
    away = on_vacation(DAILY, turn_of_one(), TWO, 5, 0)
    begun = moved_on(DAILY, away, [TWO], HOUR)
    assert begun.due[TWO] == 6 * DAY


def test_given_time_is_a_whole_turn_from_now_and_ends_lateness() -> None:
    late = fell_late(turn_of_one(), ONE)
    given = given_time(DAILY, late, [ONE], 30 * HOUR, awake)
    assert given.late == ()
    assert given.due[ONE] == 30 * HOUR + DAY
    early = given_time(DAILY, turn_of_one(), [ONE], 0, awake)
    assert early.due[ONE] == DAY
    with pytest.raises(RuleError, match=RuleCode.NOBODY_LATE):
        given_time(DAILY, turn_of_one(), [TWO], 0, awake)


def test_who_moves_is_late_no_more() -> None:
    late = fell_late(turn_of_one(), ONE)
    assert moved_on(DAILY, late, [TWO], 25 * HOUR).late == ()


def test_a_reminder_comes_a_quarter_before_the_end_on_slow_clocks() -> None:
    assert reminder_at(DAILY, 2 * DAY) == 2 * DAY - 6 * HOUR
    assert reminder_at(LIVE, DAY) is None
