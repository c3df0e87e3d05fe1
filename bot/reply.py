"""Answers to interactions: exactly one, in time, and never an exception for a lost token.

Discord wants the first answer within three seconds (interactions/receiving-and-responding). A
watchdog acknowledges after 1.5 s; from then on the answer goes out as an edit or a follow-up.
"""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final, Protocol

import discord

from bot.compose import Message, compose
from bot.screen import Screen

if TYPE_CHECKING:
    from bot.app import GinBot

WATCHDOG_SECONDS: Final = 1.5
ANSWER_SECONDS: Final = 5.0
"""No edit waits longer for an answer that may never come."""
WATCHED: Final = "reply"
"""Key in an interaction's extras: the reply that will acknowledge it by itself."""
ALREADY_ANSWERED: Final = 40060
GONE: Final = frozenset({10008, 10015, 10062, 50027})
"""Codes that say the token or its message is gone: what was decided stands all the same."""

log = logging.getLogger(__name__)


class Editor(Protocol):
    """Something that can still change a message that was sent."""

    async def edit(self, message: Message) -> None:
        """Replace the message; raises discord.HTTPException when it is gone."""


class OriginalEditor:
    """Edits the message that answered an interaction, or that carried the pressed button.

    Discord knows no such message before the answer, so an edit waits for it; its newer picture
    comes after the answer's, too.
    """

    def __init__(self, interaction: discord.Interaction, answered: asyncio.Event) -> None:
        self._interaction = interaction
        self._answered = answered

    async def edit(self, message: Message) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._answered.wait(), ANSWER_SECONDS)
        await _edit_original(self._interaction, message)


async def _edit_original(interaction: discord.Interaction, message: Message) -> None:
    await interaction.edit_original_response(
        view=message.view,
        attachments=list(message.files),
        allowed_mentions=message.mentions,
    )


class FollowupEditor:
    """Edits a message that was sent after the first answer."""

    def __init__(self, sent: discord.WebhookMessage) -> None:
        self._sent = sent

    async def edit(self, message: Message) -> None:
        await self._sent.edit(
            view=message.view,
            attachments=list(message.files),
            allowed_mentions=message.mentions,
        )


class Reply:
    """The one answer to an interaction."""

    def __init__(self, interaction: discord.Interaction) -> None:
        self.interaction = interaction
        bot: GinBot = interaction.client  # type: ignore[assignment]
        self._dressing = bot.dressing
        self._metrics = bot.metrics
        self._lock = asyncio.Lock()
        self._is_component = interaction.type is discord.InteractionType.component
        self._updates = True
        self._watchdog: asyncio.TimerHandle | None = None
        self._deferral: asyncio.Task[None] | None = None
        self._answered = asyncio.Event()

    def watch(self, *, updates: bool) -> None:
        """Acknowledge by itself if no answer comes. ``updates``: the pressed message changes."""
        self._updates = updates and self._is_component
        self.interaction.extras[WATCHED] = self
        loop = asyncio.get_running_loop()
        self._watchdog = loop.call_later(WATCHDOG_SECONDS, self._start_deferral)

    def _start_deferral(self) -> None:
        self._deferral = asyncio.ensure_future(self._defer())

    async def _defer(self) -> None:
        async with self._lock:
            if self.interaction.response.is_done():
                return
            try:
                if self._updates:
                    await self.interaction.response.defer()
                else:
                    await self.interaction.response.defer(ephemeral=True, thinking=True)
            except discord.HTTPException as error:
                self._note(error)

    @property
    def is_public(self) -> bool:
        """Whether the pressed button stands on a message that everybody reads."""
        message = self.interaction.message
        return message is not None and not message.flags.ephemeral

    def done(self) -> None:
        """No answer will come any more: stop the watchdog."""
        if self._watchdog is not None:
            self._watchdog.cancel()

    @property
    def editor(self) -> Editor:
        """Edits the answer, as soon as it was given."""
        return OriginalEditor(self.interaction, self._answered)

    async def update(self, screen: Screen) -> Editor:
        """Replace the message whose button was pressed."""
        message = await compose(screen, self._dressing)
        async with self._lock:
            self.done()
            try:
                if self.interaction.response.is_done():
                    await _edit_original(self.interaction, message)
                else:
                    await self.interaction.response.edit_message(
                        view=message.view,
                        attachments=list(message.files),
                        allowed_mentions=message.mentions,
                    )
            except discord.HTTPException as error:
                self._note(error)
            finally:
                self._answered.set()
        return self.editor

    async def private(self, screen: Screen) -> Editor | None:
        """A message that only this person sees; ``None`` if it could not be sent."""
        return await self._send(screen, ephemeral=True)

    async def public(self, screen: Screen) -> discord.Message | None:
        """A message in the channel; its id is needed to edit it later."""
        if await self._send(screen, ephemeral=False) is None:
            return None
        try:
            return await self.interaction.original_response()
        except discord.HTTPException as error:
            self._note(error)
            return None

    async def also_private(self, screen: Screen) -> Editor | None:
        """One more private message after the answer."""
        message = await compose(screen, self._dressing)
        try:
            return await self._follow_up(message, ephemeral=True)
        except discord.HTTPException as error:
            self._note(error)
            return None

    async def _send(self, screen: Screen, *, ephemeral: bool) -> Editor | None:
        message = await compose(screen, self._dressing)
        async with self._lock:
            self.done()
            try:
                return await self._send_message(message, ephemeral=ephemeral)
            except discord.HTTPException as error:
                self._note(error)
                return None
            finally:
                self._answered.set()

    async def _send_message(self, message: Message, *, ephemeral: bool) -> Editor:
        if not self.interaction.response.is_done():
            await self.interaction.response.send_message(
                view=message.view,
                files=list(message.files),
                ephemeral=ephemeral,
                allowed_mentions=message.mentions,
            )
        elif self._updates or not ephemeral:
            return await self._follow_up(message, ephemeral=ephemeral)
        else:
            await _edit_original(self.interaction, message)
        return self.editor

    async def _follow_up(self, message: Message, *, ephemeral: bool) -> Editor:
        sent = await self.interaction.followup.send(
            view=message.view,
            files=list(message.files),
            ephemeral=ephemeral,
            allowed_mentions=message.mentions,
            wait=True,
        )
        return FollowupEditor(sent)

    def _note(self, error: discord.HTTPException) -> None:
        """Late, repeated and refused answers are part of life; anything else is raised again."""
        if error.code == ALREADY_ANSWERED:
            self._metrics.answered_elsewhere.inc()
            return
        if error.code in GONE or error.status in (401, 404):
            log.info("an answer came too late (%s)", error.code)
        elif error.status == 429 or error.status >= 500:
            log.warning("Discord did not take an answer (%s)", error.status)
        else:
            raise error


def reply_to(interaction: discord.Interaction) -> Reply:
    """The reply that watches this interaction already, or a new one."""
    return interaction.extras.get(WATCHED) or Reply(interaction)
