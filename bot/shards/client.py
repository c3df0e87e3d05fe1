"""A Discord client that runs all its shards, or its process's part of them.

discord.py launches a fixed list of shards. Where processes share them, `launch_shards` is
replaced: shards come and go as the database says, each launched by the library itself. The
library counts on its list to say when it is ready, so that is said here.
"""

import logging
from collections.abc import Sequence
from typing import Any, Final

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from discord.shard import Shard

from bot.shards.keeper import ShardKeeper
from bot.shards.turns import IdentifyTurns
from engine.service.operations.gateway import GatewayLeases, GatewaySession

log = logging.getLogger(__name__)

NO_SHARD: Final = (-1,)
"""The shards of a process that has none yet: for discord.py and the bot an empty list is all."""


RESUMABLE: Final = 4000
"""A close code with which Discord keeps the session; with 1000 and 1001 it ends it."""


class ResumedShard(Shard):
    """A shard with another process's session. Where Discord ends that, it waits for its turn."""

    async def reidentify(self, exc: ReconnectWebSocket) -> None:
        """Resume again; identifying is the keeper's."""
        if exc.resume:
            await super().reidentify(exc)

    async def reconnect(self) -> None:
        """Leave identifying to the keeper."""


class SharingClient(discord.AutoShardedClient):
    """A client of one of ``processes`` that share their shards by ``leases``; of 1, it has all."""

    def __init__(self, leases: GatewayLeases, processes: int, **options: Any) -> None:
        super().__init__(**options)
        self._leases = leases
        self._processes = processes
        self._turns: IdentifyTurns | None = None
        self._keeper: ShardKeeper | None = None
        self._gateway = DiscordWebSocket.DEFAULT_GATEWAY
        self._resumed: dict[int, Shard] = {}

    async def launch_shards(self) -> None:
        """Launch the shards, or begin to take those of this process."""
        if self._processes == 1:
            await super().launch_shards()
            return
        recommended, url, limits = await self.http.get_bot_gateway()
        # A shard that has to reconnect goes there.
        self._gateway = DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
        count = await self._leases.join(self.shard_count or recommended)
        self._own(NO_SHARD)
        self.shard_count = self._connection.shard_count = count
        # Never as many as have connected: the library would say too early that all are ready.
        self._connection.shard_ids = []
        self._turns = IdentifyTurns(self._leases, limits["max_concurrency"])
        self._keeper = ShardKeeper(self._leases, self._turns, self, count, self._processes)
        await self._keeper.start()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until no other shard identifies; discord.py's own pause knows one process only."""
        if self._turns is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._turns.use(shard_id)

    async def connect_shard(self, shard: int) -> None:
        """Connect a shard and identify."""
        await self.launch_shard(self._gateway, shard)

    async def resume_shard(self, shard: int, session: GatewaySession) -> None:
        """Go on with another process's session; Discord sends what that one has not stored."""
        try:
            socket = await DiscordWebSocket.from_client(
                self,
                gateway=yarl.URL(session.url),
                shard_id=shard,
                session=session.id,
                sequence=session.sequence,
                resume=True,
            )
        except (OSError, aiohttp.ClientError, discord.ConnectionClosed, ReconnectWebSocket) as why:
            log.info("shard %d waits for its turn: %s", shard, type(why).__name__)
            return
        found = ResumedShard(socket, self, self._queued)
        self._resumed[shard] = self._launched[shard] = found
        found.launch()

    async def settle_shard(self, shard: int) -> None:
        """Give up the session that was resumed: the shard has its own."""
        resumed = self._resumed.pop(shard, None)
        if resumed is not None:
            await resumed.close()

    async def drop_shard(self, shard: int) -> None:
        """Disconnect a shard and forget its servers; harmless if it is not connected.

        The session goes on without a client, so that the next process can resume it.
        """
        for one in {self._launched.get(shard), self._resumed.pop(shard, None)}:
            if one is not None:
                # A connection that closes under its reader ends the whole client.
                one._cancel_task()
                await one.ws.close(RESUMABLE)
        for guild in [one for one in self.guilds if one.shard_id == shard]:
            self._connection._remove_guild(guild)
        self._show_own()

    def connected_shards(self) -> frozenset[int]:
        """Return the shards that are connected."""
        return frozenset(one for one, info in self.shards.items() if not info.is_closed())

    def sessions(self) -> dict[int, GatewaySession]:
        """Return the sessions of the shards that are connected."""
        found = {}
        for shard, one in self._launched.items():
            ws = one.ws
            if ws.open and ws.session_id is not None and ws.sequence is not None:
                found[shard] = GatewaySession(ws.session_id, str(ws.gateway), ws.sequence)
        return found

    async def on_shard_connect(self, shard_id: int) -> None:
        """Handle the beginning of a session."""
        if self._keeper is not None:
            await self._keeper.welcomed(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Handle the arrival of a shard's servers; after the last one all are ready, or again."""
        keeper = self._keeper
        if keeper is None or shard_id not in keeper.held:
            return
        keeper.ready.add(shard_id)
        self._show_own()
        if keeper.ready >= keeper.held:
            self._connection.call_handlers("ready")
            self.dispatch("ready")

    async def close(self) -> None:
        """Leave Discord, then give the shards to the other processes."""
        if self._keeper is None:
            await super().close()
            return
        await self._keeper.stop()
        await self._keeper.store_sessions()
        for shard in list(self._launched):
            await self.drop_shard(shard)
        await super().close()
        await self._keeper.leave()

    @property
    def _launched(self) -> dict[int, Shard]:
        """The library's own list of shards, for which it has no other way in."""
        shards: dict[int, Shard] = self._AutoShardedClient__shards  # type: ignore[attr-defined]
        return shards

    def _queued(self, item: Any) -> None:
        """Hand an event of a shard's connection to the library."""
        self._AutoShardedClient__queue.put_nowait(item)  # type: ignore[attr-defined]

    def _show_own(self) -> None:
        assert self._keeper is not None
        self._own(sorted(self._keeper.ready) or NO_SHARD)

    def _own(self, shards: Sequence[int]) -> None:
        self.shard_ids = list(shards)
