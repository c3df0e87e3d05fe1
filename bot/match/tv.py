"""One message per server that always shows its liveliest table."""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

import discord

from bot.match.board import match_context
from bot.match.messages import ROOM_IS_GONE
from bot.match.table_handlers import watch
from bot.match.table_screen import table_screen
from bot.match.wiring import MatchChat
from bot.presses.match import TablePress, TableVerb
from bot.ui.context import Context
from bot.ui.listener import EventListener, Outlet
from bot.ui.reader import MatchContext, Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Accent, Button, Row, Screen, Text
from engine.service import Committed, GuildConfig, GuildId, InteractionId, LiveMatch, UserId


def tv_screen(reader: Reader, board: MatchContext | None, link: str) -> Screen:
    """Return the public view of the table and a link to it; a blank screen without a table."""
    t = reader.words.t
    title = t("# 📺 Gin TV")
    if board is None:
        text = t("Nobody is playing right now. Start a table with `/gin challenge` or `/gin open`.")
        return Screen((Text(f"{title}\n{text}"),), Accent.CALM)
    seen = table_screen(reader, board)
    parts = [part for part in seen.parts if not isinstance(part, Row)]
    buttons = (
        Button(t("Watch"), str(TablePress(TableVerb.WATCH, board.match)), emoji="👀"),
        Button(t("Score sheet"), str(TablePress(TableVerb.SHEET, board.match)), emoji="📋"),
        Button(t("Go to table"), link, emoji="🃏", link=True),
    )
    return Screen((Text(title), *parts, Row(buttons)), seen.accent)


EVERY_SECONDS: Final = 4.0
STAY_MS: Final = 120_000
"""The idle time after which another table may replace the current one."""
CANDIDATES: Final = 25
log = logging.getLogger(__name__)


def liveliest(tables: Sequence[LiveMatch], shown: int | None) -> LiveMatch | None:
    """Return the table to show: people before computers, then the most recent activity.

    The current table stays while it is active, so that the picture does not jump.
    """
    if not tables:
        return None
    newest = max(live.updated_ms for live in tables)
    for live in tables:
        if live.id == shown and newest - live.updated_ms < STAY_MS:
            return live
    return max(tables, key=lambda live: (_people(live) > 1, live.updated_ms))


def _people(live: LiveMatch) -> int:
    return sum(player.user_id is not None for player in live.players)


class TvMessages:
    """The TV messages of all servers."""

    def __init__(self, outlet: Outlet) -> None:
        self.every_seconds = EVERY_SECONDS
        self._outlet = outlet
        self._shown: dict[int, int] = {}
        self._events = EventListener()

    async def start(self) -> None:
        """Listen to activity at tables. Safe to call again."""
        if self._events.start():
            self._events.hear(self._outlet.service.hub, self._on_committed, self._is_news)

    async def stop(self) -> None:
        """Stop listening."""
        self._events.stop()

    def _is_news(self, change: Committed) -> bool:
        return not self._events.is_due(change.live.guild)

    async def _on_committed(self, change: Committed) -> None:
        guild = change.live.guild
        if not self._events.is_due(guild):
            self._events.later(guild, self.every_seconds, partial(self.draw, guild))

    async def draw(self, guild: GuildId) -> None:
        """Update a server's message."""
        config = await self._outlet.service.guild_config(guild)
        if config.tv_channel is None:
            return
        tables = await self._outlet.service.running_in(guild, CANDIDATES)
        live = liveliest(tables, self._shown.get(guild))
        if live is None:
            self._shown.pop(guild, None)
        else:
            self._shown[guild] = live.id
        try:
            await self._show(guild, config, live)
        except discord.HTTPException as error:
            log.warning("the television of a server was not drawn (%s)", error.code)
            if error.code in ROOM_IS_GONE:
                await self.keep(guild, InteractionId(0), UserId(0), None, None)

    async def _show(self, guild: GuildId, config: GuildConfig, live: LiveMatch | None) -> None:
        assert config.tv_channel is not None
        reader = await self._outlet.preferences.public(guild)
        board = None if live is None else match_context(self._outlet.service, live, reader)
        link = "" if live is None else table_link(live)
        message = await self._outlet.compose(tv_screen(reader, board, link))
        channel = self._outlet.client.get_partial_messageable(config.tv_channel, guild_id=guild)
        if config.tv_message is not None:
            try:
                await channel.get_partial_message(config.tv_message).edit(
                    view=message.view,
                    attachments=message.files,
                    allowed_mentions=message.mentions,
                )
            except discord.NotFound as error:
                if error.code in ROOM_IS_GONE:
                    raise
            else:
                return
        posted = await channel.send(
            view=message.view, files=message.files, allowed_mentions=message.mentions
        )
        key = InteractionId(posted.id)
        await self.keep(guild, key, UserId(0), config.tv_channel, posted.id)

    async def keep(
        self,
        guild: GuildId,
        key: InteractionId,
        admin: UserId,
        channel: int | None,
        message: int | None,
    ) -> None:
        """Store the location of a server's message; ``None``: there is none any more."""
        config = await self._outlet.service.guild_config(guild)
        changed = config.model_copy(update={"tv_channel": channel, "tv_message": message})
        await self._outlet.service.set_guild_config(key, guild, admin, changed)


def table_link(live: LiveMatch) -> str:
    """Return the link to a table's message."""
    link = f"https://discord.com/channels/{live.guild}/{live.channel}"
    return link if live.message is None else f"{link}/{live.message}"


async def watch_liveliest(chat: MatchChat, ctx: Context) -> None:
    """Open a private panel that follows the most exciting table."""
    live = liveliest(await ctx.service.running_in(ctx.require_server(), CANDIDATES), None)
    if live is None:
        raise Refusal(
            "Nobody is playing right now. Start a table with `/gin challenge` or `/gin open`."
        )
    await watch(chat, ctx, live)
