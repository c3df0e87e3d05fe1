"""The people around a page: those to choose from, and the names of others."""

import logging
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

import discord
from cachetools import LRUCache, TTLCache
from discord.http import Route

from bot.ui.listener import Messenger
from bot.ui.markup import plain_name, safe_name
from bot.ui.requests import CUT
from bot.web.protocol.panels import PersonPart
from bot.web.session import Session
from engine.service import GuildId, UserId

MOST_PEOPLE: Final = 25
CACHE_SIZE: Final = 20_000
SEARCH_SECONDS: Final = 30.0
log = logging.getLogger(__name__)


class PeopleLookup(Protocol):
    """The people around a session."""

    async def of(self, session: Session) -> tuple[PersonPart, ...]:
        """Return the first people to choose from."""

    async def find(self, session: Session, text: str) -> tuple[PersonPart, ...]:
        """Return the members of the server whose name begins with a text."""

    async def names(self, session: Session, users: Sequence[int]) -> dict[int, str]:
        """Return the known names of people, safe to show."""

    def seen(self, session: Session) -> None:
        """Note a person who has opened the page."""


class ServerPeople:
    """Friends, people who have opened the page on this server, and members by a search."""

    def __init__(self, messenger: Messenger, clock: Callable[[], float] = time.monotonic) -> None:
        self._messenger = messenger
        self._names: LRUCache[int, str] = LRUCache(CACHE_SIZE)
        self._here: dict[GuildId, dict[UserId, None]] = {}
        self._found: TTLCache[tuple[int, str], tuple[PersonPart, ...]] = TTLCache(
            CACHE_SIZE, SEARCH_SECONDS, clock
        )

    def seen(self, session: Session) -> None:
        """Note a person who has opened the page."""
        self._know(session.user, session.name)
        if session.guild:
            here = self._here.setdefault(session.guild, {})
            here.pop(session.user, None)
            here[session.user] = None
            if len(here) > MOST_PEOPLE:
                del here[next(iter(here))]

    async def of(self, session: Session) -> tuple[PersonPart, ...]:
        """Return the first people to choose from: friends, then who is on the page."""
        found: dict[int, str] = {}
        for friend in await self._messenger.service.friends.of(session.user):
            if not friend.asks:
                found[friend.user_id] = plain_name(safe_name(friend.name))
        for user in reversed(self._here.get(session.guild, {})):
            if user in self._names:
                found.setdefault(user, plain_name(self._names[user]))
        found.pop(session.user, None)
        return _parts(found)

    async def find(self, session: Session, text: str) -> tuple[PersonPart, ...]:
        """Return the members of the server whose name begins with a text."""
        wanted = text.strip().casefold()
        if not wanted or not session.guild:
            return await self.of(session)
        key = (session.guild, wanted)
        cached = self._found.get(key)
        if cached is None:
            cached = self._found[key] = await self._search(session.guild, wanted)
        return tuple(one for one in cached if one.value != str(session.user))

    async def names(self, session: Session, users: Sequence[int]) -> dict[int, str]:
        """Return the known names of people, safe to show."""
        return {user: self._names[user] for user in users if user in self._names}

    async def _search(self, guild: int, text: str) -> tuple[PersonPart, ...]:
        route = Route("GET", "/guilds/{guild_id}/members/search", guild_id=guild)
        try:
            members: list[dict[str, Any]] = await self._messenger.client.http.request(
                route, params={"query": text, "limit": MOST_PEOPLE}
            )
        except (discord.HTTPException, *CUT) as error:
            log.info("members were not found by name (%s)", type(error).__name__)
            return ()
        found = {}
        for member in members:
            user = member["user"]
            if not user.get("bot"):
                name = member.get("nick") or user.get("global_name") or user["username"]
                found[int(user["id"])] = plain_name(safe_name(name))
                self._know(int(user["id"]), name)
        return _parts(found)

    def _know(self, user: int, name: str) -> None:
        self._names[user] = safe_name(name)


def _parts(found: dict[int, str]) -> tuple[PersonPart, ...]:
    return tuple(
        PersonPart(value=str(user), name=name) for user, name in list(found.items())[:MOST_PEOPLE]
    )
