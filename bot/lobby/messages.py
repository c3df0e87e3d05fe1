"""The public messages of lobbies: where they stand, and updates without a press."""

import asyncio
import logging
import time
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.lobby.screens import Invitation, LobbyState, lobby_screen
from bot.match.messages import TableMessages
from bot.match.threads import THREAD
from bot.match.wiring import MatchChat
from bot.ui.context import Context
from bot.ui.listener import EventListener, Outlet
from bot.ui.markup import safe_name
from bot.ui.reader import NamedPlayer, Reader
from bot.ui.reply import CUT
from bot.ui.replying import Refusal
from bot.ui.screen import Screen
from bot.wording.rules import house_rules
from engine.service import Lobby, LobbyEvent, LobbyStatus, MatchId, MessageId, Place


@dataclass(frozen=True, slots=True)
class Hosting:
    """The collaborators, composed once. ``invitation_s``: an invitation's lifetime in seconds."""

    chat: MatchChat
    invitation_s: int

    def expiry_ms(self, ctx: Context) -> int:
        """Return the expiry of an invitation created now, in epoch milliseconds."""
        return ctx.service.now_ms() + self.invitation_s * 1000


async def host_locale(ctx: Context) -> str:
    """Return the language of an invitation: the server's, elsewhere that of its host."""
    return await ctx.public_locale() or ctx.origin.guild_locale or "en-US"


def require_company(ctx: Context) -> None:
    """Refuse an invitation that nobody but its host would see."""
    if ctx.place is Place.DIRECT:
        raise Refusal(
            "Only you and Gin are in this chat. Type the command on a server, in a group, or in "
            "your direct messages with a friend."
        )
    if not ctx.origin.is_heard:
        raise Refusal(
            "This server hides the answers of apps that people bring themselves, so nobody else "
            "would see your table. Type the command in a group or in direct messages with a friend."
        )


def invitation_screen(
    reader: Reader, lobby: Lobby, closed_by: str = "", found: MatchId | None = None
) -> Screen:
    """Return the public message of a lobby. ``found``: its match, if that is across servers."""
    people = {one.user_id: NamedPlayer(safe_name(one.name), one.user_id) for one in lobby.people}
    host = people.get(lobby.host) or NamedPlayer("?", lobby.host)
    invited = None
    if lobby.invited:
        person = lobby.invited[0]
        invited = NamedPlayer(safe_name(person.name), person.user_id)
    sides = tuple(one.side for one in lobby.people)
    return lobby_screen(
        reader,
        Invitation(
            lobby=lobby.id,
            rules=lobby.rules,
            preset=lobby.preset,
            host=host,
            players=tuple(people.values()),
            invited=invited,
            seats=lobby.seats,
            max_seats=lobby.max_seats,
            clock=lobby.clock,
            rated=lobby.rated,
            expires_at=lobby.expires_ms // 1000,
            state=LobbyState(lobby.status.value),
            differences=house_rules(reader, lobby.preset, lobby.rules),
            sides=sides,
            closed_by=closed_by,
            anchor=lobby.anchor,
            thread=lobby.room == THREAD,
            ratings=lobby.ratings,
            across=lobby.across is not None,
            found=found,
        ),
    )


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


LIMIT: Final = 500
"""The most tables checked in one run."""
PER_SECOND: Final = 10


async def redraw(outlet: Outlet, boards: TableMessages, invitations: Invitations) -> int:
    """Draw outdated messages, at most ten a second; return the number of match messages."""
    if outlet.breaker.is_open:
        return 0
    behind = await outlet.service.messages.behind(LIMIT + len(boards.backoff))
    due = [one for one in behind.matches if boards.is_due(one)]
    refusing = set[int]()
    for live in due:
        if live.channel in refusing and boards.is_barred(live):
            continue  # One refusal per channel is enough.
        await boards.draw(live)
        if boards.is_barred(live):
            refusing.add(live.channel)
        await asyncio.sleep(1 / PER_SECOND)
    for lobby in behind.lobbies:
        if boards.backoff.is_resting(lobby.id):
            continue
        await invitations.draw(lobby)
        await asyncio.sleep(1 / PER_SECOND)
    return len(due)
