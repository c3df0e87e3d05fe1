"""Thinking in processes: a worker that dies, hangs or fails never loses the turn."""

import asyncio
import os
import time
from collections.abc import Iterator

import pytest

from engine.game.actions import RoundAction
from engine.game.match import act
from engine.game.presets import PRESETS
from engine.game.view import SeatView, seat_view
from engine.players import workers
from engine.players.levels import Level, choose
from engine.players.workers import Workers
from tests.engine.playing import new_match

pytestmark = pytest.mark.real_time

real = workers.decide


def thinking_view() -> SeatView:
    """A discard that the levels have to think about."""
    match, decks = new_match(PRESETS["standard"], 2, 5)
    for move in range(9):
        seat = match.to_act[0]
        action = choose(seat_view(match, seat), Level.CASUAL, move)
        match = act(match, seat, action, decks).match
    return seat_view(match, match.to_act[0])


def dies_as_master(view: SeatView, level: Level, seed: int) -> RoundAction:
    if level is Level.MASTER:
        os._exit(1)
    return real(view, level, seed)


def fails_always(view: SeatView, level: Level, seed: int) -> RoundAction:
    raise ZeroDivisionError


def hangs(view: SeatView, level: Level, seed: int) -> RoundAction:
    time.sleep(1.5)
    return real(view, level, seed)


def never_ends(view: SeatView, level: Level, seed: int) -> RoundAction:
    while True:
        pass


@pytest.fixture(scope="module")
def pool() -> Iterator[Workers]:
    players = Workers()
    yield players
    players.close()


async def test_a_worker_decides_what_the_level_decides(pool: Workers) -> None:
    view = thinking_view()
    assert await pool.choose(view, "expert", 3) == choose(view, Level.EXPERT, 3)
    assert await pool.choose(view, "casual", 3) == choose(view, Level.CASUAL, 3)


@pytest.mark.slow
async def test_a_worker_that_dies_hands_the_turn_to_the_level_below(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    players, view = Workers(), thinking_view()
    monkeypatch.setattr(workers, "decide", dies_as_master)
    try:
        assert await players.choose(view, "master", 3) == choose(view, Level.EXPERT, 3)
    finally:
        players.close()


@pytest.mark.slow
async def test_a_level_that_fails_hands_the_turn_down_to_the_calling_process(
    pool: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = thinking_view()
    monkeypatch.setattr(workers, "decide", fails_always)
    assert await pool.choose(view, "master", 3) == choose(view, Level.CASUAL, 3)


async def test_a_level_that_takes_too_long_hands_the_turn_down(
    pool: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = thinking_view()
    monkeypatch.setattr(workers, "decide", hangs)
    monkeypatch.setattr(workers, "PATIENCE_S", {Level.MASTER: 0.05, Level.EXPERT: 0.05})
    assert await pool.choose(view, "master", 3) == choose(view, Level.CASUAL, 3)
    await asyncio.sleep(0)


def test_a_decision_that_never_ends_is_given_up_inside_the_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers, "LONGEST_S", 0.05)
    monkeypatch.setattr(workers, "choose", never_ends)
    with pytest.raises(TimeoutError):
        workers.decide(thinking_view(), Level.MASTER, 1)


async def test_asking_out_of_turn_is_an_error_and_not_a_crash(pool: Workers) -> None:
    match, _ = new_match(PRESETS["standard"], 2, 1)
    waiting = next(seat for seat in match.seats if seat not in match.to_act)
    with pytest.raises(ValueError, match="nothing to do"):
        await pool.choose(seat_view(match, waiting), "master", 1)
