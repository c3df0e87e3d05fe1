"""Turn clocks: a turn lasts from its first to its last action, and only lateness costs the bank."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import (
    CLOCKS,
    LIVE,
    SECOND,
    UNTIMED,
    ClockRules,
    deadline,
    fresh_times,
    moved_on,
)
from engine.errors import OptionError
from engine.seats import Seat

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


@pytest.mark.parametrize(("turn", "bank"), [(0, 0), (999, 0), (10**12, 0), (90_000, -1)])
def test_silly_clocks_are_refused(turn: int, bank: int) -> None:
    with pytest.raises(OptionError):
        ClockRules("silly", turn, bank)


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
        assert all(0 <= new <= old for new, old in zip(times.banks, before, strict=True))
