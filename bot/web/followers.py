"""The open pages, by what they follow; committed changes, of other processes too, go to all."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from cachetools import FIFOCache

from bot.match.panels import Panels
from bot.ui.presence import Presence
from bot.ui.reader import Reader
from bot.web.beside import BesideView
from bot.web.connection import Connection
from bot.web.event_panels import EventPanels
from bot.web.lobby import LobbyView
from bot.web.protocol.base import Message
from bot.web.protocol.lobby import Chat
from bot.web.rights import Rights
from engine.service import (
    Committed,
    InteractionId,
    LiveMatch,
    LobbyEvent,
    MatchId,
    Prefs,
    Service,
    UserId,
)
from engine.store import StoreError

MOST_OF_ONE: Final = 12
"""The pages that one person may have open in one process."""
LOBBY_SECONDS: Final = 0.5
"""The time in which changes of a lobby are gathered."""
log = logging.getLogger(__name__)


class Followers:
    """The open pages of this process."""

    def __init__(
        self,
        service: Service,
        lobby: LobbyView,
        panels: Panels,
        rights: Rights,
        presence: Presence,
    ) -> None:
        self._service = service
        self._presence = presence
        self._beside = BesideView(service)
        self._lobby = lobby
        self._panels = panels
        self._rights = rights
        self._by_match: dict[int, set[Connection]] = {}
        self._delivered: dict[int, int] = {}
        self._over: set[int] = set()
        self._all: set[Connection] = set()
        self._by_user: dict[UserId, list[Connection]] = {}
        self._stops: list[Callable[[], None]] = []
        self._outdated: set[Connection] = set()
        self._reseated: set[Connection] = set()
        self._redrawing: asyncio.Task[None] | None = None

    @property
    def versions(self) -> dict[MatchId, int]:
        """The newest version that pages have been sent, by the match that they follow."""
        return {MatchId(match): self._delivered.get(match, -1) for match in self._by_match}

    @property
    def pages(self) -> frozenset[Connection]:
        """The open pages."""
        return frozenset(self._all)

    def pages_of(self, user: UserId) -> tuple[Connection, ...]:
        """Return the open pages of a person."""
        return tuple(self._by_user.get(user, ()))

    async def start(self) -> None:
        """Listen to committed changes."""
        self._stops = [
            self._service.bus.subscribe(Committed, self._on_committed),
            self._service.bus.subscribe(LobbyEvent, self._on_lobby),
        ]

    async def stop(self) -> None:
        """Stop listening."""
        for stop in self._stops:
            stop()
        self._stops = []
        if self._redrawing is not None:
            self._redrawing.cancel()

    def opened(self, page: Connection) -> None:
        """Add a page; a person who has too many loses the oldest."""
        self._all.add(page)
        pages = self._by_user.setdefault(page.session.user, [])
        self._presence.opened(page.session.user)
        pages.append(page)
        if len(pages) > MOST_OF_ONE:
            pages.pop(0).bye("elsewhere")
        self.reseat([page.session.user])

    def closed(self, page: Connection) -> None:
        """Remove a page."""
        if page in self._all:
            self._presence.closed(page.session.user)
        self._all.discard(page)
        pages = self._by_user.get(page.session.user, [])
        if page in pages:
            pages.remove(page)
        if not pages:
            self._by_user.pop(page.session.user, None)
        self._outdated.discard(page)
        self._reseated.discard(page)
        for match in page.followed:
            self._drop(match, page)

    def follow(self, page: Connection, match: int) -> None:
        """Let a page follow a match."""
        dropped = page.follow(match)
        if dropped is not None:
            self._drop(dropped, page)
        pages = self._by_match.setdefault(match, set())
        if page not in pages:
            pages.add(page)
            self._panels.page_opened(match, page.session.user)

    def unfollow(self, page: Connection, match: int) -> None:
        """Let a page follow a match no longer."""
        page.unfollow(match)
        self._drop(match, page)

    def deliver(self, live: LiveMatch) -> None:
        """Send a version of a match to every page that follows it and may.

        A page follows before it is known whether it may, so that it misses no change in between.
        """
        if live.id in self._by_match:
            self._delivered[live.id] = max(live.version, self._delivered.get(live.id, -1))
        for page in self._by_match.get(live.id, ()):
            if self._rights.may_see(page.session, live):
                page.deliver(live)

    def deliver_own(self, user: UserId, live: LiveMatch) -> None:
        """Send a match to the pages of one player, whose own part of it has changed."""
        for page in self._by_match.get(live.id, ()):
            if page.session.user == user:
                page.deliver(live, again=True)

    async def redress(self, user: UserId, reader: Reader, prefs: Prefs) -> None:
        """Let all pages of a person show changed settings."""
        pages = list(self._by_user.get(user, ()))
        for page in pages:
            page.welcome(reader, prefs, self._service.now_ms())
        for match in {match for page in pages for match in page.followed}:
            live = await self._service.load(MatchId(match))
            if live is not None:
                self.deliver_own(user, live)
        self.redraw_lobby(pages)

    async def send_beside(self, page: Connection, live: LiveMatch) -> None:
        """Send a page what belongs to a match that it follows, if it has changed."""
        seen = live.seen_by(page.session.user, page.session.guild)
        try:
            found = await self._beside.of(page.session, page.reader, seen)
        except StoreError as error:
            log.warning("what belongs to a match could not be read (%s)", error.code)
        else:
            page.beside(live.id, found)
        if live.ended_ms is not None and live.id in self._by_match:
            self._over.add(live.id)

    async def _tell_beside(self, live: LiveMatch) -> None:
        for page in tuple(self._by_match.get(live.id, ())):
            if self._rights.may_see(page.session, live):
                await self.send_beside(page, live)

    async def look_for_rematches(self) -> None:
        """Bring pages that show a match that is over the requests made in other processes."""
        for match in tuple(self._over):
            live = await self._service.load(MatchId(match))
            if live is not None:
                await self._tell_beside(live)

    def tell(self, match: int, message: Message) -> None:
        """Send a message to every page that follows a match."""
        for page in self._by_match.get(match, ()):
            page.put(message)

    def redraw_lobby(self, pages: Iterable[Connection]) -> None:
        """Send the lobby again to those pages that show it."""
        self._outdated.update(page for page in pages if page.wants_lobby)
        self._redraw_soon()

    def reseat(self, users: Iterable[UserId]) -> None:
        """Send people's own tables again to all of their pages."""
        self._reseated.update(page for user in users for page in self._by_user.get(user, ()))
        self._redraw_soon()

    async def look_for_seats(self) -> None:
        """Bring pages the matches of their people that have begun or ended in other processes."""
        running = await self._service.running_by_player(self._by_user)
        self.reseat(
            user
            for user, pages in self._by_user.items()
            if any(page.own_matches != running.get(user, frozenset()) for page in pages)
        )

    def _redraw_soon(self) -> None:
        has_work = self._outdated or self._reseated
        if has_work and (self._redrawing is None or self._redrawing.done()):
            self._redrawing = asyncio.create_task(self._redraw(), name="gin-web-lobby")

    async def _redraw(self) -> None:
        while self._outdated or self._reseated:
            await asyncio.sleep(LOBBY_SECONDS)
            pages, self._outdated = self._outdated, set()
            seated, self._reseated = self._reseated, set()
            for page in seated:
                if page in self._all:
                    await self._send_own_tables(page)
            for page in pages:
                if page in self._all and page.wants_lobby:
                    await self.send_lobby(page)

    async def _send_own_tables(self, page: Connection) -> None:
        try:
            page.own_tables(await self._lobby.own_tables(page.session, page.reader))
        except StoreError as error:
            log.warning("a person's tables could not be read (%s)", error.code)

    async def send_lobby(self, page: Connection) -> None:
        """Send the lobby to a page, if it has changed."""
        try:
            page.lobby(await self._lobby.of(page.session, page.reader))
        except StoreError as error:
            log.warning("a lobby could not be read (%s)", error.code)

    async def _on_committed(self, change: Committed) -> None:
        live = change.live
        self.deliver(live)
        people = {player.user_id for player in live.players}
        # Only the beginning and the end of a round change what others see in the lobby.
        shows = bool(change.happened) or live.version <= 1
        if live.version <= 1 or change.has_ended:
            self.reseat(user for user in people if user is not None)
        if change.has_ended:
            await self._tell_beside(live)
        is_shown_here = shows and bool(live.table.guild)
        self.redraw_lobby(
            page
            for page in self._all
            if (is_shown_here and page.session.guild == live.table.guild)
            or page.session.user in people
        )

    async def _on_lobby(self, news: LobbyEvent) -> None:
        lobby = news.lobby
        if lobby.rematch_of in self._by_match:
            old = await self._service.load(lobby.rematch_of)
            if old is not None:
                await self._tell_beside(old)
        invited = {one.user_id for one in lobby.invited}
        self.redraw_lobby(
            page
            for page in self._all
            if (lobby.table.guild and page.session.guild == lobby.table.guild)
            or page.session.user in invited
        )

    def _drop(self, match: int, page: Connection) -> None:
        pages = self._by_match.get(match)
        if pages is not None and page in pages:
            pages.discard(page)
            self._panels.page_closed(match, page.session.user)
            if not pages:
                del self._by_match[match]
                self._delivered.pop(match, None)
                self._over.discard(match)


