"""A Discord client that runs all its shards, or its process's part of them.

discord.py launches a fixed list of shards. Where processes share them, `launch_shards` is
replaced: shards come and go as the database says, each launched by the library itself. The
library counts on its list to say when it is ready, so that is said here.
"""

from collections.abc import Sequence
from typing import Any, Final

import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.shards.keeper import ShardKeeper
from bot.shards.turns import IdentifyTurns
from engine.service.operations.gateway import GatewayLeases

NO_SHARD: Final = (-1,)
"""The shards of a process that has none yet: for discord.py and the bot an empty list is all."""


class SharingClient(discord.AutoShardedClient):
    """A client of one of ``processes`` that share their shards by ``leases``; of 1, it has all."""

    def __init__(self, leases: GatewayLeases, processes: int, **options: Any) -> None:
        super().__init__(**options)
        self._leases = leases
        self._processes = processes
        self._turns: IdentifyTurns | None = None
        self._keeper: ShardKeeper | None = None
        self._gateway = DiscordWebSocket.DEFAULT_GATEWAY

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

    async def drop_shard(self, shard: int) -> None:
        """Disconnect a shard and forget its servers; harmless if it is not connected."""
        info = self.get_shard(shard)
        if info is not None:
            await info.disconnect()
        for guild in [one for one in self.guilds if one.shard_id == shard]:
            self._connection._remove_guild(guild)
        self._show_own()

    def connected_shards(self) -> frozenset[int]:
        """Return the shards that are connected."""
        return frozenset(one for one, info in self.shards.items() if not info.is_closed())

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
        await super().close()
        await self._keeper.leave()

    def _show_own(self) -> None:
        assert self._keeper is not None
        self._own(sorted(self._keeper.ready) or NO_SHARD)

    def _own(self, shards: Sequence[int]) -> None:
        self.shard_ids = list(shards)
