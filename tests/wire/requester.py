"""A process that makes requests as fast as it may, one of COUNT.

``python -m tests.wire.requester URL API COUNT N``.
"""

import asyncio
import sys

import aiohttp
from discord.http import Route

from bot.shards.budget import RequestBudget
from engine.service.operations.gateway import GatewayLeases
from engine.store import Store

AT_ONCE = 20


async def main(url: str, api: str, processes: int, count: int) -> None:
    Route.BASE = api
    store = await Store.open(url)
    budget = RequestBudget(GatewayLeases(store, "requester").take_requests, processes)
    trace = budget.trace(aiohttp.TraceConfig())
    left = iter(range(count))

    async with aiohttp.ClientSession(trace_configs=[trace]) as session:

        async def ask() -> None:
            for _ in left:
                async with session.get(f"{api}/users/@me") as answer:
                    await answer.read()

        await asyncio.gather(*(ask() for _ in range(AT_ONCE)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
