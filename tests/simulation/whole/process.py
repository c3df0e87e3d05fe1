"""One process of the bot: service, Discord's client, card table; it can be killed at any await."""

import asyncio
import contextlib
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot.app import GinBot
from bot.settings import Settings
from bot.ui.requests import repeat_token_requests
from bot.web.files import Guard
from bot.web.members import Club, ClubMember
from bot.web.rights import Rights
from bot.web_serving import WebAccess, about, open_web
from engine.players import Level, choose
from engine.service import ChannelId, GuildId, Service, TimeSettings, UserId
from engine.store import Store, StoreError
from tests.simulation.disk import Disk, SteppingReaders, SteppingWriter
from tests.worlds.lifetimes import Lifetime

KEY: Final = "the-key-of-this-playground"
TERMS: Final = TimeSettings(pause_ms=20_000, pace_ms=(500, 3000), grace_ms=120_000)


class Thinker:
    """A computer that thinks for half a second."""

    async def choose(self, view: Any, level: str, seed: int) -> Any:
        action = choose(view, Level.CASUAL, seed)
        await asyncio.sleep(0.5)
        return action


class Process:
    """A process of the bot on a disk that others may use, too.

    ``number``: of the process, from 0; the first one has the gateway. ``is_one_of_several``:
    whether it looks for what others have done.
    """

    def __init__(
        self,
        disk: Disk,
        api: str,
        folder: Path,
        members: dict[int, str],
        place: tuple[int, int],
        *,
        is_one_of_several: bool,
    ) -> None:
        self.disk = disk
        self.folder = folder
        self.members = members
        self.place = place
        self.is_one_of_several = is_one_of_several
        self.settings = Settings(
            data_dir=folder,
            database_url="sqlite:///unused.db",
            discord_api=api,
            shard_count=1,
            shard_ids=(0,),
        )
        self.lifetime = Lifetime()
        self.bot: GinBot | None = None
        self.service: Service | None = None
        self.address = ""
        self.running: asyncio.Task[None] | None = None
        self._store: tuple[SteppingWriter, SteppingReaders] | None = None

    @property
    def is_up(self) -> bool:
        """Whether people can be served."""
        return (
            not self.lifetime.is_over
            and self.bot is not None
            and self.bot.is_ready()
            and bool(self.address)
        )

    @property
    def has_ended(self) -> bool:
        """Whether it has ended by itself."""
        return self.running is not None and self.running.done()

    def start(self) -> None:
        """Begin; it is up a little later."""
        self.running = self.lifetime.begin(self._run())

    async def _run(self) -> None:
        writer, readers = SteppingWriter(self.disk), SteppingReaders(self.disk)
        self._store = writer, readers
        service = Service(Store(writer, readers), chooser=Thinker(), time_settings=TERMS)
        while True:
            try:
                await service.start()
            except StoreError:
                await asyncio.sleep(1.0)
            else:
                break
        self.service = service
        repeat_token_requests()
        bot = self.bot = GinBot(
            service,
            self.settings,
            connector=aiohttp.TCPConnector(limit=64),
            poll_seconds=30.0,
            panel_seconds=1.0,
            warm=False,
        )
        look_seconds = 1.0 if self.is_one_of_several else None
        async with open_web(
            bot, self._door(bot), "127.0.0.1", 0, "port", look_seconds=look_seconds
        ) as self.address:
            await bot.start("x" * 30)

    def _door(self, bot: GinBot) -> WebAccess:
        guild, channel = self.place
        members = [ClubMember(UserId(one), name) for one, name in self.members.items()]
        club = Club(about("playground"), KEY, members, GuildId(guild), ChannelId(channel))
        return WebAccess(club, club, Guard(loopback=True), Rights(bot), b"secret", "Gin Club")

    async def kill(self) -> None:
        """End at once; what was not committed is as if it had never been."""
        if self._store is not None:
            self._store[0].is_dead = True
        await self.lifetime.kill()
        if self._store is not None:
            self._store[0].kill()
            self._store[1].put_back()

    async def stop(self) -> None:
        """End in good order, as SIGTERM asks for."""

        async def leave() -> None:
            if self.bot is not None:
                await self.bot.close()
            if self.service is not None:
                with contextlib.suppress(StoreError):
                    await self.service.close()

        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(4.5):
                await asyncio.wait([self.lifetime.begin(leave())])
        await self.kill()
