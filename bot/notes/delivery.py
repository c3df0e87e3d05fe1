"""Delivery of notes: at once if the reader is present, otherwise at their next press.

An ephemeral message needs the token of an interaction younger than 15 minutes (discord.md: tokens),
so the newest token of every person is kept for so long. This state is not authoritative: an
undelivered note stays unread and is shown later.
"""

import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import discord
from cachetools import TTLCache

from bot.match.panels import TOKEN_SECONDS
from bot.notes.screens import NoteLine, note_screen
from bot.ui.follow_ups import FollowUps
from bot.ui.names import plain_name, safe_name, safe_words
from bot.ui.outlet import Outlet
from engine.service import UserId
from engine.service.preferences import NoteWay
from engine.service.social.notes import InboxItem
from engine.store import StoreError

LOOK_SECONDS: Final = 60.0
"""The least interval between two checks for unread notes of a person who presses buttons."""
MOST_AT_ONCE: Final = 3
MAX_READERS: Final = 20_000
log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Present:
    """A person who has pressed something. ``looked``: when their notes were looked for."""

    follow_ups: FollowUps
    looked: float


class NoteDelivery:
    """The service that shows notes to their receivers.

    ``then``: what else wants to know of every answered interaction.
    """

    def __init__(
        self,
        outlet: Outlet,
        then: Callable[[discord.Interaction], Awaitable[None]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._outlet = outlet
        self._then = then
        self._clock = clock
        self._here: TTLCache[int, _Present] = TTLCache(MAX_READERS, TOKEN_SECONDS, clock)

    async def seen(self, interaction: discord.Interaction) -> None:
        """Register an answered interaction of a person."""
        if interaction.response.is_done():
            await self._is_here(FollowUps(interaction))
        await self._then(interaction)

    async def _is_here(self, follow_ups: FollowUps) -> None:
        now = self._clock()
        before = self._here.get(follow_ups.user)
        looked = -LOOK_SECONDS if before is None else before.looked
        is_due = now - looked >= LOOK_SECONDS
        self._here[follow_ups.user] = _Present(follow_ups, now if is_due else looked)
        if is_due:
            await self._show_unread(follow_ups)

    def here(self, user: UserId) -> FollowUps | None:
        """Return how a person who is present can be written to."""
        present = self._here.get(user)
        return None if present is None else present.follow_ups

    async def sent(self, receiver: UserId) -> None:
        """Show a note that has just been written."""
        prefs = await self._outlet.preferences.prefs(receiver)
        if prefs.notes is NoteWay.DIRECT:
            await self._write_directly(receiver)
            return
        follow_ups = self.here(receiver)
        if follow_ups is not None:
            await self._show_unread(follow_ups)

    async def _show_unread(self, follow_ups: FollowUps) -> None:
        user = UserId(follow_ups.user)
        try:
            unread = await self._outlet.service.notes.inbox(user, unread=True)
        except StoreError:
            log.warning("unread notes could not be read")
            return
        if not unread:
            return
        shown = unread[-MOST_AT_ONCE:]
        reader = await self._outlet.preferences.private(user, follow_ups.locale)
        for note in reversed(shown):
            message = await self._outlet.compose(note_screen(reader, line_of(note)))
            try:
                await follow_ups.send(message)
            except discord.HTTPException as error:
                log.info("a note is kept for later (%s)", error.code)
                return
        await self._outlet.service.notes.read(user, shown)

    async def _write_directly(self, receiver: UserId) -> None:
        if self._outlet.breaker.is_open:
            return  # It waits in the inbox.
        unread = await self._outlet.service.notes.inbox(receiver, unread=True)
        reader = await self._outlet.preferences.private(receiver, "en-US")
        try:
            channel = await self._outlet.client.create_dm(discord.Object(receiver))
            for note in reversed(unread[:MOST_AT_ONCE]):
                message = await self._outlet.compose(note_screen(reader, line_of(note)))
                await channel.send(view=message.view, allowed_mentions=message.mentions)
        except discord.HTTPException as error:
            log.info("a note cannot be sent directly (%s); it waits in the inbox", error.code)
            return
        await self._outlet.service.notes.read(receiver, unread[:MOST_AT_ONCE])


def line_of(note: InboxItem) -> NoteLine:
    """Return a note or a friend request with a safe name and safe words."""
    name = safe_name(note.sender_name)
    words = None if note.words is None else safe_words(note.words)
    return NoteLine(note.id, note.sender, name, plain_name(name), words, note.sent_ms // 1000)
