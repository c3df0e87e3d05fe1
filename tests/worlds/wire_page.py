"""The card table of a served bot, where people of the Discord on loopback sign in."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import aiohttp

from bot.web.protocol.base import PROTOCOL
from tests.ports import free_port
from tests.web.pages import Page
from tests.wire.objects import Payload
from tests.wire.server import APPLICATION, CHANNEL, GUILD, Discord
from tests.wire.sign_in import SECRET
from tests.worlds.served import served
from tests.worlds.wire_people import ANN, BOB

INSTANCE: Final = "i-1"


@dataclass
class CardTable:
    """The card table, and the pages that are open there."""

    discord: Discord
    http: aiohttp.ClientSession
    address: str
    pages: contextlib.AsyncExitStack
    frames: list[tuple[int, str]] = field(default_factory=list)

    @property
    def origin(self) -> str:
        return f"https://{APPLICATION}.discordsays.com"

    async def sign_in(self, user: int) -> tuple[int, Payload]:
        code = self.discord.rest.sign_ins.code(user)
        body = {"kind": "activity", "code": code, "instance": INSTANCE}
        async with self.http.post(
            f"{self.address}api/session", json=body, headers={"Origin": self.origin}
        ) as answer:
            found: Payload = await answer.json()
            return answer.status, found

    async def page(self, user: int) -> Page:
        status, session = await self.sign_in(user)
        assert status == 200, session
        page = await Page(self, user, session["token"]).connect()
        self.pages.push_async_callback(page.leave)
        return page

    async def people(self, token: str, text: str) -> list[str]:
        """Who is found by the beginning of a name."""
        async with self.http.ws_connect(f"{self.address}api/socket", origin=self.origin) as socket:
            await socket.send_json({"type": "hello", "protocol": PROTOCOL, "token": token})
            await socket.send_json({"type": "ask", "what": "people", "text": text})
            async for message in socket:
                found = message.json()
                if found["type"] == "people":
                    return [one["name"] for one in found["people"]]
        return []


def settings_of(port: int) -> dict[str, str]:
    return {
        "GIN_WEB_PORT": str(port),
        "GIN_ACTIVITIES": "true",
        "GIN_CLIENT_SECRET": SECRET,
    }


@contextlib.asynccontextmanager
async def visited(discord: Discord, port: int) -> AsyncIterator[CardTable]:
    """The card table of a bot that is served with :func:`settings_of` a port."""
    discord.rest.sign_ins.play(INSTANCE, GUILD, CHANNEL, ANN, BOB)
    async with aiohttp.ClientSession() as http, contextlib.AsyncExitStack() as pages:
        yield CardTable(discord, http, f"http://127.0.0.1:{port}/", pages)


@contextlib.asynccontextmanager
async def at_card_table(discord: Discord, folder: Path, **more: str) -> AsyncIterator[CardTable]:
    port = free_port()
    settings = {**settings_of(port), **more}
    async with (
        served(folder, playground=False, GIN_DISCORD_API=discord.api, **settings) as gin,
        visited(discord, port) as table,
    ):
        await gin.until(lambda: hasattr(gin, "bot") and gin.bot.is_ready())
        yield table
