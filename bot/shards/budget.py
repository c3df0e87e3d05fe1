"""Discord's limit of requests a second, kept before requests are sent (topics/rate-limits).

Answers to interactions are not part of it, so no press ever waits here. Requests get moments of
their own, one after another: from this process's memory, or from the database where several
processes share the token.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Final

import aiohttp
from discord.http import Route

from engine.store import StoreError

INTERVAL_S: Final = 0.025
"""The time between two requests: 40 a second of 50, because a stall bunches some of them."""
LATE_S: Final = 0.1
"""A moment that is past for so long is not used: the next requests have theirs."""
FEWEST, MOST = 4, 20
"""How many moments are reserved at once, more the sooner the last ones were used up."""
SOON_S: Final = 1.0
EXEMPT: Final = ("/interactions/", "/webhooks/")
Reserve = Callable[[int, float], Awaitable[float]]

log = logging.getLogger(__name__)


class OwnMoments:
    """Moments of one process that has the token to itself. ``share``: of so many processes."""

    def __init__(self, share: int = 1) -> None:
        self._share = share
        self._next = 0.0

    async def __call__(self, count: int, interval_s: float) -> float:
        """Reserve some requests; return the seconds until the first of them."""
        now = time.monotonic()
        first = max(now, self._next)
        self._next = first + count * self.interval(interval_s)
        return first - now

    def interval(self, interval_s: float) -> float:
        """Return the time between two requests of this process."""
        return interval_s * self._share


class RequestBudget:
    """The requests that this process may make.

    ``reserve``: gives the seconds until the first of some requests at an interval. ``processes``:
    how many share the token, for a time without the database.
    """

    def __init__(self, reserve: Reserve, processes: int = 1) -> None:
        self._reserve = reserve
        self._alone = OwnMoments(processes)
        self._moments: deque[float] = deque()
        self._reserving: asyncio.Task[None] | None = None
        self._reserved_at = 0.0
        self._count = FEWEST

    async def wait(self) -> None:
        """Wait for the moment of one request."""
        while True:
            while not self._moments:
                await asyncio.shield(self._reservation())
            moment = self._moments.popleft()
            if len(self._moments) < FEWEST // 2:
                self._reservation()
            await asyncio.sleep(moment - time.monotonic())
            if time.monotonic() - moment <= LATE_S:
                return

    def trace(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Let a session's requests wait for their moments."""

        async def started(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            begun: aiohttp.TraceRequestStartParams,
        ) -> None:
            if str(begun.url).startswith(Route.BASE) and not is_exempt(begun.url.path):
                await self.wait()

        config.on_request_start.append(started)
        return config

    def _reservation(self) -> asyncio.Task[None]:
        """Return the running reservation, or a new one."""
        if self._reserving is None or self._reserving.done():
            self._reserving = asyncio.create_task(self._more(), name="gin-requests")
        return self._reserving

    async def _more(self) -> None:
        began = time.monotonic()
        is_busy = began - self._reserved_at < SOON_S
        self._count = min(MOST, 2 * self._count) if is_busy else FEWEST
        self._reserved_at = began
        interval = INTERVAL_S
        try:
            rest = await self._reserve(self._count, interval)
        except StoreError as error:
            log.warning("requests are paced without the database (%s)", error.code)
            rest = await self._alone(self._count, interval)
            interval = self._alone.interval(interval)
        first = time.monotonic() + rest
        self._moments.extend(first + number * interval for number in range(self._count))


def is_exempt(path: str) -> bool:
    """Whether a path of the API is an answer to an interaction."""
    return any(part in path for part in EXEMPT)
