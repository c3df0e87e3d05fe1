"""Updates of invitations that change without a press, and of those whose answer was lost."""

import logging
import time
from dataclasses import replace
from typing import Final

import discord

from bot.lobby.messages import invitation_screen
from bot.match.messages import TableMessages
from bot.ui.listener import EventListener
from bot.ui.outlet import Outlet
from bot.ui.reply import CUT
from engine.service import Lobby, LobbyEvent, LobbyStatus, MatchId, MessageId

log = logging.getLogger(__name__)
LEFT_ALONE_MS: Final = 20_000
"""The age beyond which an invitation without a message counts as lost."""


class Invitations:
    """The listener that keeps lobby messages consistent with the store."""

    def __init__(self, outlet: Outlet, tables: TableMessages) -> None:
        self._outlet = outlet
        self._tables = tables
        self.left_alone_ms = LEFT_ALONE_MS
        self._events = EventListener()

    async def start(self) -> None:
        """Listen to committed changes. Safe to call again after a reconnect."""
        if self._events.start():
            self._events.hear(self._outlet.service.lobby_hub, self._on_lobby)

    async def stop(self) -> None:
        """Stop listening."""
        self._events.stop()

    async def _on_lobby(self, news: LobbyEvent) -> None:
        """Redraw an invitation that changed without a press on it: it expired, or was found."""
        lobby = news.lobby
        may_be_found = lobby.status is LobbyStatus.STARTED and lobby.across is not None
        if lobby.status is LobbyStatus.EXPIRED or may_be_found:
            await self.draw(lobby)

    async def draw(self, lobby: Lobby) -> None:
        """Draw an invitation that changed without a press, for example by expiry."""
        if lobby.place.is_outside:
            return  # The next press shows it as it is.
        if lobby.message is None and lobby.status is LobbyStatus.OPEN:
            await self._post_left_alone(lobby)
            return
        found = await self._found_across(lobby)
        # After the start, the message belongs to the table.
        is_own = found is not None or lobby.status is not LobbyStatus.STARTED
        if is_own and lobby.message is not None:
            # The finder's process may not know the language of the server.
            reader = await self._outlet.preferences.public(lobby.guild, lobby.locale)
            screen = invitation_screen(reader, lobby, found=found)
            try:
                await self._tables.edit(lobby.channel, lobby.message, screen)
            except discord.HTTPException as error:
                log.info("an invitation was not redrawn (%s)", error.code)
            except CUT as error:
                log.info("an invitation waits for its turn (%s)", type(error).__name__)
                return
        await self._outlet.service.messages.lobby_rendered(
            lobby.id, lobby.version, lobby.channel, lobby.message
        )

    async def _found_across(self, lobby: Lobby) -> MatchId | None:
        """Return the match of an invitation that was found across servers."""
        if lobby.status is not LobbyStatus.STARTED or lobby.match_id is None:
            return None
        live = await self._outlet.service.load(lobby.match_id)
        return live.id if live is not None and live.is_apart else None

    async def _post_left_alone(self, lobby: Lobby) -> None:
        """Post an invitation that was stored but never shown."""
        age_ms = time.time_ns() // 1_000_000 - lobby.created_ms
        if self._tables.is_expected(lobby.id) or age_ms < self.left_alone_ms:
            return  # Its answer may still be in flight.
        reader = await self._outlet.preferences.public(lobby.guild, lobby.language)
        screen = invitation_screen(reader, lobby)
        if not (await self._outlet.service.guild_config(lobby.guild)).pings:
            screen = replace(screen, pings=())
        message = await self._outlet.compose(screen)
        try:
            posted = await self._outlet.client.get_partial_messageable(lobby.channel).send(
                view=message.view,
                files=message.files,
                nonce=f"l{lobby.id}",
                allowed_mentions=message.mentions,
            )
        except (discord.HTTPException, *CUT) as error:
            log.warning("an invitation was not posted (%s)", error)
            self._tables.backoff.failed(lobby.id)
            return
        self._tables.backoff.succeeded(lobby.id)
        await self._outlet.service.messages.lobby_rendered(
            lobby.id, lobby.version, lobby.channel, MessageId(posted.id)
        )
