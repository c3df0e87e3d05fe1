"""What the people of pages may do and see now, as Discord says it when it is asked."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import discord
from cachetools import LRUCache

from bot.ui.members import Room, Sees, may_join, may_see, sees_nothing, sees_room
from bot.ui.requests import CUT
from bot.web.session import Session
from engine.service import GuildId, LiveMatch, Lobby, UserId

FRESH_S: Final = 60.0
"""How long an answer of Discord's is believed."""
CACHE_SIZE: Final = 20_000
MemberKey: TypeAlias = tuple[GuildId, UserId]
log = logging.getLogger(__name__)


class UnknownRightsError(Exception):
    """Discord does not answer."""


@dataclass(frozen=True, slots=True)
class Membership:
    """What Discord has said of a person on a server. ``member``: ``None`` if they are none.

    ``rooms``: the channels, where the gateway tells this process nothing of the server.
    """

    member: discord.Member | None
    asked: float
    rooms: Mapping[int, Room] | None = None


class Rights:
    """The memberships of people, kept for a minute.

    No event tells of members without a privileged intent; roles, channels and the server itself
    are those that the gateway keeps up to date. ``clock``: seconds that only grow.
    """

    def __init__(self, client: discord.Client, clock: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._clock = clock
        self._known: LRUCache[MemberKey, Membership] = LRUCache(CACHE_SIZE)

    async def member(self, guild: GuildId, user: UserId) -> discord.Member | None:
        """Return a person as a member; ``None`` if they or the bot are none.

        Raises UnknownRightsError if Discord does not answer.
        """
        if not guild:
            return None
        found = self._known.get((guild, user))
        if found is None or self._is_old(found):
            found = await self._ask(guild, user)
            self._known[guild, user] = found
        return found.member

    async def is_member(self, session: Session) -> bool:
        """Whether a person is a member of the server of their session, if it has one.

        Raises UnknownRightsError if Discord does not answer.
        """
        if not session.guild:
            return True
        return await self.member(session.guild, session.user) is not None

    def may_manage(self, session: Session) -> bool:
        """Whether a person may manage their server now."""
        member = self._member_now(session)
        if member is None:
            return False
        rights = member.guild_permissions
        return rights.manage_guild or rights.administrator

    def sees(self, session: Session, channel: int) -> bool:
        """Whether a person sees a channel of their server now."""
        member = self._member_now(session)
        if member is None:
            return False
        rooms = self._known[session.guild, session.user].rooms
        if rooms is None:
            return sees_room(member.guild.get_channel_or_thread(channel), member)
        return sees_room(rooms.get(channel), member)

    def eyes(self, session: Session) -> Sees:
        """Return what a person sees at the time of each look."""
        return partial(self.sees, session) if session.guild else sees_nothing

    def may_see(self, session: Session, live: LiveMatch) -> bool:
        """Whether a person may see a match."""
        return may_see(session.user, session.guild, self.eyes(session), live)

    def may_join(self, session: Session, lobby: Lobby) -> bool:
        """Whether a person may see an invitation."""
        return may_join(session.user, session.guild, self.eyes(session), lobby)

    def _member_now(self, session: Session) -> discord.Member | None:
        """Return the member as last heard of; ``None`` where the bot has lost the server."""
        found = self._known.get((session.guild, session.user))
        if found is None or found.member is None:
            return None
        is_gone = found.rooms is None and self._client.get_guild(session.guild) is None
        return None if is_gone else found.member

    def _is_old(self, found: Membership) -> bool:
        if self._clock() - found.asked >= FRESH_S:
            return True
        member = found.member
        if member is None or found.rooms is not None:
            return False
        return self._client.get_guild(member.guild.id) is not member.guild

    async def _ask(self, guild: GuildId, user: UserId) -> Membership:
        asked, rooms = self._clock(), None
        try:
            at = self._client.get_guild(guild)
            if at is None:
                at = await self._client.fetch_guild(guild)
                rooms = {one.id: one for one in await at.fetch_channels()}
            return Membership(await at.fetch_member(user), asked, rooms)
        except (discord.NotFound, discord.Forbidden):
            # Also a server where an app of the person's own was opened, without the bot.
            return Membership(None, asked)
        except (discord.HTTPException, *CUT) as error:
            raise UnknownRightsError from error
