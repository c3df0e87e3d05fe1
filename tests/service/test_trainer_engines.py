"""The trainer with two processes on one PostgreSQL database."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from engine.service.trainer import pool
from engine.trainer.making import from_records
from tests.service.test_trainer import Thinker
from tests.service.world import Hands, World, open_world

pytestmark = [pytest.mark.postgres, pytest.mark.night]


@pytest.fixture
async def pair(url: str) -> AsyncIterator[tuple[World, World]]:
    clock = Hands()
    first = await open_world(url, clock=clock, seed="first")
    second = await open_world(url, clock=clock, seed="second", last_id=500_000)
    yield first, second
    await first.service.close()
    await second.service.close()


async def test_one_of_two_processes_fills_the_pool(
    pair: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "LEAST", 2)
    thinkers = [Thinker(), Thinker()]
    for world, thinker in zip(pair, thinkers, strict=True):
        world.service.trainer.thinking = thinker
    await asyncio.gather(*(world.service.trainer.prepare() for world in pair))
    await asyncio.gather(*(world.service.trainer.prepare() for world in pair))
    assert sum(one.count(from_records) for one in thinkers) == 1
    counts = [await world.service.trainer.counts() for world in pair]
    assert counts[0] == counts[1]
    assert min(counts[0].values()) >= 2
