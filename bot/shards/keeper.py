"""The shards of one of several processes: leased, connected, given up.

A shard that comes from another process first goes on with that one's session, which needs no turn:
its people are answered at once. It identifies in its turn, since only that brings its servers.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from typing import Final, Protocol

from bot.shards.turns import IdentifyTurns
from engine.service.operations.gateway import GatewayLeases, GatewaySession, HeldShards
from engine.store import StoreError

BEAT_S: Final = 4.0
ANSWER_S: Final = 20.0
"""The time that Discord has to welcome a shard before the next one is begun."""
RESUME_S: Final = 8.0
"""The time for resuming sessions; shorter than a lease, because none is renewed meanwhile."""

log = logging.getLogger(__name__)


class Line(Protocol):
    """The connections of a client."""

    async def connect_shard(self, shard: int) -> None:
        """Connect a shard and identify."""

    async def resume_shard(self, shard: int, session: GatewaySession) -> None:
        """Go on with another process's session, until the shard is connected with an own one."""

    async def drop_shard(self, shard: int) -> None:
        """Disconnect a shard, its session can be resumed; harmless if it is not connected."""

    async def settle_shard(self, shard: int) -> None:
        """Give up the session that was resumed: the shard has its own."""

    def sessions(self) -> dict[int, GatewaySession]:
        """Return the sessions of the shards that are connected."""

    def connected_shards(self) -> frozenset[int]:
        """Return the shards that are connected."""


class ShardKeeper:
    """Keeps a client connected with the shards that its process holds.

    A process that cannot reach the database keeps its shards until it hears that they are another
    one's: two that serve a server are harmless, and nobody serving it is not.
    """

    def __init__(
        self, leases: GatewayLeases, turns: IdentifyTurns, line: Line, shards: int, processes: int
    ) -> None:
        self.held: frozenset[int] = frozenset()
        self.ready: set[int] = set()
        """The held shards whose servers are known."""
        self._leases = leases
        self._turns = turns
        self._line = line
        self._shards = shards
        self._processes = processes
        self._welcomed = {shard: asyncio.Event() for shard in range(shards)}
        self._queues = [asyncio.Queue[int]() for _ in range(turns.buckets)]
        self._tasks: list[asyncio.Task[None]] = []
        self._stored: dict[int, GatewaySession] = {}

    async def start(self) -> None:
        """Begin to take and to connect shards."""
        works: list[Callable[[], Awaitable[None]]] = [self._beat]
        works += [partial(self._connect, queue) for queue in self._queues]
        self._tasks = [asyncio.create_task(_for_ever(work), name="gin-shards") for work in works]

    async def stop(self) -> None:
        """Stop; connections and leases stay as they are."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def leave(self) -> None:
        """Give the shards to the other processes."""
        with contextlib.suppress(StoreError):
            await self._leases.leave()

    async def store_sessions(self) -> None:
        """Store how far the sessions are, for the processes that go on with them."""
        found = self._line.sessions()
        changed = {shard: one for shard, one in found.items() if self._stored.get(shard) != one}
        try:
            await self._leases.remember(self._shards, changed)
        except StoreError as error:
            log.warning("the sessions of the shards were not stored (%s)", error.code)
        else:
            self._stored = found

    async def welcomed(self, shard: int) -> None:
        """Note that Discord has begun a session."""
        self._welcomed[shard].set()
        await self._line.settle_shard(shard)
        await self._turns.end(shard)

    async def _beat(self) -> None:
        """Renew the leases, and follow what changed."""
        try:
            found = await self._leases.hold(self._shards, self._processes)
        except StoreError as error:
            log.warning("the leases of the shards were not renewed (%s)", error.code)
        else:
            await self._follow(found)
        await self.store_sessions()
        await asyncio.sleep(BEAT_S)

    async def _follow(self, found: HeldShards) -> None:
        kept = frozenset(found.own) - frozenset(found.surplus)
        new, lost = kept - self.held, self.held - kept
        self.held = kept
        # A lost shard may have been reconnecting when it was dropped.
        extra = self._line.connected_shards() - kept
        if found.surplus:
            await self.store_sessions()
        for shard in sorted(lost | extra | set(found.surplus)):
            self.ready.discard(shard)
            await self._line.drop_shard(shard)
        if found.surplus:
            await self._leases.release(self._shards, found.surplus)
        if new or lost:
            log.info("%d of %d shards are run here", len(kept), self._shards)
        await self._resume(new)
        for shard in sorted(new):
            self._queues[shard % len(self._queues)].put_nowait(shard)

    async def _resume(self, new: Collection[int]) -> None:
        """Go on with the sessions of shards that another process has run."""
        try:
            sessions = await self._leases.sessions(self._shards, new) if new else {}
        except StoreError:
            return
        tries = (self._line.resume_shard(shard, one) for shard, one in sessions.items())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RESUME_S):
                await asyncio.gather(*tries)

    async def _connect(self, queue: asyncio.Queue[int]) -> None:
        """Connect the next shard of a bucket."""
        shard = await queue.get()
        if shard not in self.held:
            return
        await self._turns.begin(shard)
        if shard not in self.held:
            await self._turns.end(shard)
            return
        self._welcomed[shard].clear()
        await self._line.connect_shard(shard)
        # Until Python 3.12 wait_for can swallow a cancellation.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_S):
                await self._welcomed[shard].wait()
        await self.store_sessions()
        if shard not in self.held:
            await self._line.drop_shard(shard)


async def _for_ever(work: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await work()
        except Exception:
            log.exception("the shards were not looked after")
            await asyncio.sleep(BEAT_S)
