"""The loop over the timers: fires what is due, sleeps till the next, survives failures."""

import asyncio
from collections.abc import Sequence

import pytest

from engine.service import scheduler
from engine.service.scheduler import Scheduler, Timer, TimerKind
from tests.service.world import Hands
from tests.waiting import until


class Board:
    """Timers in memory; one that fired is gone."""

    def __init__(self, *due: int) -> None:
        self.hands = Hands(0)
        self.timers = [Timer(TimerKind.TURN, number, 0, 0, at) for number, at in enumerate(due)]
        self.fired: list[int] = []
        self.peeks = 0
        self.broken = False
        self.broken_timer: int | None = None
        self.gaps = 0

    async def peek(self) -> Sequence[Timer]:
        self.peeks += 1
        if self.broken:
            raise OSError("no database")
        return sorted(self.timers, key=lambda timer: timer.due_ms)

    async def fire(self, timer: Timer) -> None:
        await asyncio.sleep(0)
        if timer.ref_id == self.broken_timer:
            raise OSError("no answer")
        self.fired.append(timer.ref_id)
        self.timers.remove(timer)

    def deadlines(self) -> Scheduler:
        return Scheduler(self.peek, self.fire, self.hands, self.after_gap)

    async def after_gap(self) -> None:
        self.gaps += 1


async def test_only_what_is_due_fires_and_only_once() -> None:
    board = Board(50, 10, 90)
    deadlines = board.deadlines()
    board.hands.now = 60
    await asyncio.gather(deadlines.run_due(), deadlines.run_due())
    assert sorted(board.fired) == [0, 1]
    assert await deadlines.run_due() == 0
    await deadlines.close()


async def test_a_timer_set_for_sooner_wakes_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "POLL_S", 3600.0)
    board = Board(4_000_000)
    deadlines = board.deadlines()
    deadlines.start()
    await until(lambda: board.peeks == 1)
    board.timers.append(Timer(TimerKind.DEAL, 7, 0, 0, 0))
    deadlines.wake(0)
    await until(lambda: board.fired == [7])
    await deadlines.close()


async def test_a_timer_set_for_later_does_not_wake_the_loop() -> None:
    board = Board(1000)
    deadlines = board.deadlines()
    deadlines.start()
    await until(lambda: board.peeks == 1)
    before = board.peeks
    for _ in range(50):
        deadlines.wake(60_000)
        await asyncio.sleep(0)
    assert board.peeks == before
    await deadlines.close()


async def test_the_loop_outlives_a_database_that_is_away() -> None:
    board = Board(0)
    board.broken = True
    deadlines = board.deadlines()
    deadlines.start()
    await until(lambda: board.peeks == 1)
    board.broken = False
    deadlines.wake(-1)
    await until(lambda: board.fired == [0])
    await deadlines.close()


async def test_a_timer_that_fails_is_tried_again_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scheduler, "RETRY_S", 0.01)
    board = Board(0, 0)
    board.broken_timer = 0
    deadlines = board.deadlines()
    await deadlines.run_due()
    assert board.fired == [1]
    assert "timer of 0 failed" in caplog.text
    board.broken_timer = None
    assert await deadlines.run_due() == 1
    assert board.fired == [1, 0]
    await deadlines.close()


async def test_a_clock_that_is_set_ahead_is_a_gap_and_time_that_passes_is_none() -> None:
    board = Board(10**9)
    deadlines = board.deadlines()
    await deadlines.run_due()
    board.hands.pass_ms(3_600_000)
    await deadlines.run_due()
    board.hands.set_ms(-3_600_000)
    await deadlines.run_due()
    assert board.gaps == 0
    board.hands.set_ms(3_600_000)
    await deadlines.run_due()
    await deadlines.run_due()
    assert board.gaps == 1
    await deadlines.close()


async def test_time_without_a_database_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(10**9)
    deadlines = board.deadlines()
    await deadlines.run_due()
    monkeypatch.setattr(scheduler, "GAP_S", -scheduler.POLL_S)
    await asyncio.sleep(0.01)
    await deadlines.run_due()
    assert board.gaps == 1
    await deadlines.close()
