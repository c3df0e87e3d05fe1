"""Invitations that change without a press on them, and those whose answer was lost."""

import logging
import time
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import discord

from bot.lobby.messages import invitation_screen
from bot.ui.compose import compose
from bot.ui.listener import EventListener
from bot.ui.reply import CUT
from engine.service import Lobby, LobbyEvent, LobbyStatus, MessageId

if TYPE_CHECKING:
    from bot.app import GinBot

log = logging.getLogger(__name__)
LEFT_ALONE_MS: Final = 20_000
"""An invitation older than this without a message is one whose answer was lost."""


class Invitations:
    """Keeps the messages of lobbies in step with what is stored."""

    def __init__(self, bot: "GinBot") -> None:
        self._bot = bot
        self.left_alone_ms = LEFT_ALONE_MS
        self._attention = EventListener()

    def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._attention.start():
            self._attention.hear(self._bot.service.lobby_hub, self._on_lobby)

    def stop(self) -> None:
        """Listen no more."""
        self._attention.stop()

    async def _on_lobby(self, news: LobbyEvent) -> None:
        """An invitation that ran out changes without a press on it; the rest was answered."""
        if news.lobby.status is LobbyStatus.EXPIRED:
            await self.draw(news.lobby)

    async def draw(self, lobby: Lobby) -> None:
        """Draw an invitation that changed without a press on it, such as by running out of time."""
        if lobby.message is None and lobby.status is LobbyStatus.OPEN:
            await self._post_left_alone(lobby)
            return
        # Once it has started, its message is the table's.
        if lobby.status is not LobbyStatus.STARTED and lobby.message is not None:
            reader = await self._bot.readers.public(lobby.guild)
            try:
                await self._bot.boards.edit(
                    lobby.channel, lobby.message, invitation_screen(reader, lobby)
                )
            except discord.HTTPException as error:
                log.info("an invitation was not redrawn (%s)", error.code)
            except CUT as error:
                log.info("an invitation waits for its turn (%s)", type(error).__name__)
                return
        await self._bot.service.messages.lobby_rendered(
            lobby.id, lobby.version, lobby.channel, lobby.message
        )

    async def _post_left_alone(self, lobby: Lobby) -> None:
        """Post an invitation that was stored although nobody could be shown it."""
        age_ms = time.time_ns() // 1_000_000 - lobby.created_ms
        if self._bot.boards.is_expected(lobby.id) or age_ms < self.left_alone_ms:
            return  # its answer may still be on its way
        screen = invitation_screen(await self._bot.readers.public(lobby.guild), lobby)
        if not (await self._bot.service.guild_config(lobby.guild)).pings:
            screen = replace(screen, pings=())
        message = await compose(screen, self._bot.dressing)
        try:
            posted = await self._bot.get_partial_messageable(lobby.channel).send(
                view=message.view,
                files=list(message.files),
                nonce=f"l{lobby.id}",
                allowed_mentions=message.mentions,
            )
        except (discord.HTTPException, *CUT) as error:
            log.warning("an invitation was not posted (%s)", error)
            self._bot.boards.setbacks.failed(lobby.id)
            return
        self._bot.boards.setbacks.succeeded(lobby.id)
        await self._bot.service.messages.lobby_rendered(
            lobby.id, lobby.version, lobby.channel, MessageId(posted.id)
        )
