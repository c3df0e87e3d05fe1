"""The limit of requests is kept before they are sent, and answers never wait for it."""

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route
from yarl import URL

from bot import shards
from bot.shards import RequestBudget
from tests.wire.interactions import SEND
from tests.wire.limits import GLOBAL, Limits
from tests.wire.server import Discord, running_discord

LATE_S: Final = 0.6
"""How late the first requests of a slow line arrive."""


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


async def late_and_then_together(limits: Limits, count: int) -> list[int]:
    """Ask over a line on which the first requests are late, so that others arrive with them."""
    begun = itertools.count()

    async def answer(_: web.Request) -> web.Response:
        if next(begun) < GLOBAL // 2:
            await asyncio.sleep(LATE_S)
        return web.Response(status=429 if limits.check("GET /users/@me", "").wait else 200)

    app = web.Application()
    app.router.add_get("/users/@me", answer)
    async with TestServer(app) as server:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Route, "BASE", str(server.make_url("")))
            trace = RequestBudget().trace(aiohttp.TraceConfig())
            async with aiohttp.ClientSession(trace_configs=[trace]) as session:

                async def get() -> int:
                    async with session.get(server.make_url("/users/@me")) as found:
                        return found.status

                return await asyncio.gather(*(get() for _ in range(count)))


@pytest.mark.slow
async def test_what_a_slow_line_bunches_is_within_the_limit_too() -> None:
    limits = Limits()
    assert set(await late_and_then_together(limits, 2 * GLOBAL)) == {200}
    assert not limits.breaches


@pytest.mark.slow
async def test_a_request_that_hangs_stops_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shards, "MOST", 1)
    monkeypatch.setattr(shards, "HUNG_S", 0.1)
    async with running_discord() as discord:
        monkeypatch.setattr(Route, "BASE", "http://")
        trace = RequestBudget().trace(aiohttp.TraceConfig())
        async with hanging() as url, aiohttp.ClientSession(trace_configs=[trace]) as session:
            hangs = asyncio.create_task(session.get(url))
            async with session.get(f"{discord.api}/users/@me") as answer:
                assert answer.status == 200
            assert not hangs.done()
            hangs.cancel()


@asynccontextmanager
async def hanging() -> AsyncIterator[URL]:
    """A server that answers nothing."""

    async def answer(_: web.Request) -> web.Response:
        await asyncio.Event().wait()
        return web.Response()

    app = web.Application()
    app.router.add_get("/", answer)
    async with TestServer(app) as server:
        yield server.make_url("/")


@pytest.mark.slow
async def test_a_request_that_fails_counts_for_a_second_and_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(shards, "MOST", 1)
    async with running_discord() as discord:
        monkeypatch.setattr(Route, "BASE", discord.api)
        trace = RequestBudget().trace(aiohttp.TraceConfig())
        async with aiohttp.ClientSession(trace_configs=[trace]) as session:
            with pytest.raises(ValueError, match="control character"):
                await session.get(f"{discord.api}/users/@me", headers={"X-What": "\n"})
            given_up = asyncio.create_task(session.get(f"{discord.api}/users/@me"))
            await asyncio.sleep(0)
            given_up.cancel()
            async with session.get(f"{discord.api}/users/@me") as answer:
                assert answer.status == 200


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
