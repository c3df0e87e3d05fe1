"""Turn clocks: a turn lasts from its first to its last action, and only lateness costs the bank."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.clocks import (
    CLOCKS,
    EIGHT_HOURS,
    HOUR,
    LIVE,
    LIVE_5_15,
    MINUTE,
    MOST_QUIET,
    SECOND,
    UNTIMED,
    ClockRules,
    deadline,
    fresh_times,
    moved_on,
    running_out,
    time_between,
)
from engine.game.errors import OptionError
from engine.game.seats import Seat

ONE, TWO = Seat.ONE, Seat.TWO


def test_drawing_and_discarding_are_one_turn() -> None:
    times = moved_on(LIVE, fresh_times(LIVE, 2), [ONE], 0)
    still = moved_on(LIVE, times, [ONE], 80 * SECOND)
    assert deadline(LIVE, still, ONE) == deadline(LIVE, times, ONE) == 210 * SECOND
    assert deadline(LIVE, still, TWO) is None


def test_the_bank_is_used_only_by_lateness_and_never_refilled() -> None:
    times = moved_on(LIVE, fresh_times(LIVE, 2), [ONE], 0)
    times = moved_on(LIVE, times, [TWO], 100 * SECOND)
    assert times.banks == (110 * SECOND, 120 * SECOND)
    times = moved_on(LIVE, times, [ONE], 101 * SECOND)
    times = moved_on(LIVE, times, [TWO], 400 * SECOND)
    assert times.banks == (0, 120 * SECOND)


def test_a_clock_that_jumps_back_costs_nothing() -> None:
    times = moved_on(LIVE, fresh_times(LIVE, 2), [ONE], 1_000_000)
    assert moved_on(LIVE, times, [TWO], 0).banks == fresh_times(LIVE, 2).banks


def test_a_deadline_is_never_before_the_floor() -> None:
    times = moved_on(LIVE, fresh_times(LIVE, 2), [ONE], 0)
    assert deadline(LIVE, times, ONE, floor=10**9) == 10**9
    assert deadline(UNTIMED, times, ONE, floor=10**9) is None


def test_what_a_turn_did_not_use_is_kept_on_a_clock_with_an_increment() -> None:
    times = moved_on(LIVE_5_15, fresh_times(LIVE_5_15, 2), [ONE], 0)
    assert deadline(LIVE_5_15, times, ONE) == 5 * MINUTE + 15 * SECOND
    times = moved_on(LIVE_5_15, times, [TWO], 5 * SECOND)
    assert times.banks[ONE] == 5 * MINUTE + 10 * SECOND
    times = moved_on(LIVE_5_15, times, [ONE], 6 * SECOND)
    times = moved_on(LIVE_5_15, times, [TWO], 36 * SECOND)
    assert times.banks[ONE] == 4 * MINUTE + 55 * SECOND


def test_quiet_hours_do_not_run_a_slow_clock_and_are_asked_once() -> None:
    night = (22 * 60, 7 * 60)
    midday, evening = 12 * HOUR, 21 * HOUR
    times = moved_on(EIGHT_HOURS, fresh_times(EIGHT_HOURS, 2), [ONE], midday, lambda _: night)
    assert deadline(EIGHT_HOURS, times, ONE) == 20 * HOUR
    times = moved_on(EIGHT_HOURS, fresh_times(EIGHT_HOURS, 2), [ONE], evening, lambda _: night)
    assert deadline(EIGHT_HOURS, times, ONE) == 24 * HOUR + 14 * HOUR
    again = moved_on(EIGHT_HOURS, times, [ONE], evening + HOUR, lambda _: None)
    assert again.due == times.due
    live = moved_on(LIVE, fresh_times(LIVE, 2), [ONE], 23 * HOUR, lambda _: night)
    assert deadline(LIVE, live, ONE) == 23 * HOUR + 210 * SECOND


hours = st.none() | st.tuples(st.integers(0, 1439), st.integers(0, 1439))


def minutes_awake(start: int, end: int, night: tuple[int, int] | None) -> int:
    """Count them one by one."""
    if night is None:
        return end - start
    length = min((night[1] - night[0]) % 1440, MOST_QUIET // MINUTE)
    return sum((minute - night[0]) % 1440 >= length for minute in range(start, end))


@example(0, 720, (0, 720))
@given(st.integers(0, 3000), st.integers(1, 4000), hours)
def test_time_runs_only_outside_quiet_hours(
    start: int, span: int, night: tuple[int, int] | None
) -> None:
    end = running_out(start * MINUTE, span * MINUTE, night)
    assert end % MINUTE == 0
    assert minutes_awake(start, end // MINUTE, night) == span
    assert minutes_awake(start, end // MINUTE - 1, night) == span - 1
    assert time_between(start * MINUTE, end, night) == span * MINUTE


@pytest.mark.parametrize(("turn", "bank"), [(0, 0), (999, 0), (10**12, 0), (90_000, -1)])
def test_silly_clocks_are_refused(turn: int, bank: int) -> None:
    with pytest.raises(OptionError):
        ClockRules("silly", turn, bank)


@pytest.mark.slow
@given(
    st.sampled_from(list(CLOCKS.values())),
    st.lists(st.tuples(st.sets(st.sampled_from([ONE, TWO])), st.integers(0, 10**9)), max_size=12),
)
def test_who_acts_is_on_the_clock_and_nobody_else(
    rules: ClockRules, steps: list[tuple[set[Seat], int]]
) -> None:
    times, now = fresh_times(rules, 2), 0
    for acting, later in steps:
        now += later
        before = times.banks
        times = moved_on(rules, times, acting, now)
        assert {seat for seat in (ONE, TWO) if times.since[seat] is not None} == acting
        earned = (rules.turn_ms or 0) if rules.keeps else 0
        banks = zip(times.banks, before, strict=True)
        assert all(0 <= new <= old + earned for new, old in banks)
