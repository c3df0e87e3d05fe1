"""Servers that the bot is removed from, invited to again, or that Discord does not reach.

What the gateway says is written down (engine.service.operations.guilds); after a start it is
compared with what is stored, because a removal may have happened meanwhile. Once a day the data of
servers that removed the bot 30 days ago go; each process sees to the servers of its own shards.
"""

import asyncio
import contextlib
import logging
from typing import Final

from bot.ui.outlet import Outlet
from engine.service import GuildId
from engine.store import StoreError

DAY_S: Final = 24 * 3600.0
RETRY_S: Final = 60.0
log = logging.getLogger(__name__)


class GuildWatch:
    """Keeps the store in step with where the bot is."""

    def __init__(self, outlet: Outlet, *, looks: bool) -> None:
        self._outlet = outlet
        self._looks = looks
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Compare now, and look every day; after a reconnect again."""
        if self._looks:
            if self._task is not None:
                self._task.cancel()
            self._task = asyncio.create_task(self._run(), name="gin-servers")

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def away(self, guild: int, *, removed: bool) -> None:
        """Nobody there can play for now."""
        resting = await self._outlet.service.absences.left(GuildId(guild), removed=removed)
        why = "the bot was removed" if removed else "Discord does not reach it"
        log.info("server %d is away (%s): %d matches rest", guild, why, resting)

    async def here(self, guild: int) -> None:
        """Play goes on."""
        if going_on := await self._outlet.service.absences.returned(GuildId(guild)):
            log.info("server %d is there again: %d matches go on", guild, going_on)

    async def compare(self) -> None:
        """Bring what is stored in line with what Discord has just told."""
        known = set(await self._outlet.service.absences.known())
        for guild in known:
            found = self._outlet.client.get_guild(guild)
            if found is not None and not found.unavailable:
                await self.here(guild)
        for guild in await self._outlet.service.absences.played_in():
            if guild and self.is_own(guild) and guild not in known:
                found = self._outlet.client.get_guild(guild)
                if found is None or found.unavailable:
                    await self.away(guild, removed=found is None)

    async def purge(self) -> int:
        """Remove the data of servers that removed the bot long ago; how many there were."""
        gone = 0
        for guild in await self._outlet.service.absences.due():
            if self.is_own(guild) and self._outlet.client.get_guild(guild) is None:
                gone += await self._outlet.service.absences.purge(guild)
        if gone:
            log.info("the data of %d servers were removed", gone)
        return gone

    def is_own(self, guild: int) -> bool:
        """Whether this process hears of the server."""
        own, count = self._outlet.client.shard_ids, self._outlet.client.shard_count
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
