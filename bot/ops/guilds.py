"""Removals of the bot from servers, new invitations, and outages of servers.

Gateway events are stored (engine.service.operations.guilds) and compared with the current servers
at the start, because a removal may have happened in between. Once a day, the data of servers that
removed the bot 30 days ago is deleted; each process handles its own shards.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.ui.outlet import Outlet
from engine.service import GuildId
from engine.store import StoreError

DAY_S: Final = 24 * 3600.0
RETRY_S: Final = 60.0
log = logging.getLogger(__name__)


class GuildWatch:
    """The part that keeps the stored servers consistent with Discord.

    ``greet``: welcomes a server that the bot has just joined, and no other.
    """

    def __init__(
        self, outlet: Outlet, greet: Callable[[discord.Guild], Awaitable[None]], *, looks: bool
    ) -> None:
        self._outlet = outlet
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
        resting = await self._outlet.service.absences.left(GuildId(guild), removed=removed)
        why = "the bot was removed" if removed else "Discord does not reach it"
        log.info("server %d is away (%s): %d matches rest", guild, why, resting)

    async def here(self, guild: int) -> None:
        """Resume play on the server, or welcome a new one."""
        if going_on := await self._outlet.service.absences.returned(GuildId(guild)):
            log.info("server %d is there again: %d matches go on", guild, going_on)
        found = self._outlet.client.get_guild(guild)
        if self._looks and found is not None and not found.unavailable:
            await self._greet(found)

    async def compare(self) -> None:
        """Update the store to the servers that Discord has just listed."""
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
        for found in tuple(self._outlet.client.guilds):
            if not found.unavailable:
                await self._greet(found)

    async def purge(self) -> int:
        """Delete the data of servers that removed the bot long ago; return their number."""
        gone = 0
        for guild in await self._outlet.service.absences.due():
            if self.is_own(guild) and self._outlet.client.get_guild(guild) is None:
                gone += await self._outlet.service.absences.purge(guild)
        if gone:
            log.info("the data of %d servers were removed", gone)
        return gone

    def is_own(self, guild: int) -> bool:
        """Whether this process serves the server."""
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
