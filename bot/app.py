"""The Discord client: it receives presses and commands and sends screens, without game state.

The service is built and started before the client and passed to it, so the client owns nothing that
must outlive it. Everything slow is prepared before Discord can send the first press: loading fonts,
drawing the first cards and starting a process take a second on a quiet machine and several on a
busy one, while Discord waits three for an answer.
"""

import asyncio
import gc
import logging
from collections.abc import Awaitable
from typing import Any, Final

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket

from bot.commands import commands_of
from bot.commands.tree import GinCommandTree
from bot.match.coaching import Coaching
from bot.ops.application import PublishedCommands, sync_emojis
from bot.ops.breaker import CircuitBreaker
from bot.ops.exits import GOODBYE_SECONDS
from bot.render import DRAWINGS
from bot.render.fonts import shapes_letters
from bot.router import Router, routes_of
from bot.settings import Settings
from bot.shards import IdentifyTurns, RequestBudget
from bot.ui.discord_private import deliver, read_presses_lightly, skip_unreadable_events
from bot.ui.dispatcher import InteractionDispatcher
from bot.ui.i18n import load_all
from bot.ui.pacing import PressLimits
from bot.ui.requests import repeat_requests
from bot.wiring import compose_parts, outlet_of
from engine.game.melds import STANDARD, solver
from engine.service import Job, JobRunner, Service

COLLECTED_AT: Final = (10_000, 20, 20)
"""Presses leave few cycles, for which Python's own thresholds search all matches every second."""
log = logging.getLogger(__name__)


async def warm_up(coaching: Coaching) -> None:
    """Prepare everything off the event loop; a failed part is left to its first use."""
    await _tried("pictures", asyncio.to_thread(_here))
    await _tried("the coach", coaching.get_ready())
    # What is loaded now stays until the end; the garbage collector need not look at it again.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED_AT)


def say_what_is_missing() -> None:
    """Log which library of the system would make the pictures better."""
    if not shapes_letters():
        log.warning(
            "The library FriBidi (Debian: libfribidi0) is not installed. Pictures show names in"
            " Devanagari, Thai or Arabic letter by letter."
        )


def _here() -> None:
    say_what_is_missing()
    load_all()
    solver(STANDARD)
    DRAWINGS.start()


async def _tried(what: str, work: Awaitable[None]) -> None:
    try:
        await work
    except Exception:
        log.warning("%s could not be made ready", what, exc_info=True)


PRESSES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


