"""Two services on one PostgreSQL: whatever both do at once is done once."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

import pytest

from engine.clocks import MINUTE
from engine.events.kinds import FIELD, KNOCKOUT, SWISS
from engine.events.plan import EventKind
from engine.service.events.outcomes import NewsKind
from engine.service.events.types import EventState
from tests.service.events.hall import Hall, changed, hall, loser_by_number
from tests.service.world import Hands

pytestmark = pytest.mark.postgres


async def both(one: Hall, other: Hall) -> None:
    """Let both processes do all that is due, at the same time, until neither has anything."""
    for _ in range(3):
        await asyncio.gather(one.world.service.idle(), other.world.service.idle())


@pytest.mark.parametrize(
    ("kind", "pairings"),
    [
        (KNOCKOUT, 7),
        pytest.param(SWISS, 16, marks=pytest.mark.night),
        pytest.param(FIELD, 12, marks=pytest.mark.night),
    ],
)
async def test_two_processes_pair_once(url: str, kind: EventKind, pairings: int) -> None:
    clock = Hands()
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(hall(url, clock=clock))
        other = await stack.enter_async_context(hall(url, clock=clock, last_id=500_000))
        event = await one.announced(kind)
        other.id = event.id
        for number in range(1, 9):
            changed(await (one if number % 2 else other).enter(number))
        clock.pass_ms(45 * MINUTE)
        await both(one, other)
        for number in range(1, 9):
            changed(await (other if number % 2 else one).check_in(number))
        clock.pass_ms(15 * MINUTE)
        await both(one, other)
        while (event := await one.event()).state is EventState.RUNNING:
            playing = one.playing(event)
            for index, pairing in enumerate(playing):
                await (one, other)[index % 2].resign(loser_by_number(pairing), pairing)
            clock.pass_ms(61_000)
            await both(one, other)
        assert event.state is EventState.FINISHED
        once = Counter((each.round, each.first) for each in event.pairings)
        assert max(once.values()) == 1
        assert len(event.pairings) == pairings
        assert all(len(each.matches) == 1 for each in event.pairings)
        told = [news for each in (one, other) for news in each.news]
        opened = [news.round for news in told if news.kind is NewsKind.BOARDS_OPEN]
        assert opened == ([1, 2, 3] if kind is FIELD else [])
        paired = Counter(news.pairing for news in told if news.kind is NewsKind.PAIRED)
        assert set(paired.values()) == {1}, "nobody is mentioned twice"
