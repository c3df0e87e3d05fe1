"""The servers that the bot joins and leaves, and interactions that arrive twice."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.ui.listener import Messenger
from engine.service import GuildId
from engine.service.operations import Shards
from engine.store import StoreError

HEARTBEAT_INTERVAL_S: Final = 30.0
PATIENCE: Final = 4
"""The number of consecutive signs of another process that rule out a rolling restart."""
log = logging.getLogger(__name__)


class DuplicateProcesses:
    """Writes and reads signs of life."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._has_begun = False
        self._in_a_row = 0
        self.others: tuple[str, ...] = ()

    @property
    def warning(self) -> str:
        """The warning for an operator; empty if there is none."""
        if self._in_a_row < PATIENCE:
            return ""
        return f"{len(self.others)} other process(es) with this database serve the same servers"

    async def start(self) -> None:
        """Leave the beginning to the job."""

    async def stop(self) -> None:
        """Delete the last sign of life."""
        if self._has_begun:
            with contextlib.suppress(StoreError):
                await self._messenger.service.processes.leave()

    async def beat(self) -> None:
        """Write one sign of life, and look for those of others."""
        self._has_begun = True
        shards = Shards(
            self._messenger.client.shard_count, tuple(self._messenger.client.shard_ids or ())
        )
        self.others = await self._messenger.service.processes.beat(shards)
        self._in_a_row = self._in_a_row + 1 if self.others else 0
        self._messenger.metrics.duplicates.set(len(self.others))
        if self._in_a_row == PATIENCE:
            log.warning("%s; run one process for each shard", self.warning)


DAY_S: Final = 24 * 3600.0
RETRY_S: Final = 60.0


class GuildWatch:
    """The part that keeps the stored servers consistent with Discord.

    ``greet``: welcomes a server that the bot has just joined, and no other.
    """

    def __init__(
        self,
        messenger: Messenger,
        greet: Callable[[discord.Guild], Awaitable[None]],
        *,
        looks: bool,
    ) -> None:
        self._messenger = messenger
        self._greet = greet
        self._looks = looks
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Leave the beginning to the first session."""

    async def connected(self) -> None:
        """Compare now and once a day; also after a reconnect."""
        if self._looks:
            if self._task is not None:
                self._task.cancel()
            self._task = asyncio.create_task(self._run(), name="gin-servers")

    async def stop(self) -> None:
        """Stop the daily check."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def away(self, guild: int, *, removed: bool) -> None:
        """Pause the server: nobody there can play now."""
        resting = await self._messenger.service.absences.left(GuildId(guild), removed=removed)
        why = "the bot was removed" if removed else "Discord does not reach it"
        log.info("server %d is away (%s): %d matches rest", guild, why, resting)

    async def here(self, guild: int) -> None:
        """Resume play on the server, or welcome a new one."""
        if going_on := await self._messenger.service.absences.returned(GuildId(guild)):
            log.info("server %d is there again: %d matches go on", guild, going_on)
        found = self._messenger.client.get_guild(guild)
        if self._looks and found is not None and not found.unavailable:
            await self._greet(found)

    async def compare(self) -> None:
        """Update the store to the servers that Discord has just listed."""
        known = set(await self._messenger.service.absences.known())
        for guild in known:
            found = self._messenger.client.get_guild(guild)
            if found is not None and not found.unavailable:
                await self.here(guild)
        for guild in await self._messenger.service.absences.played_in():
            if guild and self.is_own(guild) and guild not in known:
                found = self._messenger.client.get_guild(guild)
                if found is None or found.unavailable:
                    await self.away(guild, removed=found is None)
        for found in tuple(self._messenger.client.guilds):
            if not found.unavailable:
                await self._greet(found)

    async def purge(self) -> int:
        """Delete the data of servers that removed the bot long ago; return their number."""
        gone = 0
        for guild in await self._messenger.service.absences.due():
            if self.is_own(guild) and self._messenger.client.get_guild(guild) is None:
                gone += await self._messenger.service.absences.purge(guild)
        if gone:
            log.info("the data of %d servers were removed", gone)
        return gone

    def is_own(self, guild: int) -> bool:
        """Whether this process serves the server."""
        own, count = self._messenger.client.shard_ids, self._messenger.client.shard_count
        return not own or not count or (guild >> 22) % count in own

    async def _run(self) -> None:
        while True:
            rest = DAY_S
            try:
                await self.compare()
                await self.purge()
            except StoreError as error:
                log.warning("servers were not compared (%s)", error.code)
                rest = RETRY_S
            except Exception:
                log.exception("servers were not compared")
            await asyncio.sleep(rest)