class GinBot(discord.AutoShardedClient):
    """The Discord client of Gin."""

    def __init__(
        self,
        service: Service,
        settings: Settings,
        *,
        connector: aiohttp.BaseConnector | None = None,
        edit_interval: float = 1.0,
        poll_seconds: float | None = None,
        panel_seconds: float | None = None,
        pace: PressLimits | None = None,
        emojis: bool = False,
        warm: bool = True,
        simulated: bool = False,
    ) -> None:
        shards: dict[str, Any] = (
            {"shard_ids": list(settings.shard_ids)} if settings.shard_ids else {}
        )
        if settings.processes > 1:
            shards["shard_connect_timeout"] = None  # A shard may wait long for its turn.
        breaker = CircuitBreaker()
        budget = RequestBudget(settings.processes)
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            shard_count=settings.shard_count,
            **shards,
            connector=connector,
            http_trace=budget.trace(breaker.trace()),
        )
        read_presses_lightly(self)
        skip_unreadable_events(self)
        repeat_requests(self)
        messenger = outlet_of(self, service, breaker, settings)
        self.parts = compose_parts(
            messenger,
            settings,
            edit_interval=edit_interval,
            poll_seconds=poll_seconds,
            panel_seconds=panel_seconds,
        )
        self.dispatcher = InteractionDispatcher(
            messenger, pace or PressLimits(), self.parts.notes.seen
        )
        self._router = Router(self.dispatcher, routes_of(self.parts))
        self.tree = GinCommandTree(self, self.dispatcher)
        for top in commands_of(self.parts):
            self.tree.add(top)
        file = None if simulated else settings.data_dir / "commands.json"
        self.commands = PublishedCommands(self.tree, file, service.now_ms)
        self._daily = JobRunner(
            Job("commands", poll_seconds, self._compare_commands), failures=service.failures
        )
        self.settings = settings
        self._is_in_service = False
        self._wants_emojis = emojis
        self._wants_warmth = warm
        self._turns: IdentifyTurns | None = None
        self._fitting: asyncio.Task[object] | None = None
        self._leaving: asyncio.Task[None] | None = None

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Log in and stay connected; without a gateway, stay until the task is cancelled."""
        if self.settings.has_gateway:
            await super().start(token, reconnect=reconnect)
            return
        await self.login(token)
        self._is_in_service = True
        await asyncio.Event().wait()

    def is_ready(self) -> bool:
        """Whether people can be served: connected, or logged in where there is no gateway."""
        return self._is_in_service or super().is_ready()

    def receive(self, interaction: Any) -> None:
        """Take an interaction that did not come through the gateway."""
        deliver(self, interaction)

    async def setup_hook(self) -> None:
        """Start the background work and publish the commands; called once, before the gateway."""
        if self.settings.shard_ids:
            await self._plan_shards(self.settings.shard_ids)
        if self._wants_warmth:
            await warm_up(self.parts.coaching)
        await self.parts.start()
        await self._compare_commands()
        await self._daily.start()
        if self._wants_emojis:
            self._fitting = asyncio.create_task(sync_emojis(self, self.parts.messenger.markup))

    async def _compare_commands(self) -> None:
        await self.commands.compare_daily()
        self.parts.messenger.markup.commands = self.commands.ids

    async def _plan_shards(self, own: tuple[int, ...]) -> None:
        """Ask where the gateway is, which the library does only for shards that it counts itself;
        where several processes share the token, find the turns of this one.
        """
        _, url, limits = await self.http.get_bot_gateway()
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url)
        if self.settings.processes > 1:
            assert self.shard_count is not None
            self._turns = IdentifyTurns(own, self.shard_count, limits["max_concurrency"])

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until no other shard identifies; discord.py's own pause knows one process only."""
        if self._turns is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self._turns.wait(shard_id)

    async def on_ready(self) -> None:
        """Compare the servers after every new session: some may have been added or removed."""
        await self.parts.guilds.connected()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Handle the removal of the bot or of the server."""
        await self.parts.guilds.away(guild.id, removed=True)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Handle an outage of a server at Discord."""
        await self.parts.guilds.away(guild.id, removed=False)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Handle an invitation to a server, possibly a repeated one."""
        await self.parts.guilds.here(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Handle the end of an outage."""
        await self.parts.guilds.here(guild.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """Draw at once what waits in a channel: the bot may see it or write there again."""
        await self.parts.room_changed(channel.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Draw at once what waits in a thread: it may be open again."""
        await self.parts.room_changed(payload.thread_id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Route every button, menu and modal; commands belong to the command tree."""
        if interaction.type in PRESSES:
            await self._router.route(interaction)

    @property
    def is_leaving(self) -> bool:
        """Whether the bot has begun to close and accepts no more presses."""
        return self._leaving is not None

    async def close(self) -> None:
        """Answer the accepted interactions, stop the background work and leave Discord; idempotent.

        The owner of the service closes it.
        """
        if self._leaving is None:
            self._leaving = asyncio.create_task(self._leave(), name="gin-leaving")
        await asyncio.shield(self._leaving)

    async def _leave(self) -> None:
        await self.dispatcher.accepted.close()
        await self._daily.stop()
        await self.parts.stop()
        if self._fitting is not None:
            self._fitting.cancel()
        # An unresponsive gateway would block for half a minute.
        goodbye = asyncio.create_task(super().close())
        await asyncio.wait({goodbye}, timeout=GOODBYE_SECONDS)
        if not goodbye.done():
            log.warning("Discord does not take note of the end; the connections are cut")
            goodbye.cancel()
            await self.http.close()
        DRAWINGS.close()
