"""The bot on the Discord of loopback, and people in chats that it is no member of."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from unittest.mock import patch

import aiohttp
from discord.http import Route

from bot.app import GinBot
from bot.presses.menu import MenuPress, MenuVerb
from bot.settings import Settings
from bot.ui.reply import WATCHDOG_SECONDS
from engine.service import Service, TimeSettings
from engine.store import Store
from tests.databases import ready
from tests.journeys.cheaply import cheaply
from tests.journeys.world import QUICK, Time, unhurried
from tests.waiting import until
from tests.wire.interactions import Interaction
from tests.wire.messages import Message
from tests.wire.server import Discord, running_discord

ANN, BOB, CAROL = 21, 22, 23
GROUP: Final = 9001 << 22
"""A group, or direct messages between two people."""
FOREIGN_GUILD: Final = 9002 << 22
FOREIGN: Final = 9003 << 22
"""A channel of a server that the bot is no member of."""
ANSWER_S: Final = 240.0


@dataclass
class Outside:
    """A Discord with a bot that can be restarted on the same database."""

    discord: Discord
    folder: Path
    terms: TimeSettings = QUICK
    clock: Time = field(default_factory=Time)
    bot: GinBot = field(init=False)
    service: Service = field(init=False)
    _task: asyncio.Task[None] = field(init=False)

    async def start(self) -> None:
        settings = Settings(
            data_dir=self.folder, database_url=f"sqlite:///{self.folder / 'gin.db'}"
        )
        store = await Store.open(ready(settings.database_url.get_secret_value()))
        self.service = Service(store, time_settings=self.terms, clock=self.clock)
        await self.service.start()
        self.bot = GinBot(
            self.service,
            settings,
            connector=aiohttp.TCPConnector(limit=8),
            edit_interval=0.0,
            pace=unhurried(),
            warm=False,
        )
        self._task = asyncio.create_task(self.bot.start("x" * 30))
        async with asyncio.timeout(ANSWER_S):
            await until(lambda: self._task.done() or self.bot.is_ready())
        assert not self._task.done(), self._task

    async def stop(self) -> None:
        await self.bot.close()
        await asyncio.wait({self._task})
        await self.service.close()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def settle(self) -> None:
        """Wait for everything that an interaction has set off."""
        quiet = 0
        while quiet < 2:
            sent = len(self.discord.rest.records.all)
            await until(self.bot.dispatcher.accepted._idle.is_set)
            await self.service.idle()
            await asyncio.sleep(0.01)
            quiet = quiet + 1 if len(self.discord.rest.records.all) == sent else 0

    async def slash(
        self, user: int, name: str, /, *, channel: int, **options: object
    ) -> Interaction:
        return await self.answered(await self.discord.slash(user, name, channel=channel, **options))

    async def press(self, user: int, message: Message, label: str) -> Interaction:
        """Press the button whose label begins with ``label``."""
        return await self.press_id(user, message, button(message, label))

    async def press_id(self, user: int, message: Message, custom_id: str) -> Interaction:
        return await self.answered(await self.discord.press(user, message, custom_id))

    async def go_to(self, user: int, help_: Message, place: MenuVerb) -> Interaction:
        """Choose a place in the menu of the help."""
        menu = str(MenuPress(MenuVerb.MORE))
        return await self.answered(await self.discord.select(user, help_, menu, [place.value]))

    async def answered(self, one: Interaction) -> Interaction:
        await self.discord.answered(one, ANSWER_S)
        await self.settle()
        return one

    def public(self, channel: int) -> list[Message]:
        return self.discord.messages.in_channel(channel)

    def sent_to(self, *numbers: int) -> list[str]:
        """The requests to the routes of channels and servers with these ids."""
        paths = [one.path for one in self.discord.rest.records.all]
        places = {f"/{kind}/{number}" for number in numbers for kind in ("channels", "guilds")}
        return [path for path in paths if any(path.startswith(place) for place in places)]


def button(message: Message, start: str) -> str:
    """The custom id of the button whose label begins with ``start``."""
    for part in message.parts():
        if "custom_id" in part and str(part.get("label", "")).startswith(start):
            return str(part["custom_id"])
    raise AssertionError(f"no button {start!r} on {message.text!r}")


@contextlib.asynccontextmanager
async def running_outside(
    folder: Path,
    *,
    terms: TimeSettings = QUICK,
    clock: Time | None = None,
    watchdog_s: float = WATCHDOG_SECONDS,
) -> AsyncIterator[Outside]:
    """Run a bot beside a group and a server that it is no member of."""
    base = Route.BASE
    async with running_discord() as discord:
        discord.add_outside(GROUP)
        discord.add_outside(FOREIGN, guild=FOREIGN_GUILD)
        Route.BASE = discord.api
        with cheaply(), patch("bot.ui.reply.WATCHDOG_SECONDS", watchdog_s):
            world = Outside(discord, folder, terms, clock or Time())
            await world.start()
            try:
                yield world
            finally:
                await world.stop()
                Route.BASE = base
