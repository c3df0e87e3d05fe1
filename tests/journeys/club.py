"""A club whose people act and see in the words of the game.

A journey is a test that is told as people would tell it::

    @journey(people=2)
    async def test_an_invitation_that_nobody_answers_expires(club: Club) -> None:
        invitation = await club.alice.challenges(club.bob)
        await club.passes(HOUR)
        invitation.says("Nobody accepted in time").offers(only=True)
"""

import contextlib
import inspect
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec

import discord
from simcord.actors import MemberActor

from engine.game.seats import Seat
from engine.service import GuildConfig, GuildId, LiveMatch, MatchId, UserId
from tests.journeys.people import mover_of
from tests.journeys.played import play_until
from tests.journeys.seen import Seen
from tests.journeys.who import Who
from tests.journeys.world import World, running_world
from tests.keys import fresh
from tests.service.world import existing
from tests.worlds.tables import sit_down

P = ParamSpec("P")

__all__ = ["Club", "Seen", "Who", "gathered", "journey"]


@dataclass
class Club(World):
    """One server with a channel, and the people on it."""

    people: list[Who] = field(init=False)

    def __post_init__(self) -> None:
        self.people = [self._who(member) for member in self.members]

    def _who(self, member: MemberActor) -> Who:
        return Who(self, member, random.Random(member.id))

    @property
    def alice(self) -> Who:
        return self.people[0]

    @property
    def bob(self) -> Who:
        return self.people[1]

    @property
    def carol(self) -> Who:
        return self.people[2]

    @property
    def guild(self) -> GuildId:
        return GuildId(self.env.guild.id)

    def joins(self, name: str, **member: Any) -> Who:
        """Somebody new on the server, as SimCord makes a ``member``."""
        user = self.env.create_user(name.lower(), global_name=name)
        return self._who(self.env.guild.add_member(user, **member))

    def elsewhere(self, name: str) -> Who:
        """Somebody on another server."""
        guild = self.env.create_guild("Elsewhere")
        member = guild.add_member(self.env.create_user(name.lower(), global_name=name))
        return Who(self, member, random.Random(7), room=guild.create_text_channel("room"))

    def boss(self) -> Who:
        """Somebody new, who may manage the server."""
        powers = discord.Permissions(manage_guild=True)
        role = self.env.guild.create_role("Boss", permissions=powers)
        return self.joins("Boss", roles=[role])

    async def sets(self, **config: Any) -> None:
        """Settings of the server, as an administrator leaves them."""
        chosen = GuildConfig.model_validate(config)
        await self.service.set_guild_config(fresh(), self.guild, UserId(1), chosen)

    async def config(self) -> GuildConfig:
        """The settings of the server."""
        return await self.service.guild_config(self.guild)

    async def passes(self, time_ms: int) -> None:
        """Time goes by, and what is due then happens."""
        self.time.ahead_ms += time_ms
        await self.settle()

    async def sits(self, seed: int, **options: Any) -> Seen:
        """The first two begin a match, both hands open; see the table.

        ``seed``: of how they play when it does not matter.
        """
        for number, one in enumerate(self.people[:2]):
            one.rng = random.Random(seed + number)
        table = await sit_down(self.alice, self.bob, **options)
        return self.sees(table.message)

    async def plays_match(self, host: Who, guest: Who, **options: Any) -> Seen:
        """A challenge to ten points, accepted and played; see the table at its end."""
        table = await host.challenges(guest, target=10, **options)
        await guest.accepts(table)
        live = existing(await self.service.last_match_of(host.id))
        await play_until(self, live.id, lambda now: now.is_over)
        return table

    async def opens(self, preset: str, **options: Any) -> Seen:
        """An open table of the first member, which everybody else has joined."""
        table = await self.alice.asks("open", rules=preset, **options)
        for one in self.people[1:]:
            await one.presses("Join", table)
        return table

    async def fills_table(self, preset: str, **options: Any) -> Seen:
        """An open table that everybody has joined, all hands open."""
        table = await self.opens(preset, **options)
        for one in self.people:
            await one.opens_hand(table)
        return table

    def sees(self, message: Any) -> Seen:
        """A message by what Discord knows of it."""
        return Seen(self, message)

    def room(self, channel: int | None = None) -> list[Seen]:
        """What everybody sees in the channel, or in another one, oldest first."""
        stored = self.env.backend.messages[self.channel.id if channel is None else channel]
        return [Seen(self, one) for one in stored.values() if not one.is_ephemeral]

    async def match(self, which: MatchId | None = None) -> LiveMatch:
        """A match as its row holds it.

        Without ``which``, the only one that the first member plays, or else the last that they did.
        """
        await self.service.messages.flush()
        if which is not None:
            return existing(await self.service.load(which))
        running = await self.service.live_matches_of(self.alice.id)
        assert len(running) <= 1, "say which one"
        return running[0] if running else existing(await self.service.last_match_of(self.alice.id))

    async def turn(self) -> tuple[Who, Who]:
        """Of the first two, who may move, and the other one."""
        mover = await mover_of(self.people[:2])
        return mover, self.bob if mover is self.alice else self.alice

    async def seat_of(self, who: Who, which: MatchId | None = None) -> Seat:
        return existing((await self.match(which)).seat_of(who.id))


@contextlib.asynccontextmanager
async def gathered(folder: Path, *, errors: int = 0, **how: Any) -> AsyncIterator[Club]:
    """A club for a test that has to say for itself who is there; see :func:`journey`."""
    async with running_world(folder, made=Club, **how) as club:
        assert isinstance(club, Club)
        yield club
        assert len(club.env.errors) == errors, club.env.errors


def journey(
    *, people: int = 4, errors: int = 0, **how: Any
) -> Callable[[Callable[Concatenate[Club, P], Awaitable[None]]], Callable[..., Awaitable[None]]]:
    """Give a test a club of so many people, with all else as in :func:`running_world`.

    At its end the program has met so many ``errors``, among them refusals of what only
    administrators may do. A fixture cannot do this: SimCord takes
    back at the end what it set in the context of the test, which is not that of a fixture.
    """

    def told(test: Callable[Concatenate[Club, P], Awaitable[None]]) -> Callable[..., Any]:
        wanted = list(inspect.signature(test).parameters.values())[1:]
        has_folder = any(one.name == "tmp_path" for one in wanted)
        folder = inspect.Parameter("tmp_path", inspect.Parameter.KEYWORD_ONLY)

        @wraps(test)
        async def alone(tmp_path: Path, **given: Any) -> None:
            if has_folder:
                given["tmp_path"] = tmp_path
            async with gathered(tmp_path, people=people, errors=errors, **how) as club:
                await test(club, **given)  # type: ignore[call-arg]

        params = wanted if has_folder else [*wanted, folder]
        alone.__signature__ = inspect.Signature(params)  # type: ignore[attr-defined]
        return alone

    return told
