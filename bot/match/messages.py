"""Table messages that follow every committed change.

Updates are state-based and coalesced: only the newest version is drawn, in the order and at the
pace of :mod:`bot.match.board_queue`. A lost message is posted again.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Final

import discord

from bot.match.board import match_context
from bot.match.board_queue import BoardQueue, RetryBackoff
from bot.match.event_round import EventRounds
from bot.match.table_screen import table_screen
from bot.ops.metrics import Drawing
from bot.ui.edits import ChannelMessage, ShownMessages, edited
from bot.ui.listener import EventListener, Outlet
from bot.ui.reply import CUT
from bot.ui.screen import Screen
from engine.game.events import RoundEventKind
from engine.game.round import Phase
from engine.service import (
    ChannelId,
    Committed,
    LiveMatch,
    MatchId,
    MessageId,
)
from engine.store import StoreError

UNKNOWN_MESSAGE: Final = 10008
OLD_MESSAGE_EDITS: Final = 30046
NO_ACCESS: Final = 50001
NO_PERMISSION: Final = 50013
REST: Final = 3
"""The intervals that a board waits after a draw from the stock, because a discard follows."""
BARRED: Final = frozenset((NO_ACCESS, NO_PERMISSION))
ROOM_IS_GONE: Final = frozenset((10003, NO_ACCESS))
"""The codes for a channel that was deleted or is no longer visible to the bot."""
log = logging.getLogger(__name__)


class TableMessages:
    """The listener that keeps table messages consistent with the store."""

    def __init__(self, outlet: Outlet, interval: float) -> None:
        self._outlet = outlet
        self._interval = interval
        self.backoff = RetryBackoff()
        self._without_channel: set[MatchId] = set()
        self._barred: dict[MatchId, set[int]] = {}
        self._shut: set[MatchId] = set()
        self._latest: dict[MatchId, LiveMatch] = {}
        self._expected: set[int] = set()
        self._queue = BoardQueue(self._draw_newest, interval)
        self._events = EventListener()
        self._shown = ShownMessages()
        self._event_rounds = EventRounds(outlet.service)

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            ready = self._outlet.backlog.eased
            self._events.hear(self._outlet.service.hub, self._on_committed, ready=ready)

    async def stop(self) -> None:
        """Stop listening."""
        self._events.stop()
        self._queue.stop()

    async def _on_committed(self, change: Committed) -> None:
        live = change.live
        rest = REST * self._interval if _is_mid_turn(live) else 0.0
        drawn = self._queued(live, rest)
        if drawn is not None and not rest:
            await asyncio.shield(drawn)

    @contextlib.asynccontextmanager
    async def expecting(self, match: int) -> AsyncIterator[None]:
        """Prevent a second message while an answer shows a new match or lobby.

        Both have the id of the interaction that is answered.
        """
        self._expected.add(match)
        try:
            yield
        finally:
            self._expected.discard(match)
            try:
                live = await self._outlet.service.load(MatchId(match))
            except StoreError as error:  # the redraw task draws it later
                log.info("a new match could not be read (%s)", error.code)
            else:
                if live is not None and live.version > live.rendered_version:
                    await self.draw(live)

    async def draw(self, live: LiveMatch) -> None:
        """Draw a match's public message as soon as its channel allows."""
        drawn = self._queued(live)
        if drawn is not None:
            await asyncio.shield(drawn)

    def _queued(self, live: LiveMatch, rest: float = 0.0) -> asyncio.Future[None] | None:
        if live.is_private or live.place.is_outside or live.id in self._expected:
            return None
        known = self._latest.get(live.id)
        if known is None or known.version <= live.version:
            self._latest[live.id] = live
        return self._queue.add(live.channel, live.id, rest=rest)

    async def _draw_newest(self, match: MatchId) -> None:
        live = self._latest.pop(match, None)
        if live is None or self._outlet.breaker.is_open or self._is_shut(live):
            return  # the redraw task draws it later
        try:
            self._outlet.metrics.drawn(await self._edit_or_post(live))
            self._succeeded(match)
        except discord.HTTPException as error:
            log.warning("a board was not drawn (%s %s)", error.status, error.code)
            await self._failed(live, error)
        except (*CUT, StoreError) as error:
            log.warning("a board was not drawn (%s)", type(error).__name__)
            self._outlet.metrics.drawn(Drawing.FAILED)
            self.backoff.failed(match, outage=True)

    def _succeeded(self, match: MatchId) -> None:
        self.backoff.succeeded(match)
        self._barred.pop(match, None)
        self._shut.discard(match)

    async def _failed(self, live: LiveMatch, error: discord.HTTPException) -> None:
        """Back off after a failure; a lost permission may return at any moment."""
        self._outlet.metrics.drawn(Drawing.FAILED)
        may_return = error.status >= 500 or error.status in (403, 429)
        self.backoff.failed(live.id, outage=may_return)
        if error.code in BARRED:
            self._barred.setdefault(live.id, set())
        if error.code in ROOM_IS_GONE:
            await self._find_room(live, is_gone=error.code != NO_ACCESS)

    def _is_shut(self, live: LiveMatch) -> bool:
        """Whether Discord has refused a message and the known permissions are still missing.

        Another request would only add to the refusals that are limited per address.
        """
        if not self.is_barred(live) or self._may_write(live):
            return False
        self._shut.add(live.id)
        return True

    def _may_write(self, live: LiveMatch) -> bool:
        """Whether the bot may write in a match's channel; true if the permissions are unknown."""
        room = self._outlet.client.get_channel(live.channel)
        if not isinstance(room, discord.abc.GuildChannel | discord.Thread):
            return True
        may = room.permissions_for(room.guild.me)
        if isinstance(room, discord.Thread):
            return may.view_channel and may.send_messages_in_threads
        return may.view_channel and may.send_messages

    def is_due(self, live: LiveMatch) -> bool:
        """Whether an outdated message may be drawn now; at once after permissions return."""
        if self._is_shut(live):
            return False
        return live.id in self._shut or not self.backoff.is_resting(live.id)

    def is_barred(self, live: LiveMatch) -> bool:
        """Whether Discord has refused a message because of the bot's permissions."""
        return live.id in self._barred

    def is_without_channel(self, live: LiveMatch) -> bool:
        """Whether a table's channel is gone and no other was found for it."""
        return live.id in self._without_channel

    def tells_of_bar(self, live: LiveMatch, user: int) -> bool:
        """Whether to tell the person, once only, that the message may no longer be shown."""
        told = self._barred.get(live.id)
        if told is None or user in told:
            return False
        told.add(user)
        return True

    async def _find_room(self, live: LiveMatch, *, is_gone: bool) -> None:
        """Move a table to a channel that the server allows, or let it wait if there is none.

        The presser is told; `/gin bump` posts the table where it is typed.
        """
        if is_gone:
            self._without_channel.add(live.id)
        config = await self._outlet.service.guild_config(live.guild)
        for channel in config.channels:
            if channel != live.channel:
                try:
                    await self.post(live, channel=ChannelId(channel))
                except discord.HTTPException as error:
                    log.info("a board found no room (%s %s)", error.status, error.code)
                else:
                    self._succeeded(live.id)
                    return

    async def screen(self, live: LiveMatch) -> Screen:
        """Return a match's public message."""
        event = await self._event_rounds.of(live)
        reader = await self._outlet.preferences.public(live.guild, live.locale)
        board = match_context(self._outlet.service, live, reader)
        return table_screen(reader, replace(board, event=event))

    async def _edit_or_post(self, live: LiveMatch) -> Drawing:
        screen = await self.screen(live)
        is_worn_out = False
        if live.message is not None:
            try:
                await self.edit(live.channel, live.message, screen)
            except discord.NotFound as error:
                if error.code != UNKNOWN_MESSAGE:
                    raise
            except discord.HTTPException as error:
                if error.code != OLD_MESSAGE_EDITS:
                    raise
                is_worn_out = True
            else:
                await self._outlet.service.messages.still_shows(live)
                return Drawing.EDITED
        await self.post(live, screen)
        if is_worn_out:
            await self._remove(live.channel, live.message or 0)
        return Drawing.POSTED

    async def post(
        self, live: LiveMatch, screen: Screen | None = None, channel: ChannelId | None = None
    ) -> discord.Message:
        """Post a match's message again, at the end of its channel or of another one."""
        place = live.channel if channel is None else channel
        if screen is None:
            screen = await self.screen(live)
        message = await self._outlet.compose(screen)
        room = self._outlet.client.get_partial_messageable(place)
        posted = await room.send(
            view=message.view,
            files=message.files,
            nonce=f"b{live.id}v{live.version}c{place % 997}"[-25:],
            allowed_mentions=message.mentions,
        )
        self._shown.of(posted.id).see(posted)
        await self._outlet.service.messages.rendered(
            live, live.version, place, MessageId(posted.id)
        )
        self._without_channel.discard(live.id)
        return posted

    def is_expected(self, key: int) -> bool:
        """Whether the answer that shows a match or a lobby may still be in flight."""
        return key in self._expected

    async def edit(self, channel: int, message_id: int, screen: Screen) -> None:
        message = await self._outlet.compose(screen, for_edit=True)
        target = ChannelMessage(self._outlet.client, channel, message_id)
        await edited(target.edit, message, self._shown.of(message_id))

    async def post_all_anew(self) -> None:
        """Post every running match's message again, where no old message can exist."""
        for live in await self._outlet.service.running():
            if not live.place.is_outside:
                await self.post(live)

    async def move_down(self, live: LiveMatch, here: ChannelId) -> tuple[discord.Message, bool]:
        """Post the message at the end of its channel and delete the old one.

        If that channel is gone, post in ``here``. Return whether that was necessary.
        """
        old = live.message
        try:
            posted = await self.post(live)
        except discord.HTTPException as error:
            if error.code not in ROOM_IS_GONE or here == live.channel:
                raise
            posted = await self.post(live, channel=here)
            await self.catch_up(live)
            return posted, True
        if old is not None:
            await self._remove(live.channel, old)
        await self.catch_up(live)
        return posted, False

    async def _remove(self, channel: int, message: int) -> None:
        """Delete an old message, which may be gone already, so that a table has only one."""
        old = self._outlet.client.get_partial_messageable(channel).get_partial_message(message)
        try:
            await old.delete()
        except discord.HTTPException as error:
            log.info("an old board was not removed (%s)", error.code)

    async def catch_up(self, shown: LiveMatch) -> None:
        """Draw a public message again if moves were committed while this version was sent.

        The message may have been drawn and overwritten meanwhile, so the comparison uses the
        version sent last, not the one recorded as drawn.
        """
        newest = await self._outlet.service.load(shown.id)
        if newest is not None and newest.version > shown.version:
            await self.draw(newest)


def _is_mid_turn(live: LiveMatch) -> bool:
    """Whether a player has drawn from the stock and discards soon, which changes the picture."""
    tables = live.public().tables
    if len(tables) != 1 or tables[0].phase is not Phase.DISCARD:
        return False
    return tables[0].events[-1].fact is RoundEventKind.DREW
