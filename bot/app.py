"""The Discord client: presses and commands in, screens out. It holds no game state.

The service is built and started before the client and handed to it, so that nothing the client
owns has to run for ever.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Mapping
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.coach.analysis import Coaching
from bot.coach.luck_task import LuckTask
from bot.commands import register
from bot.commands.gin import challenge_to_standard
from bot.daily.task import DailyTask
from bot.leaderboard.season_roles import LOOK_S, SeasonRoles
from bot.lobby.invitations import Invitations
from bot.lobby.practice import practise_standard
from bot.match.board import board_of
from bot.match.messages import TableMessages
from bot.match.panels import Panels
from bot.match.redraw import RedrawTask
from bot.match.replay.cache import Replays
from bot.match.threads import Threads
from bot.match.turn_pings.listener import TurnPings
from bot.match.tv.message import TvMessages
from bot.notes.delivery import NoteDelivery
from bot.ops.breaker import CircuitBreaker
from bot.ops.duplicates import BEAT_S, DuplicateProcesses
from bot.ops.emojis import fit_out
from bot.ops.guilds import GuildWatch
from bot.ops.leaving import GOODBYE_SECONDS, AcceptedInteractions
from bot.ops.metrics import Ended, Metrics, Source
from bot.rewards.announcer import AchievementAnnouncer
from bot.router import Pace, route
from bot.settings import Settings
from bot.ui.answers import kind_of_command
from bot.ui.errors import REFUSED, answer_too_fast, answer_unusable, polite
from bot.ui.log_context import log_context
from bot.ui.markup import Markup
from bot.ui.option_types import is_usable
from bot.ui.preferences import Preferences
from bot.ui.publishing import publish
from bot.ui.reader import MatchContext
from bot.ui.reply import CUT, Reply
from bot.warming import warm_up
from engine.service import LiveMatch, Service

HINT_SECONDS: Final = 2.0
"""How long hints may take to be found while somebody types."""
log = logging.getLogger(__name__)


class GinBot(discord.AutoShardedClient):
    """Gin on Discord."""

    def __init__(
        self,
        service: Service,
        settings: Settings,
        *,
        connector: aiohttp.BaseConnector | None = None,
        edit_interval: float = 1.0,
        poll_seconds: float | None = None,
        always_sync: bool = False,
        pace: Pace | None = None,
        emojis: bool = False,
        warm: bool = True,
    ) -> None:
        shards: dict[str, Any] = (
            {"shard_ids": list(settings.shard_ids)} if settings.shard_ids else {}
        )
        self.refusals = CircuitBreaker()
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            shard_count=settings.shard_count,
            **shards,
            connector=connector,
            http_trace=self.refusals.trace(),
        )
        self.service = service
        self.settings = settings
        self.metrics = Metrics(service, self.refusals)
        self.tree = Commands(self)
        self.panels = Panels()
        self.readers = Preferences(service, self._language_of)
        self.boards = TableMessages(self, edit_interval)
        self.invitations = Invitations(self)
        self._catching_up = RedrawTask(self, poll_seconds)
        self.notifications = TurnPings(self)
        self.rooms = Threads(self)
        self.television = TvMessages(self)
        self.seasons = SeasonRoles(self, poll_seconds and LOOK_S)
        self.coaching = Coaching(service)
        self.luck = LuckTask(self, poll_seconds)
        self.servers = GuildWatch(self, looks=poll_seconds is not None)
        self.twins = DuplicateProcesses(self, poll_seconds and BEAT_S)
        self.mail = NoteDelivery(self)
        self.daily = DailyTask(self, poll_seconds)
        self.laurels = AchievementAnnouncer(self)
        self.replays = Replays(service)
        self.pace = pace or Pace()
        self.dressing = Markup()
        self._always_sync = always_sync
        self._wants_emojis = emojis
        self._wants_warmth = warm
        self._fitting: asyncio.Task[object] | None = None
        self._leaving: asyncio.Task[None] | None = None
        self.accepted = AcceptedInteractions()
        register(self)

    def expiry_ms(self) -> int:
        """When an invitation made now expires."""
        return time.time_ns() // 1_000_000 + self.settings.challenge_seconds * 1000

    def board(self, live: LiveMatch) -> MatchContext:
        """What every screen about a match needs."""
        return board_of(live, self.service.deals_at(live))

    async def setup_hook(self) -> None:
        """Called once, before the gateway: listen to the service and publish the commands."""
        if self._wants_warmth:
            await warm_up(self.coaching)
        self.boards.start()
        self.invitations.start()
        self.rooms.start()
        self.laurels.start()
        self.television.start()
        await self.notifications.start()
        self.dressing.commands = await publish(
            self.tree, self.settings.data_dir / "commands.json", always=self._always_sync
        )
        if self._wants_emojis:
            self._fitting = asyncio.create_task(fit_out(self, self.dressing))

    async def challenge(self, interaction: discord.Interaction, opponent: discord.Member) -> None:
        """Challenge somebody to standard gin on behalf of who pressed."""
        await polite(challenge_to_standard)(self, interaction, opponent)

    async def practise(self, interaction: discord.Interaction) -> None:
        """Begin standard practice on behalf of who pressed."""
        await polite(practise_standard)(self, interaction)

    def _language_of(self, guild: int) -> str | None:
        """The language a server has chosen at Discord."""
        found = self.get_guild(guild)
        return None if found is None else found.preferred_locale.value

    async def on_ready(self) -> None:
        """Called after every new session: draw what was left behind, from now on regularly."""
        self._catching_up.start()
        self.luck.start()
        self.daily.start()
        self.seasons.start()
        self.servers.start()
        self.twins.start()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed, or the server is gone."""
        await self.servers.away(guild.id, removed=True)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """An outage at Discord."""
        await self.servers.away(guild.id, removed=False)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Invited, perhaps again."""
        await self.servers.here(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """The end of an outage."""
        await self.servers.here(guild.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Every button, menu and modal; commands are the tree's business."""
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            with self.accepted.one() as may_begin:
                if may_begin:
                    await route(self, interaction)

    @property
    def is_leaving(self) -> bool:
        """Whether the bot has begun to close; it accepts no presses any more."""
        return self._leaving is not None

    async def close(self) -> None:
        """Answer what was accepted, stop drawing boards, leave Discord; once, whoever asks.

        The service is closed by its owner.
        """
        if self._leaving is None:
            self._leaving = asyncio.create_task(self._leave(), name="gin-leaving")
        await asyncio.shield(self._leaving)

    async def _leave(self) -> None:
        await self.accepted.close()
        await self._catching_up.stop()
        await self.luck.stop()
        await self.daily.stop()
        await self.seasons.stop()
        await self.servers.stop()
        await self.twins.stop()
        self.boards.stop()
        self.invitations.stop()
        self.notifications.stop()
        self.rooms.stop()
        self.laurels.stop()
        self.television.stop()
        self.coaching.close()
        self.replays.close()
        if self._fitting is not None:
            self._fitting.cancel()
        # A gateway that does not answer would hold it for half a minute.
        goodbye = asyncio.create_task(super().close())
        await asyncio.wait({goodbye}, timeout=GOODBYE_SECONDS)
        if not goodbye.done():
            log.warning("Discord does not take note of the end; the connections are cut")
            goodbye.cancel()
            await self.http.close()


