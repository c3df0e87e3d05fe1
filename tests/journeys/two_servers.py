"""One bot in two servers, each with words that nobody on the other one may read."""

import contextlib
import json
import random
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.builders import GuildHandle

from tests.journeys.people import Person
from tests.journeys.world import Shown, World, running_world, shown


def words_of(found: Shown) -> str:
    """The texts of a message and the descriptions of its pictures."""
    return "\n".join([*found.texts, *(str(one["description"]) for one in found.pictures)])


_TOKEN = re.compile(r"simcord_interaction_(\d+)")
_CHANNEL = re.compile(r"/channels/(\d+)")
_GUILD = re.compile(r"/guilds/(\d+)")


@dataclass
class Club:
    """A server: its people (an administrator first) and the words that are only for them."""

    world: World
    guild: GuildHandle
    mark: str

    @property
    def members(self) -> list[MemberActor]:
        return self.world.members

    @property
    def boss(self) -> MemberActor:
        return self.members[0]

    @property
    def secrets(self) -> tuple[str, ...]:
        """Texts and ids that no request to the other server may hold."""
        ids = (self.guild.id, self.world.channel.id, *(one.id for one in self.members))
        return (self.mark, *map(str, ids))

    def nick(self, member: MemberActor) -> str:
        """The name of a member on this server."""
        return f"{self.mark} {member.name[-1].upper()}"

    def person(self, member: MemberActor) -> Person:
        return Person(self.world, member, random.Random(7))

    def seen(self, result: Any) -> Shown:
        return shown(result.response, result.response.components)

    async def switch(self, member: MemberActor, command: str, label: str) -> Shown:
        """Press a switch of the settings."""
        screen = self.seen(await self.world.slash(member, command))
        return self.seen(await self.world.press(member, screen, label))

    async def find(self, member: MemberActor) -> Any:
        """Look for an opponent."""
        screen = self.seen(await self.world.slash(member, "find"))
        return await self.world.press(member, screen, "Find an opponent")

    def searches(self) -> list[Shown]:
        """The messages of those who look for an opponent, as everybody sees them."""
        return [one for one in self.world.public() if "open to other servers" in one.text]

    async def pressable(self) -> Shown:
        """The newest of them, whose buttons can be pressed."""
        room = self.world.bot.get_channel(self.world.channel.id)
        assert isinstance(room, discord.TextChannel)
        newest = self.searches()[-1]
        return replace(newest, message=await room.fetch_message(newest.message.id))

    async def hand(self, member: MemberActor) -> Person:
        """A member with their hand, shown by the command."""
        person = self.person(member)
        person.panel_message = (await self.world.slash(member, "hand")).response
        return person


@dataclass
class TwoServers:
    """Both servers, and what was sent to each."""

    first: Club
    second: Club
    heard: int = 0

    @property
    def world(self) -> World:
        return self.first.world

    async def open_both(self, *people: MemberActor) -> None:
        """Switch on that these people are found from the other server."""
        for club in (self.first, self.second):
            await club.switch(club.boss, "admin settings", "Members can play people")
            for one in club.members:
                if one in people:
                    await club.switch(one, "settings", "Let players from other servers")

    async def restart(self) -> None:
        """Stop everything and start it again on the same file."""
        await self.world.restart()
        for club in (self.first, self.second):
            club.world.bot, club.world.service = self.world.bot, self.world.service

    def leaks(self) -> list[str]:
        """What was sent to one server and belongs to the other, since the last call."""
        sent = self.world.env.http_requests[self.heard :]
        self.heard += len(sent)
        found = []
        for request in sent:
            guild = self._server_of(request.path)
            text = json.dumps([request.json, request.path, request.reason], ensure_ascii=False)
            for club, other in ((self.first, self.second), (self.second, self.first)):
                if guild == club.guild.id:
                    found += [f"{request.path}: {one}" for one in other.secrets if one in text]
        return found

    def to(self, club: Club) -> int:
        """The number of requests that went to a server."""
        paths = [one.path for one in self.world.env.http_requests]
        return sum(self._server_of(path) == club.guild.id for path in paths)

    def _server_of(self, path: str) -> int | None:
        backend = self.world.env.backend
        token, channel = _TOKEN.search(path), _CHANNEL.search(path)
        if token is not None:
            return int(backend.interactions[int(token[1])].guild_id or 0)
        if channel is None:
            guild = _GUILD.search(path)
            return None if guild is None else int(guild[1])
        found = backend.channels.get(int(channel[1]))
        return None if found is None else found.guild_id


@contextlib.asynccontextmanager
async def two_servers(folder: Path, *, people: int = 3, **more: Any) -> AsyncIterator[TwoServers]:
    """Two servers with so many members each; the accounts have names that no server gave."""
    async with running_world(folder, people=0, **more) as world:
        first = _club(world, "Alphaclub", "ABCDEFGHI"[:people])
        clubs = TwoServers(first, _club(world, "Betaclub", "STUVWXYZR"[:people]))
        yield clubs
        world.service = clubs.world.service


def _club(world: World, mark: str, letters: str) -> Club:
    env = world.env
    guild = env.create_guild(f"{mark} server")
    channel = guild.create_text_channel(f"{mark.lower()}-room")
    manage = discord.Permissions(manage_guild=True)
    boss = guild.create_role(f"{mark} boss", permissions=manage)
    members = [
        guild.add_member(
            env.create_user(f"user-{letter.lower()}", global_name=f"Account {letter}"),
            nick=f"{mark} {letter}",
            roles=[] if number else [boss],
        )
        for number, letter in enumerate(letters)
    ]
    return Club(replace(world, channel=channel, members=members), guild, mark)
