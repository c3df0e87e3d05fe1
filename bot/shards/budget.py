"""Discord's limit of requests a second, kept before requests are sent (topics/rate-limits).

Answers to interactions are not part of it, so no press ever waits here.
"""

import asyncio
import time
from types import SimpleNamespace
from typing import Final

import aiohttp
from discord.http import Route

INTERVAL_S: Final = 0.025
"""The time between two requests: 40 a second of 50, because a stall bunches some of them."""
LATE_S: Final = 0.1
"""A request that a stall delays by so long waits again: the next ones are due by then."""
EXEMPT: Final = ("/interactions/", "/webhooks/")


class RequestBudget:
    """The requests that this process may make: its share among ``processes`` with one token."""

    def __init__(self, processes: int = 1) -> None:
        self._interval_s = INTERVAL_S * processes
        self._next = 0.0

    async def wait(self) -> None:
        """Wait until one more request may be made."""
        while True:
            now = time.monotonic()
            moment = max(now, self._next)
            self._next = moment + self._interval_s
            await asyncio.sleep(moment - now)
            if time.monotonic() - moment <= LATE_S:
                return

    def trace(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Let a session's requests wait."""

        async def started(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            begun: aiohttp.TraceRequestStartParams,
        ) -> None:
            if str(begun.url).startswith(Route.BASE) and not is_exempt(begun.url.path):
                await self.wait()

        config.on_request_start.append(started)
        return config


def is_exempt(path: str) -> bool:
    """Whether a path of the API is an answer to an interaction."""
    return any(part in path for part in EXEMPT)
