"""Identifying in turn: one process at a time in each of Discord's buckets (events/gateway).

A turn lasts until Discord has answered, and the next one begins a window later. So no IDENTIFY
arrives too early, however slow this process or its connection is.
"""

import asyncio
import logging
import random
from typing import Final

from engine.service.operations.gateway import GatewayLeases
from engine.store import StoreError

WINDOW_S = 5.0
"""The length of Discord's window for identifying."""
LOOK_S: Final = 0.25
"""The longest time until a turn that another process holds is asked for again."""
RETRY_S: Final = 1.0

log = logging.getLogger(__name__)


class IdentifyTurns:
    """The turns of one process. ``buckets``: Discord's ``max_concurrency``."""

    def __init__(self, leases: GatewayLeases, buckets: int) -> None:
        self.buckets = buckets
        self._leases = leases
        self._used: dict[int, bool] = {}

    async def begin(self, shard: int) -> None:
        """Wait for the turn of a shard."""
        rest = await self._ask(shard)
        while rest:
            # Not all of those who wait ask at the same moment.
            await asyncio.sleep(rest * random.uniform(1.0, 1.2))  # noqa: S311 - no secret
            rest = await self._ask(shard)
        self._used[shard] = False

    async def use(self, shard: int) -> None:
        """Use the turn of a shard, which may have to begin; called right before identifying."""
        if self._used.get(shard):
            await self.end(shard)  # the last attempt was not answered
        if shard not in self._used:
            await self.begin(shard)
        self._used[shard] = True

    async def end(self, shard: int) -> None:
        """End the turn of a shard, if it has one."""
        if self._used.pop(shard, None) is None:
            return
        try:
            await self._leases.end_turn(shard % self.buckets, shard, WINDOW_S)
        except StoreError as error:
            log.warning("the turn of shard %d ends by itself (%s)", shard, error.code)

    async def _ask(self, shard: int) -> float:
        try:
            rest = await self._leases.take_turn(shard % self.buckets, shard)
        except StoreError as error:
            log.warning("shard %d waits for the database (%s)", shard, error.code)
            return RETRY_S
        return min(rest, LOOK_S)
