"""The limit of requests is kept before they are sent, and answers never wait for it."""

import asyncio

import aiohttp
import pytest
from discord.http import Route

from bot.shards.budget import OwnMoments, RequestBudget
from engine.store import StoreFailedError
from tests.wire.interactions import SEND
from tests.wire.limits import GLOBAL
from tests.wire.server import Discord, running_discord


async def get_all(discord: Discord, budget: RequestBudget, count: int) -> list[int]:
    """Make so many requests at once; their statuses."""
    trace = budget.trace(aiohttp.TraceConfig())
    async with aiohttp.ClientSession(trace_configs=[trace]) as session:

        async def get() -> int:
            async with session.get(f"{discord.api}/users/@me") as answer:
                return answer.status

        return await asyncio.gather(*(get() for _ in range(count)))


@pytest.mark.slow
async def test_one_process_asks_for_no_more_than_discord_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with running_discord() as discord:
        monkeypatch.setattr(Route, "BASE", discord.api)
        statuses = await get_all(discord, RequestBudget(OwnMoments()), 2 * GLOBAL)
        assert set(statuses) == {200}


@pytest.mark.slow
async def test_without_the_database_the_limit_is_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(_count: int, _interval_s: float) -> float:
        raise StoreFailedError(reason="gone")

    async with running_discord() as discord:
        discord.rest.limits.per_second = GLOBAL // 4
        monkeypatch.setattr(Route, "BASE", discord.api)
        statuses = await get_all(discord, RequestBudget(fails, processes=4), GLOBAL // 2)
        assert set(statuses) == {200}


async def test_an_answer_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(_count: int, _interval_s: float) -> float:
        await asyncio.Event().wait()
        return 0.0

    async with running_discord() as discord:
        monkeypatch.setattr(Route, "BASE", discord.api)
        trace = RequestBudget(never).trace(aiohttp.TraceConfig())
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            waiting = asyncio.create_task(session.get(f"{discord.api}/users/@me"))
            one = await discord.slash(11, "gin help")
            url = f"{discord.api}/interactions/{one.id}/{one.token}/callback"
            body = {"type": SEND, "data": {"content": "x"}}
            async with session.post(url, json=body) as answer:
                assert answer.status == 204
            url = f"{discord.api}/webhooks/4000/{one.token}/messages/@original"
            async with session.patch(url, json={"content": "y"}) as answer:
                assert answer.status == 200
            assert not waiting.done()
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)


async def test_a_moment_that_has_passed_is_not_used() -> None:
    asked: list[int] = []

    async def late(count: int, _interval_s: float) -> float:
        asked.append(count)
        return -60.0 if len(asked) == 1 else 0.0

    await RequestBudget(late).wait()
    assert len(asked) > 1
