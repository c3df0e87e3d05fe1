"""The card table of a running world, and pages that speak its protocol over real sockets."""

import asyncio
import contextlib
import itertools
import json
import secrets
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Protocol, Self

import aiohttp
import discord

from bot.playground import ChannelRoom
from bot.settings import PRIVATE_NETWORKS
from bot.web.files import Guard
from bot.web.followers import Room
from bot.web.members import Club, ClubMember
from bot.web.protocol.base import PROTOCOL
from bot.web.rights import Rights
from bot.web_serving import WebAccess, about, open_web
from engine.service import ChannelId, Chooser, GuildId, TimeSettings, UserId
from tests.journeys.world import QUICK, World, running_world
from tests.waiting import PATIENCE_S

NAMES = ("Alice", "Bob", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi")
KEY = "the-key-of-this-playground"


class Served(Protocol):
    """What a page needs of the card table that it opens."""

    address: str
    http: aiohttp.ClientSession
    frames: list[tuple[int, str]]

    @property
    def origin(self) -> str: ...


@dataclass
class WebWorld:
    """A world with its card table. ``frames``: every frame that any page got, with its reader."""

    world: World
    address: str
    http: aiohttp.ClientSession
    pages: contextlib.AsyncExitStack
    frames: list[tuple[int, str]] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return self.address.rstrip("/")

    def user(self, who: int) -> int:
        return self.world.members[who].id

    async def token(self, who: int) -> str:
        """Sign in as a member."""
        body = {"kind": "playground", "key": KEY, "member": str(self.user(who))}
        async with self.http.post(
            f"{self.address}api/session", json=body, headers={"Origin": self.origin}
        ) as answer:
            assert answer.status == 200, await answer.text()
            return str((await answer.json())["token"])

    async def page(self, who: int, *, token: str | None = None) -> "Page":
        """Open a page as a member."""
        page = Page(self, who, token or await self.token(who))
        await page.connect()
        self.pages.push_async_callback(page.leave)
        return page


class Page:
    """One page: it keeps what it was told, like the real one, and asks with ids of its own."""

    _numbers = itertools.count()

    def __init__(self, web: Served, who: int, token: str) -> None:
        self.web = web
        self.who = who
        self.token = token
        self.received: list[dict[str, Any]] = []
        self.tables: dict[str, dict[str, Any]] = {}
        self.panels: dict[str, dict[str, Any]] = {}
        self.answers: dict[str, dict[str, Any]] = {}
        self.lobby: dict[str, Any] = {}
        self.chat: dict[str, Any] = {}
        self.lobbies = 0
        self.welcome: dict[str, Any] = {}
        self.bye: dict[str, Any] | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._listening: asyncio.Task[None] | None = None
        self._news = asyncio.Event()

    async def connect(self) -> Self:
        """Open the socket and greet."""
        self.bye = None
        self.welcome = {}
        self._socket = await self.web.http.ws_connect(
            f"{self.web.address}api/socket", origin=self.web.origin
        )
        self._listening = asyncio.create_task(self._listen())
        await self.send("hello", protocol=PROTOCOL, token=self.token)
        await self.until(lambda: bool(self.welcome or self.bye))
        return self

    async def leave(self) -> None:
        """Close the page."""
        if self._socket is not None:
            await self._socket.close()
        if self._listening is not None:
            await self._listening

    async def cut(self) -> None:
        """Lose the connection without a word."""
        assert self._socket is not None
        assert self._listening is not None
        connection = self._socket._response.connection
        assert connection is not None
        assert connection.transport is not None
        connection.transport.abort()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def send(self, kind: str, **fields: Any) -> None:
        assert self._socket is not None
        await self._socket.send_str(json.dumps({"type": kind, **fields}))

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for a condition, looked at after every message."""
        async with asyncio.timeout(PATIENCE_S):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    def name(self) -> str:
        """A name for something done once."""
        return f"{self.welcome['day']}-{secrets.token_urlsafe(16)}"

    async def ask(self, kind: str, /, *, id: str | None = None, **fields: Any) -> dict[str, Any]:
        """Ask for something to be done, and return its answer."""
        name = id or self.name()
        self.answers.pop(name, None)
        await self.send(kind, id=name, **fields)
        await self.until(lambda: name in self.answers or self.bye is not None)
        return self.answers[name]

    async def follow(self, match: str, have: int | None = None) -> dict[str, Any]:
        """Follow a match, and return its table."""
        self.tables.pop(match, None)
        await self.send("follow", match=match, have=have)
        await self.until(lambda: match in self.tables)
        return self.tables[match]

    async def show_lobby(self) -> dict[str, Any]:
        before = self.lobbies
        await self.send("ask", what="lobby")
        await self.until(lambda: self.lobbies > before)
        return self.lobby

    async def act(self, match: str, action: str, **more: Any) -> dict[str, Any]:
        revision = self.tables[match]["seat"]["revision"]
        return await self.ask(
            "act", **{"match": match, "revision": revision, "action": action} | more
        )

    async def press(self, panel: str, press: str, **more: Any) -> dict[str, Any]:
        return await self.ask("press", panel=panel, press=press, **more)

    def newest_panel(self) -> dict[str, Any]:
        return next(one for one in reversed(self.received) if one["type"] == "panel")

    async def _listen(self) -> None:
        assert self._socket is not None
        async for message in self._socket:
            if message.type is not aiohttp.WSMsgType.TEXT:
                break
            self.web.frames.append((self.who, message.data))
            self._hear(json.loads(message.data))
            self._news.set()

    def _hear(self, found: dict[str, Any]) -> None:
        self.received.append(found)
        match found["type"]:
            case "welcome":
                self.welcome = found
            case "table":
                self.tables[found["match"]] = found
            case "answer":
                self.answers[found["id"]] = found
            case "lobby":
                self.lobby = found
                self.lobbies += 1
            case "chat":
                self.chat = found
            case "panel":
                self.panels.pop(found["panel"], None)
                self.panels[found["panel"]] = found
            case "panel_closed":
                self.panels.pop(found["panel"], None)
            case "bye":
                self.bye = found


async def sat_down(playground: Served, key: str, who: int) -> Page:
    """Open a page of a playground that is a program of its own, as one of its members."""
    async with playground.http.get(f"{playground.address}api/about") as answer:
        members = (await answer.json())["members"]
    body = {"kind": "playground", "key": key, "member": members[who]["id"]}
    async with playground.http.post(
        f"{playground.address}api/session", json=body, headers={"Origin": playground.origin}
    ) as answer:
        token = (await answer.json())["token"]
    return await Page(playground, who, token).connect()


def unhurried_clock() -> Callable[[], float]:
    """A clock that no test can outrun: a second passes between any two looks at it."""
    return itertools.count().__next__


@contextlib.asynccontextmanager
async def running_web(
    folder: Path,
    *,
    people: int = 4,
    terms: TimeSettings = QUICK,
    chooser: Chooser | None = None,
    clock: Callable[[], float] | None = None,
    settings: Mapping[str, Any] = MappingProxyType({}),
    look_seconds: float | None = None,
    names: Sequence[str] = NAMES,
    has_chat: bool = True,
    is_club: bool = False,
) -> AsyncIterator[WebWorld]:
    """A world with its card table on a free port. ``clock``: for the limit of messages.

    ``look_seconds``: how often to look for what other processes have done.
    """
    async with (
        running_world(
            folder, people=people, terms=terms, chooser=chooser, settings=settings
        ) as world,
        serving(
            world,
            clock or unhurried_clock(),
            look_seconds,
            names,
            has_chat=has_chat,
            is_club=is_club,
        ) as web,
    ):
        yield web


@contextlib.asynccontextmanager
async def serving(
    world: World,
    clock: Callable[[], float],
    look_seconds: float | None = None,
    names: Sequence[str] = NAMES,
    *,
    has_chat: bool = True,
    is_club: bool = False,
) -> AsyncIterator[WebWorld]:
    """The card table of a world that runs already."""
    members = [
        ClubMember(UserId(member.id), name)
        for member, name in zip(world.members, names, strict=False)
    ]
    guild = GuildId(world.env.guild.id)
    rights = discord.Permissions(manage_guild=True)
    host = world.env.guild.create_role("Host", permissions=rights)
    world.env.backend.add_member_role(guild, world.members[0].id, host.id)
    club = Club(about("playground"), KEY, members, guild, ChannelId(world.channel.id))
    room: Room | None = ChannelRoom(world.env, world.channel) if has_chat else None
    access = WebAccess(
        club,
        club,
        Guard(loopback=True, proxies=PRIVATE_NETWORKS),
        Rights(world.bot),
        b"secret",
        "Gin Club",
        room,
        is_club,
    )
    async with (
        aiohttp.ClientSession() as http,
        contextlib.AsyncExitStack() as pages,
        open_web(
            world.bot, access, "127.0.0.1", 0, "port", clock=clock, look_seconds=look_seconds
        ) as address,
    ):
        yield WebWorld(world, address, http, pages)
