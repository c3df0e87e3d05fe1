"""Discord's limits for one token: the requests of a second, and the turns of identifying."""

import asyncio
import time
from collections.abc import Callable, Collection
from types import SimpleNamespace
from typing import Final

import aiohttp
from discord.http import Route

INTERVAL_S: Final = 0.025
"""The time between two requests: 40 a second of 50, because a stall bunches some of them."""
LATE_S: Final = 0.1
"""A request that a stall delays by so long waits again: the next ones are due by then."""
MOST: Final = 48
"""The most requests that Discord may have received within one second, of the 50 that it allows."""
SECOND_S: Final = 1.0
HUNG_S: Final = 10.0
"""A request without an answer for so long is not counted any more: it may have been lost."""
EXEMPT: Final = ("/interactions/", "/webhooks/")


class RequestBudget:
    """The requests that this process may make: its share among ``processes`` with one token.

    They begin evenly, but a busy machine or a slow line lets some arrive together. Discord counts
    each at some moment before it is answered, so each is counted until a second after that.
    """

    def __init__(self, processes: int = 1) -> None:
        self._interval_s = INTERVAL_S * processes
        self._next = 0.0
        self._counted = asyncio.Semaphore(max(1, MOST // processes))

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
            context: SimpleNamespace,
            begun: aiohttp.TraceRequestStartParams,
        ) -> None:
            context.forgotten = None
            if not str(begun.url).startswith(Route.BASE) or is_exempt(begun.url.path):
                return
            await self._counted.acquire()
            try:
                await self.wait()
            except BaseException:
                self._counted.release()
                raise
            loop = asyncio.get_running_loop()
            context.forgotten = loop.call_later(HUNG_S, self._counted.release)

        async def ended(
            _session: aiohttp.ClientSession, context: SimpleNamespace, _ended: object
        ) -> None:
            loop, forgotten = asyncio.get_running_loop(), context.forgotten
            if forgotten is not None and loop.time() < forgotten.when():
                forgotten.cancel()
                loop.call_later(SECOND_S, self._counted.release)

        config.on_request_start.append(started)
        config.on_request_end.append(ended)
        config.on_request_exception.append(ended)
        return config


def is_exempt(path: str) -> bool:
    """Whether a path of the API is an answer to an interaction."""
    return any(part in path for part in EXEMPT)


WINDOW_S: Final = 5.0
"""The time between two identifies of a bucket."""
SLACK_S: Final = 1.0
"""What a turn is longer: half of it is for a late start, half for clocks that differ."""


class IdentifyTurns:
    """The turns of the shards of one process.

    ``shards``: its own, of ``count`` shards. Any of them may use any of their turns, so shards that
    lie apart (0, 4, 8 of 12) wait less for the next one than neighbours do.
    """

    def __init__(
        self,
        shards: Collection[int],
        count: int,
        max_concurrency: int,
        *,
        turn_s: float = WINDOW_S + SLACK_S,
        slack_s: float = SLACK_S,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._buckets = max_concurrency
        self._own = {(shard % max_concurrency, shard // max_concurrency) for shard in shards}
        self._cycle = -(-count // max_concurrency)
        self._turn_s = turn_s
        self._late_s = slack_s / 2
        self._now = now
        self._used: dict[int, int] = {}

    async def wait(self, shard: int) -> None:
        """Wait until a shard of this process may identify. Call it right before identifying."""
        bucket = shard % self._buckets
        while True:
            turn = self._next(bucket)
            self._used[bucket] = turn
            begins = turn * self._turn_s
            await asyncio.sleep(max(0.0, begins - self._now()))
            if self._now() - begins <= self._late_s:
                return

    def _next(self, bucket: int) -> int:
        """Return the number of this process's next turn in a bucket that can still be begun."""
        turn = int((self._now() + self._turn_s - self._late_s) // self._turn_s)
        turn = max(turn, self._used.get(bucket, -1) + 1)
        while (bucket, turn % self._cycle) not in self._own:
            turn += 1
        return turn
