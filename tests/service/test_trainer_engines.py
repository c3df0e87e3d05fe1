"""The trainer with two processes on one PostgreSQL database."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from engine.service.trainer import pool
from engine.service.trainer.answers import AnswerCode
from engine.trainer.making import from_records
from engine.trainer.progress import Track
from tests import postgres
from tests.keys import fresh
from tests.prepared import fill
from tests.service.world import ANN, Hands, World, existing, open_world
from tests.worlds.training import Thinker

pytestmark = pytest.mark.postgres


@pytest.fixture
async def pair(server: postgres.Server) -> AsyncIterator[tuple[World, World]]:
    url, clock = await postgres.database(server.address), Hands()
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


async def test_an_answer_at_two_processes_at_once_counts_once(pair: tuple[World, World]) -> None:
    for world in pair:
        await fill(world.service)
    for number in range(5):
        asked = existing(await pair[0].service.trainer.next(ANN.user_id, Track.DISCARD))
        codes = await asyncio.gather(
            *(
                world.service.trainer.answer(fresh(), ANN.user_id, asked.key, 0, choice)
                for choice, world in enumerate(pair)
            )
        )
        assert sorted(codes) == [AnswerCode.ALREADY, AnswerCode.TAKEN]
        for world in pair:
            assert (await world.service.trainer.standing(ANN.user_id)).answered == number + 1