MOST_REMEMBERED: Final = 1_000
GATHER_SECONDS: Final = 0.05
"""The time in which changes of the messages are gathered."""


class Room(Protocol):
    """The channel in which the table stands."""

    def chat(self) -> Chat:
        """Return the newest messages that everybody in the channel sees."""

    def write(self, user: UserId, text: str) -> None:
        """Write a message as a member."""

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call ``changed`` after every change of the messages; returns the end of it."""


class ChatPages:
    """The pages that show a room."""

    def __init__(self, room: Room, followers: Followers) -> None:
        self._room = room
        self._followers = followers
        self._written: FIFOCache[InteractionId, None] = FIFOCache(MOST_REMEMBERED)
        self._stop: Callable[[], None] = lambda: None
        self._due: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Follow the room."""
        self._stop = self._room.subscribe(self._changed)

    def stop(self) -> None:
        """Follow the room no longer."""
        self._stop()
        if self._due is not None:
            self._due.cancel()

    def show(self, page: Connection, *, wanted: bool) -> None:
        """Show a page the chat from now on, or no more."""
        page.wants_chat = wanted
        if wanted:
            page.chat(self._room.chat())

    def write(self, key: InteractionId, user: UserId, text: str) -> bool:
        """Write a message; whether it was not written under this key before."""
        if key in self._written:
            return False
        self._room.write(user, text)
        self._written[key] = None
        return True

    def _changed(self) -> None:
        if self._due is None:
            self._due = asyncio.get_running_loop().call_later(GATHER_SECONDS, self._send)

    def _send(self) -> None:
        self._due = None
        pages = [page for page in self._followers.pages if page.wants_chat]
        if pages:
            chat = self._room.chat()
            for page in pages:
                page.chat(chat)


LOOK_SECONDS: Final = 1.0
LOOKS_PER_LOBBY: Final = 5
"""The looks at matches for one at lobbies."""
AT_ONCE: Final = 500


async def look_at_matches(
    service: Service, followers: Followers, event_panels: EventPanels
) -> None:
    """Bring pages the matches and events that they show, as they are now."""
    known = list(followers.versions.items())
    for first in range(0, len(known), AT_ONCE):
        for moved in await service.moved_on(dict(known[first : first + AT_ONCE])):
            followers.deliver(moved.live)
    await event_panels.look_elsewhere()


async def look_at_lobbies(followers: Followers) -> None:
    """Bring pages the lobbies, and the running matches of their people."""
    followers.redraw_lobby(followers.pages)
    await followers.look_for_seats()
    await followers.look_for_rematches()