class Commands(app_commands.CommandTree[GinBot]):
    """The slash commands; every one is timed, and its log lines say which interaction it was."""

    async def interaction_check(self, interaction: discord.Interaction[GinBot]) -> bool:
        """Refuse options that do not fit before any command sees them."""
        kind = interaction.type
        data: Mapping[str, Any] = interaction.data or {}
        if kind is not discord.InteractionType.application_command or is_usable(
            interaction.command, data
        ):
            return True
        await answer_unusable(self.client, interaction)
        return False

    async def _call(self, interaction: discord.Interaction[GinBot]) -> None:
        # The library has no public place that surrounds a command.
        with self.client.accepted.one() as may_begin:
            if may_begin:
                await self._timed_call(interaction)

    async def _dispatch_error(
        self,
        interaction: discord.Interaction[GinBot],
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        # It answers a command that was accepted.
        with self.client.accepted.one(follows=True):
            await super()._dispatch_error(interaction, error)

    async def _timed_call(self, interaction: discord.Interaction[GinBot]) -> None:
        with log_context(interaction), self.client.metrics.press(Source.COMMAND) as answer:
            if interaction.type is discord.InteractionType.autocomplete:
                await self._hint(interaction)
                return
            reply = Reply(interaction, kind_of_command(interaction))
            reply.watch()
            try:
                answer.ended = await self._answer(interaction)
            except app_commands.AppCommandError as error:
                # The sentence about it is still to come, so the reply goes on watching.
                if isinstance(error, app_commands.CheckFailure):
                    answer.ended = Ended.REFUSED
                raise
            except BaseException:
                reply.done()
                raise
            reply.done()
        await self.client.mail.seen(interaction)

    async def _answer(self, interaction: discord.Interaction[GinBot]) -> Ended:
        if not self.client.pace.allows(interaction.user.id):
            await answer_too_fast(self.client, interaction)
            return Ended.TOO_FAST
        await super()._call(interaction)
        return Ended.REFUSED if interaction.extras.get(REFUSED) else Ended.ANSWERED

    async def _hint(self, interaction: discord.Interaction[GinBot]) -> None:
        """Hints come in time or not at all: Discord takes none after three seconds."""
        if self.client.pace.allows(interaction.user.id, typing=True):
            with contextlib.suppress(TimeoutError, app_commands.AppCommandError):
                async with asyncio.timeout(HINT_SECONDS):
                    await super()._call(interaction)
        if not interaction.response.is_done():
            with contextlib.suppress(discord.HTTPException, *CUT):
                await interaction.response.autocomplete([])
