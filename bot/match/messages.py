"""Public messages and open panels that follow every committed change.

Updates are state-based and coalesced: only the newest version is drawn, with one edit in flight per
message and about one a second at most (topics/rate-limits). A lost message is posted again.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Final

import discord

from bot.match.board import match_context, panel_of
from bot.match.panels import Panel, PanelKind, Panels
from bot.match.replay.permission import hands_are_open
from bot.match.retry import RetryBackoff
from bot.match.table_screen import table_screen
from bot.match.watch_screen import watch_screen
from bot.ops.metrics import Drawing
from bot.ui.attachments import ShownMessages, edited
from bot.ui.listener import EventListener, Work
from bot.ui.outlet import Outlet
from bot.ui.reply import CUT, Editor
from bot.ui.screen import Screen
from engine.service import (
    ChannelId,
    Committed,
    LiveMatch,
    MatchId,
    MessageId,
    UserId,
)
from engine.store import StoreError

UNKNOWN_MESSAGE: Final = 10008
OLD_MESSAGE_EDITS: Final = 30046
NO_ACCESS: Final = 50001
NO_PERMISSION: Final = 50013
BARRED: Final = frozenset((NO_ACCESS, NO_PERMISSION))
ROOM_IS_GONE: Final = frozenset((10003, NO_ACCESS))
"""The codes for a channel that was deleted or is no longer visible to the bot."""
log = logging.getLogger(__name__)


class TableMessages:
    """The listener that keeps table messages and panels consistent with the store."""

    def __init__(self, outlet: Outlet, panels: Panels, interval: float) -> None:
        self._outlet = outlet
        self._panels = panels
        self._interval = interval
        self.setbacks = RetryBackoff()
        self.homeless: set[int] = set()
        self._barred: dict[int, set[int]] = {}
        self._shut: set[int] = set()
        self._latest: dict[int, LiveMatch] = {}
        self._expected: set[int] = set()
        self._drawing: dict[int, asyncio.Task[None]] = {}
        self._attention = EventListener()
        self._shown = ShownMessages()

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._attention.start():
            self._attention.hear(self._outlet.service.hub, self._on_committed)

    async def stop(self) -> None:
        """Stop listening."""
        self._attention.stop()
        for task in self._drawing.values():
            task.cancel()

    async def _on_committed(self, change: Committed) -> None:
        await self._follow(change.live)
        await self.draw(change.live)

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
        """Draw a match's public message, now or after the edit in flight."""
        if live.is_private or live.id in self._expected:
            return
        known = self._latest.get(live.id)
        if known is None or known.version <= live.version:
            self._latest[live.id] = live
        task = self._drawing.get(live.id)
        if task is None or task.done():
            task = asyncio.ensure_future(self._draw_until_current(live.id))
            self._drawing[live.id] = task
        await asyncio.shield(task)

    async def _draw_until_current(self, match: int) -> None:
        while (live := self._latest.pop(match, None)) is not None:
            if self._outlet.breaker.is_open or self._is_shut(live):
                continue  # the redraw task draws it later
            try:
                self._outlet.metrics.drawn(await self._edit_or_post(live))
                self._succeeded(match)
            except discord.HTTPException as error:
                log.warning("a board was not drawn (%s %s)", error.status, error.code)
                await self._failed(live, error)
            except (*CUT, StoreError) as error:
                log.warning("a board was not drawn (%s)", type(error).__name__)
                self._outlet.metrics.drawn(Drawing.FAILED)
                self.setbacks.failed(match, outage=True)
            if self._interval and match in self._latest:
                await asyncio.sleep(self._interval)
        self._drawing.pop(match, None)

    def _succeeded(self, match: int) -> None:
        self.setbacks.succeeded(match)
        self._barred.pop(match, None)
        self._shut.discard(match)

    async def _failed(self, live: LiveMatch, error: discord.HTTPException) -> None:
        """Back off after a failure; a lost permission may return at any moment."""
        self._outlet.metrics.drawn(Drawing.FAILED)
        may_return = error.status >= 500 or error.status in (403, 429)
        self.setbacks.failed(live.id, outage=may_return)
        if error.code in BARRED:
            self._barred.setdefault(live.id, set())
        if error.code in ROOM_IS_GONE:
            await self._find_room(live, is_gone=error.code != NO_ACCESS)

    def _is_shut(self, live: LiveMatch) -> bool:
        """Whether Discord has refused a message and the known permissions are still missing.

        Another request would only add to the refusals that are limited per address.
        """
        if live.id not in self._barred or self._may_write(live):
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
        return live.id in self._shut or not self.setbacks.is_resting(live.id)

    def is_barred(self, match: int) -> bool:
        """Whether Discord has refused a message because of the bot's permissions."""
        return match in self._barred

    def tells_of_bar(self, match: int, user: int) -> bool:
        """Whether to tell the person, once only, that the message may no longer be shown."""
        told = self._barred.get(match)
        if told is None or user in told:
            return False
        told.add(user)
        return True

    async def _find_room(self, live: LiveMatch, *, is_gone: bool) -> None:
        """Move a table to a channel that the server allows, or let it wait if there is none.

        The presser is told; `/gin bump` posts the table where it is typed.
        """
        if is_gone:
            self.homeless.add(live.id)
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

    async def _edit_or_post(self, live: LiveMatch) -> Drawing:
        screen = table_screen(
            await self._outlet.preferences.public(live.guild),
            match_context(self._outlet.service, live),
        )
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
                await self._outlet.service.messages.rendered(
                    live.id, live.version, live.channel, live.message
                )
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
            screen = table_screen(
                await self._outlet.preferences.public(live.guild),
                match_context(self._outlet.service, live),
            )
        message = await self._outlet.compose(screen)
        room = self._outlet.client.get_partial_messageable(place)
        posted = await room.send(
            view=message.view,
            files=list(message.files),
            nonce=f"b{live.id}v{live.version}c{place % 997}"[-25:],
            allowed_mentions=message.mentions,
        )
        self._shown.of(posted.id).see(posted)
        await self._outlet.service.messages.rendered(
            live.id, live.version, place, MessageId(posted.id)
        )
        self.homeless.discard(live.id)
        return posted

    def is_expected(self, key: int) -> bool:
        """Whether the answer that shows a match or a lobby may still be in flight."""
        return key in self._expected

    async def edit(self, channel: int, message_id: int, screen: Screen) -> None:
        message = await self._outlet.compose(screen)
        place = self._outlet.client.get_partial_messageable(channel)
        partial = place.get_partial_message(message_id)
        await edited(
            lambda attachments: partial.edit(
                view=message.view, attachments=attachments, allowed_mentions=message.mentions
            ),
            message.files,
            self._shown.of(message_id),
        )

    async def post_all_anew(self) -> None:
        """Post every running match's message again, where no old message can exist."""
        for live in await self._outlet.service.running():
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

    # -- private panels -----------------------------------------------------------------

    async def opened(
        self, live: LiveMatch, kind: PanelKind, editor: Editor, asked: discord.Interaction
    ) -> None:
        """Let a sent panel follow its match from now on."""
        user, locale = asked.user.id, str(asked.locale)
        self._panels.opened(live.id, user, kind, editor, live.version, locale)
        await self.follow_since(live)

    async def follow_since(self, shown: LiveMatch) -> None:
        """Update the open panels if moves were committed since this version.

        A move committed while a panel is being sent finds no panel to edit, so the panel's version
        is compared with the stored one once the panel is registered.
        """
        newest = await self._outlet.service.load(shown.id)
        if newest is not None and newest.version > shown.version:
            await self._follow(newest)

    async def catch_up(self, shown: LiveMatch) -> None:
        """Draw a public message again if moves were committed while this version was sent.

        The message may have been drawn and overwritten meanwhile, so the comparison uses the
        version sent last, not the one recorded as drawn.
        """
        newest = await self._outlet.service.load(shown.id)
        if newest is not None and newest.version > shown.version:
            await self.draw(newest)

    async def _follow(self, live: LiveMatch) -> None:
        """Update the open panels of a match."""
        if self._outlet.breaker.is_open:
            return
        edits: list[Work] = [
            self._follow_one(live, user, kind, panel)
            for user, kind, panel in self._panels.of(live.id)
            if panel.shown < live.version
        ]
        await asyncio.gather(*edits)

    async def _follow_one(self, live: LiveMatch, user: int, kind: PanelKind, panel: Panel) -> None:
        reader = await self._outlet.preferences.private(user, panel.locale)
        if kind is PanelKind.WATCH:
            opened = await hands_are_open(self._outlet.preferences, live)
            screen = watch_screen(
                reader, match_context(self._outlet.service, live), open_hands=opened
            )
        else:
            seat = live.seat_of(UserId(user))
            if seat is None:
                return
            screen = panel_of(reader, match_context(self._outlet.service, live), live, seat)
        message = await self._outlet.compose(screen)
        async with panel.turn:
            if panel.shown >= live.version:
                return
            panel.shown = live.version
            try:
                await panel.editor.edit(message)
            except CUT as error:
                log.info("a panel was not edited (%s); the next change is", type(error).__name__)
            except discord.HTTPException as error:
                log.info("a panel is gone (%s)", error.code)
                self._panels.closed(live.id, user, kind)
