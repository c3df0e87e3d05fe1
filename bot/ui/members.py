"""Who is still a member of a server, as Discord answers, and who may see a table.

No event tells of members without a privileged intent. So those are asked about who are about to be
shown, and an answer is remembered for an hour. A table is seen by its players and by whoever sees
its channel, in the chat and on the page.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Iterable
from functools import partial
from itertools import islice
from typing import Final, TypeAlias, TypeVar

import discord
from cachetools import LRUCache, TTLCache

from bot.ops.breaker import CircuitBreaker
from bot.ui.reader import Preferences
from bot.ui.requests import FAILURES
from engine.service import GuildId, LiveMatch, Lobby, UserId

Room: TypeAlias = discord.abc.GuildChannel | discord.Thread
Sees: TypeAlias = Callable[[int], bool]
"""Whether a person sees a channel of the server where they are, by its id."""


def sees_nothing(_channel: int) -> bool:
    """Return that a person sees no channel."""
    return False


def sees_room(room: object, member: discord.Member) -> bool:
    """Whether a member sees a channel of their server; a private thread counts as unseen."""
    if not isinstance(room, discord.abc.GuildChannel | discord.Thread):
        return False
    if room.guild.id != member.guild.id:
        return False
    try:
        rights = room.permissions_for(member)
    except discord.ClientException:  # A thread whose channel is not known.
        return False
    if isinstance(room, discord.Thread) and room.is_private() and not rights.manage_threads:
        return False
    return rights.view_channel


def sees_in_chat(interaction: discord.Interaction) -> Sees:
    """Return what the person of an interaction sees.

    They have proven that they see its own channel. A process without a gateway knows no other.
    """

    def sees(channel: int) -> bool:
        if channel == interaction.channel_id:
            return True
        person = interaction.user
        if not isinstance(person, discord.Member):
            return False
        return sees_room(interaction.client.get_channel(channel), person)

    return sees


def may_see(user: UserId, guild: GuildId, sees: Sees, live: LiveMatch) -> bool:
    """Whether a person on a server, or outside all (0), may see a match."""
    if live.seat_of(user) is not None:
        return True
    if live.setup.has_shared_deals or not guild or guild != live.table.guild:
        return False
    return sees(live.table.channel)


def may_join(user: UserId, guild: GuildId, sees: Sees, lobby: Lobby) -> bool:
    """Whether a person on a server may see an invitation: one of its people, or in its channel."""
    if user in {one.user_id for one in lobby.people} | {one.user_id for one in lobby.invited}:
        return True
    return bool(guild) and guild == lobby.table.guild and sees(lobby.table.channel)


def is_locked_for(room: object, rights: discord.Permissions) -> bool:
    """Whether a room is a locked thread, in which only moderators write."""
    return isinstance(room, discord.Thread) and room.locked and not rights.manage_threads


def all_see(place: object, room: object) -> bool:
    """Whether everybody who sees one channel of a server sees another one.

    Judged role by role: a role that may not see it counts for whoever has it.
    """
    if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
        return False
    if not isinstance(room, discord.abc.GuildChannel | discord.Thread):
        return False
    if room.id == place.id:
        return True
    if isinstance(room, discord.Thread) and room.is_private():
        return False
    try:
        return all(
            room.permissions_for(role).view_channel
            for role in place.guild.roles
            if place.permissions_for(role).view_channel
        )
    except discord.ClientException:  # A thread whose channel is not known.
        return False


REMEMBERED_S: Final = 3600.0
"""How long an answer of Discord's is believed."""
SILENT_S: Final = 60.0
"""How long a server is not asked about after Discord has failed to answer."""
PATIENCE_S: Final = 2.0
"""The longest that a page waits for answers; later ones serve the next look."""
LOOKS: Final = 3
"""How often a page is filled up again after people were left out of it."""
AT_ONCE: Final = 5
MOST_LEFT: Final = 500
"""The most people that a query leaves out."""
SERVERS: Final = 1_000
PEOPLE: Final = 2_000
"""The most people who are remembered of one server."""
LEFT: Final = (10007, 10013)
"""Discord's codes for a member or a user that does not exist (any more)."""

