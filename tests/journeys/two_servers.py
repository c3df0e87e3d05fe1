"""One bot in two servers, each with words that nobody on the other one may read."""

import contextlib
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from simcord.builders import GuildHandle

from engine.service import GuildId
from tests.journeys.club import Club, Seen, Who
from tests.journeys.world import World, running_world


def words_of(found: Seen) -> str:
    """The texts of a message and the descriptions of its pictures."""
    return "\n".join([*found.texts, *(str(one["description"]) for one in found.pictures)])


_TOKEN = re.compile(r"simcord_interaction_(\d+)")
_CHANNEL = re.compile(r"/channels/(\d+)")
_GUILD = re.compile(r"/guilds/(\d+)")


@dataclass
class Server(Club):
    """A server: its people (an administrator first) and the words that are only for them."""

    handle: GuildHandle
    mark: str

    @property
    def guild(self) -> GuildId:
        return GuildId(self.handle.id)

    @property
    def admin(self) -> Who:
        return self.people[0]

    @property
    def player(self) -> Who:
        """Whoever plays with the other server."""
        return self.people[1]

    @property
    def spectator(self) -> Who:
        return self.people[2]

    @property
    def secrets(self) -> tuple[str, ...]:
        """Texts and ids that no request to the other server may hold."""
        ids = (self.guild, self.channel.id, *(one.id for one in self.people))
        return (self.mark, *map(str, ids))

    def nick(self, who: Who) -> str:
        """The name of a member on this server."""
        return f"{self.mark} {who.name[-1].upper()}"

    async def switch(self, who: Who, command: str, label: str) -> None:
        """Press a switch of the settings."""
        await who.presses(label, await who.asks(command))

    async def find(self, who: Who) -> Seen:
        """Look for an opponent."""
        return await who.presses("Find an opponent", await who.asks("find"))

    def searches(self) -> list[Seen]:
        """The messages of those who look for an opponent, as everybody sees them."""
        return [one for one in self.room() if "open to other servers" in one.text]

    async def hand(self, who: Who) -> Who:
        """A member with their hand, shown by the command."""
        who.panel_message = (await who.asks("hand")).message
        return who


@dataclass
class TwoServers:
    """Both servers, and what was sent to each."""

    first: Server
    second: Server
    heard: int = 0

    @property
    def world(self) -> Server:
        return self.first

    @property
    def both(self) -> tuple[Server, Server]:
        return self.first, self.second

    async def open_both(self) -> None:
        """Switch on that their players are found from the other server."""
        for server in self.both:
            await server.switch(server.admin, "admin settings", "Members can play people")
            await server.switch(server.player, "settings", "Let players from other servers")

    async def restart(self) -> None:
        """Stop everything and start it again on the same file."""
        await self.world.restart()
        self.second.bot, self.second.service = self.first.bot, self.first.service

    def leaks(self) -> list[str]:
        """What was sent to one server and belongs to the other, since the last call."""
        sent = self.world.env.http_requests[self.heard :]
        self.heard += len(sent)
        found = []
        for request in sent:
            guild = self._server_of(request.path)
            text = json.dumps([request.json, request.path, request.reason], ensure_ascii=False)
            for server, other in (self.both, self.both[::-1]):
                if guild == server.guild:
                    found += [f"{request.path}: {one}" for one in other.secrets if one in text]
        return found

    def to(self, server: Server) -> int:
        """The number of requests that went to a server."""
        paths = [one.path for one in self.world.env.http_requests]
        return sum(self._server_of(path) == server.guild for path in paths)

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
        first = _server(world, "Alphaclub", "ABCDEFGHI"[:people])
        clubs = TwoServers(first, _server(world, "Betaclub", "STUVWXYZR"[:people]))
        yield clubs
        world.service = clubs.world.service


def _server(world: World, mark: str, letters: str) -> Server:
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
    here = {**vars(world), "channel": channel, "members": members}
    return Server(**here, handle=guild, mark=mark)
