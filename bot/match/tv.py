"""One message per server that always shows its liveliest table."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.match.board import match_context
from bot.match.public_handlers import watch
from bot.match.table_screen import table_screen
from bot.match.wiring import MatchDisplay
from bot.presses.match import TablePress, TableVerb
from bot.ui.context import Context
from bot.ui.listener import Messenger
from bot.ui.members import all_see
from bot.ui.press import Link
from bot.ui.public_message import PublicMessages
from bot.ui.reader import MatchContext, Reader
from bot.ui.replying import Refusal
from bot.ui.screen import Accent, Button, Row, Screen, Text
from engine.service import (
    ChannelId,
    Committed,
    GuildId,
    InteractionId,
    LiveMatch,
    MessageId,
    TableMessage,
    UserId,
)


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
        Button(t("Watch"), TablePress(TableVerb.WATCH, board.match), emoji="👀"),
        Button(t("Score sheet"), TablePress(TableVerb.SHEET, board.match), emoji="📋"),
        Button(t("Go to table"), Link(link), emoji="🃏"),
    )
    return Screen((Text(title), *parts, Row(buttons)), seen.accent)


EVERY_SECONDS: Final = 4.0
STAY_MS: Final = 120_000
"""The idle time after which another table may replace the current one."""
CANDIDATES: Final = 25


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


@dataclass(frozen=True, slots=True)
class TvState:
    """What a server's message shows; ``live`` ``None``: nobody plays. ``id``: the server."""

    id: GuildId
    channel: ChannelId
    message: MessageId | None
    live: LiveMatch | None

    @property
    def version(self) -> int:
        return 0 if self.live is None else self.live.version


class TvMessages(PublicMessages[TvState]):
    """The TV messages of all servers."""

    name, letter = "the TV of a server", "t"

    def __init__(self, messenger: Messenger, interval: float) -> None:
        super().__init__(messenger, interval)
        self.every_seconds = EVERY_SECONDS
        self._watched: dict[int, int] = {}

    async def start(self) -> None:
        """Listen to activity at tables. Safe to call again."""
        if self._events.start():
            bus = self._messenger.service.bus
            self._events.subscribe(bus, Committed, self._on_committed, self._is_news)

    def _is_news(self, change: Committed) -> bool:
        return not self._events.is_due(change.live.table.guild)

    async def _on_committed(self, change: Committed) -> None:
        guild = change.live.table.guild
        if not self._events.is_due(guild):
            self._events.later(guild, self.every_seconds, partial(self.update, guild))

    async def update(self, guild: GuildId) -> None:
        """Show a server's liveliest table."""
        state = await self._state(guild)
        if state is not None:
            await self.draw(state)

    async def _state(self, guild: GuildId) -> TvState | None:
        config = await self._messenger.service.guild_config(guild)
        if config.tv_channel is None:
            return None
        room = self._messenger.client.get_channel(config.tv_channel)
        tables = [
            live
            for live in await self._messenger.service.running_in(guild, CANDIDATES)
            if all_see(room, self._messenger.client.get_channel(live.table.channel))
        ]
        live = liveliest(tables, self._watched.get(guild))
        if live is None:
            self._watched.pop(guild, None)
        else:
            self._watched[guild] = live.id
        message = None if config.tv_message is None else MessageId(config.tv_message)
        return TvState(guild, ChannelId(config.tv_channel), message, live)

    def _queued(self, shown: TvState, rest: float = 0.0) -> asyncio.Future[None] | None:
        self._latest.pop(shown.id, None)  # versions of different matches do not compare
        return super()._queued(shown, rest)

    async def screen(self, shown: TvState) -> Screen:
        """Return the public view of a server's liveliest table."""
        reader = await self._messenger.preferences.public(shown.id)
        live = shown.live
        if live is None:
            return tv_screen(reader, None, "")
        return tv_screen(
            reader, match_context(self._messenger.service, live, reader), table_link(live)
        )

    def _address(self, shown: TvState) -> TableMessage:
        return TableMessage(shown.id, shown.channel, shown.message)

    async def _newest(self, shown: TvState) -> TvState | None:
        return await self._state(shown.id)

    async def _record(
        self, shown: TvState, channel: ChannelId, message: MessageId, *, is_new: bool
    ) -> None:
        if is_new:
            await self.keep(shown.id, InteractionId(message), UserId(0), channel, message)

    async def _find_room(self, shown: TvState, *, is_gone: bool) -> None:
        """Switch the TV off if its channel is gone: its administrators have chosen that one."""
        if is_gone:
            await self.keep(shown.id, InteractionId(0), UserId(0), None, None)

    async def keep(
        self,
        guild: GuildId,
        key: InteractionId,
        admin: UserId,
        channel: int | None,
        message: int | None,
    ) -> None:
        """Store the location of a server's message; ``None``: there is none any more."""
        config = await self._messenger.service.guild_config(guild)
        changed = config.model_copy(update={"tv_channel": channel, "tv_message": message})
        await self._messenger.service.set_guild_config(key, guild, admin, changed)


def table_link(live: LiveMatch) -> str:
    """Return the link to a table's message."""
    link = f"https://discord.com/channels/{live.table.guild}/{live.table.channel}"
    return link if live.table.message is None else f"{link}/{live.table.message}"


async def watch_liveliest(display: MatchDisplay, ctx: Context) -> None:
    """Open a private panel that follows the most exciting table."""
    running = await ctx.service.running_in(ctx.require_server(), CANDIDATES)
    live = liveliest([one for one in running if ctx.may_see(one)], None)
    if live is None:
        raise Refusal(
            "Nobody is playing right now. Start a table with `/gin challenge` or `/gin open`."
        )
    await watch(display, ctx, live)