T = TypeVar("T")
Asked: TypeAlias = tuple[GuildId, UserId]
log = logging.getLogger(__name__)


class Members:
    """The people who are known to be members of servers, or to have left them.

    ``clock``: seconds.
    """

    def __init__(
        self,
        client: discord.Client,
        preferences: Preferences,
        breaker: CircuitBreaker,
        clock: Callable[[], float],
    ) -> None:
        self._client = client
        self._preferences = preferences
        self._breaker = breaker
        self._clock = clock
        self._known: LRUCache[GuildId, TTLCache[UserId, bool]] = LRUCache(SERVERS)
        self._silent: TTLCache[GuildId, bool] = TTLCache(SERVERS, SILENT_S, clock)
        self._asking: dict[Asked, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)

    def saw(self, guild: GuildId, user: UserId) -> None:
        """Note that a person acts on a server, and so is a member."""
        known = self._known.get(guild)
        if known is not None and known.get(user) is False:
            known[user] = True

    async def page(
        self,
        guild: GuildId | None,
        fetch: Callable[[Collection[UserId]], Awaitable[T]],
        people: Callable[[T], Iterable[UserId]],
    ) -> T:
        """Return a page of a server's members only, as far as Discord answers in time.

        ``fetch``: reads a page without these people. ``people``: those whom a page shows. ``guild``
        ``None``: a page of all servers, which shows everybody, as does that of a server whose
        administrators want it.
        """
        if not guild or not (await self._preferences.config(guild)).members_only:
            return await fetch(())
        until = asyncio.get_running_loop().time() + PATIENCE_S
        for _ in range(LOOKS):
            left = self._left(guild)
            found = await fetch(left)
            await self._ask(guild, people(found), until)
            if self._left(guild) == left:
                return found
        return await fetch(self._left(guild))

    def _left(self, guild: GuildId) -> tuple[UserId, ...]:
        """Return the people who are known to have left a server, the newest first."""
        known = self._known.get(guild)
        if known is None:
            return ()
        left = (user for user in reversed(tuple(known)) if known.get(user) is False)
        return tuple(islice(left, MOST_LEFT))

    async def _ask(self, guild: GuildId, people: Iterable[UserId], until: float) -> None:
        """Ask about people of whom nothing is known, and wait for the answers until then."""
        if guild in self._silent or self._breaker.is_open:
            return
        known = self._of(guild)
        tasks = {self._asked(guild, user) for user in people if user not in known}
        if tasks:
            wait = until - asyncio.get_running_loop().time()
            await asyncio.wait(tasks, timeout=max(0.0, wait))

    def _of(self, guild: GuildId) -> TTLCache[UserId, bool]:
        known = self._known.get(guild)
        if known is None:
            known = self._known[guild] = TTLCache(PEOPLE, REMEMBERED_S, self._clock)
        return known

    def _asked(self, guild: GuildId, user: UserId) -> asyncio.Task[None]:
        """Return the request about a person; one serves all who wait for it."""
        task = self._asking.get((guild, user))
        if task is None:
            task = self._asking[guild, user] = asyncio.create_task(self._request(guild, user))
            task.add_done_callback(partial(self._done, (guild, user)))
        return task

    def _done(self, asked: Asked, task: asyncio.Task[None]) -> None:
        del self._asking[asked]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.warning("a member could not be asked about", exc_info=error)

    async def _request(self, guild: GuildId, user: UserId) -> None:
        async with self._slots:
            if guild in self._silent:
                return
            try:
                await self._client.http.get_member(guild, user)
            except discord.NotFound as error:
                if error.code in LEFT:
                    self._of(guild)[user] = False
                else:
                    self._fails(guild, error)
            except FAILURES as error:
                self._fails(guild, error)
            else:
                self._of(guild)[user] = True

    def _fails(self, guild: GuildId, error: Exception) -> None:
        self._silent[guild] = True
        log.info("the members of server %d are unknown (%s)", guild, error)
