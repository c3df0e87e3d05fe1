"""The turn of the day with two processes on one PostgreSQL database."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from engine.clocks.clock import DAY
from engine.daily import challenge as daily
from engine.service import DayRefused, Started
from engine.service.leases import HOLD_MS
from tests.keys import fresh
from tests.service.test_daily import NOON, ask, open_day, played
from tests.service.world import ANN, BOB, CEE, Hands, World

pytestmark = [pytest.mark.postgres, pytest.mark.night]


@pytest.fixture
async def pair(url: str) -> AsyncIterator[tuple[World, World]]:
    clock = Hands(NOON)
    first = await open_day(url, clock, seed="first")
    second = await open_day(url, clock, seed="second", last_id=500_000)
    yield first, second
    await first.service.close()
    await second.service.close()


async def test_two_processes_turn_the_day_once(pair: tuple[World, World]) -> None:
    one, other = pair
    ready = await asyncio.gather(*(world.service.daily.prepare() for world in pair))
    assert any(ready)
    looks = [await world.service.daily.look(ANN.user_id) for world in pair]
    assert looks[0] == looks[1]
    assert looks[0] is not None
    assert looks[0].par is not None
    outcomes = await asyncio.gather(
        *(world.service.daily.play(ask(world)) for world in pair for _ in range(3))
    )
    assert sum(isinstance(one, Started) for one in outcomes) == 1
    assert sum(isinstance(one, DayRefused) for one in outcomes) == 5
    await played(one, BOB)
    await played(other, CEE)
    board = await other.service.daily.board(daily.day_of(NOON), None, ANN.user_id)
    assert board.lines == (), "nobody asked for the board of all servers"
    one.clock.pass_ms(2 * DAY)
    days = await asyncio.gather(*(world.service.daily.close_ended() for world in pair))
    revealed = [day for found in days for day in found]
    assert sorted(revealed) == [daily.day_of(NOON), daily.later(daily.day_of(NOON))]
    assert await one.service.coins.wrong() == ()
    asked = await asyncio.gather(
        *(world.service.puzzles.answer(fresh(), daily.day_of(NOON), ANN, 0) for world in pair)
    )
    assert all(code.value == "over" for code in asked)


async def test_who_dies_while_working_a_day_out_is_followed_by_another(
    pair: tuple[World, World],
) -> None:
    one, other = pair
    begun = asyncio.Event()

    async def forever(*what: object) -> object:
        begun.set()
        return await asyncio.Event().wait()

    one.service.daily.think = forever  # type: ignore[assignment]
    dying = asyncio.create_task(one.service.daily.prepare())
    await begun.wait()
    assert not await other.service.daily.prepare(), "the work is somebody's"
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    one.clock.pass_ms(HOLD_MS - 1)
    assert not await other.service.daily.prepare()
    one.clock.pass_ms(1)
    assert await other.service.daily.prepare(), "nobody has it any more"
    assert await one.service.daily.prepare(), "it is done for all"
    looks = [await world.service.daily.look(ANN.user_id) for world in pair]
    assert looks[0] == looks[1]
    assert looks[0] is not None
