"""Delivery of notes: at once if the reader is present, otherwise at their next press.

An ephemeral message needs an interaction younger than 15 minutes (discord.md: tokens), so the
newest interaction of every person is kept. This state is not authoritative: an undelivered note
stays unread and is shown later.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.match.panels import TOKEN_SECONDS
from bot.notes.screens import NoteLine, note_screen
from bot.ui.names import plain_name, safe_name, safe_words
from bot.ui.outlet import Outlet
from engine.service import UserId
from engine.service.preferences import NoteWay
from engine.service.social.notes import Note
from engine.store import StoreError

LOOK_SECONDS: Final = 60.0
"""The least interval between two checks for unread notes of a person who presses buttons."""
MOST_AT_ONCE: Final = 3
MAX_READERS: Final = 20_000
log = logging.getLogger(__name__)


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
        self._here: OrderedDict[int, tuple[discord.Interaction, float]] = OrderedDict()
        self._looked: dict[int, float] = {}

    async def seen(self, interaction: discord.Interaction) -> None:
        """Register an answered interaction of a person."""
        user, now = interaction.user.id, self._clock()
        self._here[user] = (interaction, now)
        self._here.move_to_end(user)
        while len(self._here) > MAX_READERS:
            gone, _ = self._here.popitem(last=False)
            self._looked.pop(gone, None)
        if now - self._looked.get(user, -LOOK_SECONDS) >= LOOK_SECONDS:
            self._looked[user] = now
            await self._show_unread(interaction)
        await self._then(interaction)

    def here(self, user: UserId) -> discord.Interaction | None:
        """Return the newest usable interaction of a person, if they are present."""
        interaction, born = self._here.get(user, (None, 0.0))
        return interaction if self._clock() - born < TOKEN_SECONDS else None

    async def sent(self, receiver: UserId) -> None:
        """Show a note that has just been written."""
        prefs = await self._outlet.preferences.prefs(receiver)
        if prefs.notes is NoteWay.DIRECT:
            await self._write_directly(receiver)
            return
        interaction = self.here(receiver)
        if interaction is not None:
            await self._show_unread(interaction)

    async def _show_unread(self, interaction: discord.Interaction) -> None:
        user = UserId(interaction.user.id)
        try:
            unread = await self._outlet.service.notes.inbox(user, unread=True)
        except StoreError:
            log.warning("unread notes could not be read")
            return
        if not unread or not interaction.response.is_done():
            return
        shown = unread[-MOST_AT_ONCE:]
        reader = await self._outlet.preferences.of(interaction)
        for note in reversed(shown):
            message = await self._outlet.compose(note_screen(reader, line_of(note)))
            try:
                await interaction.followup.send(
                    view=message.view, ephemeral=True, allowed_mentions=message.mentions
                )
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


def line_of(note: Note) -> NoteLine:
    """Return a note with a safe name and safe words."""
    name = safe_name(note.sender_name)
    words = safe_words(note.words)
    return NoteLine(note.id, note.sender, name, plain_name(name), words, note.sent_ms // 1000)
