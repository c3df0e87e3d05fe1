"""The limit of requests is kept before they are sent, and answers never wait for it."""

import asyncio
import time

import aiohttp
import pytest
from discord.http import Route

from bot import shards
from bot.shards import RequestBudget
from tests.wire.interactions import SEND
from tests.wire.limits import GLOBAL
from tests.wire.server import Discord, running_discord


async def get_all(discord: Discord, budgets: list[RequestBudget], count: int) -> list[int]:
    """Make so many requests at once, in turn by each process; their statuses."""

    async def get(session: aiohttp.ClientSession) -> int:
        async with session.get(f"{discord.api}/users/@me") as answer:
            return answer.status

    async def of_process(one: RequestBudget) -> list[int]:
        trace = one.trace(aiohttp.TraceConfig())
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            return await asyncio.gather(*(get(session) for _ in range(count // len(budgets))))

    found = await asyncio.gather(*map(of_process, budgets))
    return [status for part in found for status in part]


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 4])
async def test_processes_ask_together_for_no_more_than_discord_allows(
    monkeypatch: pytest.MonkeyPatch, processes: int
) -> None:
    async with running_discord() as discord:
        monkeypatch.setattr(Route, "BASE", discord.api)
        budgets = [RequestBudget(processes) for _ in range(processes)]
        statuses = await get_all(discord, budgets, 2 * GLOBAL)
        assert statuses == [200] * 2 * GLOBAL


async def test_an_answer_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "INTERVAL_S", 3600.0)
    async with running_discord() as discord:
        monkeypatch.setattr(Route, "BASE", discord.api)
        trace = RequestBudget().trace(aiohttp.TraceConfig())
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            async with session.get(f"{discord.api}/users/@me") as answer:
                assert answer.status == 200
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


async def test_a_request_that_a_stall_delays_waits_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a stall delays does not go out together with what is due after it."""
    waits: list[float] = []
    sleep = asyncio.sleep

    async def stalled(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 1:
            time.sleep(2 * shards.LATE_S)  # noqa: ASYNC251 - this is the stall
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", stalled)
    await RequestBudget().wait()
    assert len(waits) == 2
