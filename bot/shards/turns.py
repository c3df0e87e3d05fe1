"""Turns to identify, for processes that share a token and divide the shards by their settings.

Discord accepts one IDENTIFY in five seconds for each of ``max_concurrency`` buckets; the bucket of
a shard is its number modulo ``max_concurrency`` (topics/gateway, identify concurrency). The
processes need not ask each other: time is divided into turns, and each turn belongs to the shard
with its number, whichever process runs that one.
"""

import asyncio
import time
from collections.abc import Callable, Collection
from typing import Final

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
