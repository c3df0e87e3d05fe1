"""Somebody at the card table: a page that follows, plays, is cut off and comes back."""

import asyncio
import random
from typing import TYPE_CHECKING, Any

import aiohttp

from bot.ui.custom_id import base36
from tests.simulation.whole.process import KEY
from tests.web.pages import Page
from tests.web.table_players import chosen

if TYPE_CHECKING:
    from tests.simulation.whole.run import World


class Frames(list[tuple[int, str]]):
    """The frames that a page got, each judged as it comes."""

    def __init__(self, world: "World", user: int) -> None:
        super().__init__()
        self._world = world
        self._user = user

    def append(self, frame: tuple[int, str]) -> None:
        """Judge a frame."""
        self._world.watch.framed(self._user, frame[1])


class Browser:
    """One browser: it signs in at any process that is up, and follows every match it knows."""

    def __init__(self, world: "World", user: int, chance: random.Random) -> None:
        self._world = world
        self.user = user
        self._chance = chance
        self.http = aiohttp.ClientSession()
        self.frames: Any = Frames(world, user)
        self.address = ""
        self.page: Page | None = None
        self.has_gone = False
        self.acts = 0

    @property
    def origin(self) -> str:
        """Where its page comes from."""
        return self.address.rstrip("/")

    async def live(self) -> None:
        """Follow and play until told to stop; open the page anew whenever it is lost."""
        while not self.has_gone:
            try:
                async with asyncio.timeout(20.0):
                    if self.page is None:
                        await self._open()
                    else:
                        await self._look()
            except (aiohttp.ClientError, OSError, TimeoutError, KeyError):
                await self._lose()
            await asyncio.sleep(self._chance.uniform(0.5, 3.0))

    async def _open(self) -> None:
        process = self._world.some_process()
        if process is None:
            return
        self.address = process.address
        body = {"kind": "playground", "key": KEY, "member": str(self.user)}
        async with self.http.post(
            f"{self.address}api/session", json=body, headers={"Origin": self.origin}
        ) as answer:
            token = str((await answer.json())["token"])
        self.page = Page(self, 0, token)
        await self.page.connect()
        if self.page.bye is not None:
            await self._lose()

    async def _look(self) -> None:
        page = self.page
        assert page is not None
        if page.bye is not None or page._listening is None or page._listening.done():
            await self._lose()
            return
        for number, live in list(self._world.watch.lives.items()):
            match = base36(number)
            if live.is_over:
                continue
            if match not in page.tables:
                await page.follow(match)
            found = page.tables[match]
            seat = found.get("seat")
            if seat and seat["actions"] and self._chance.random() < 0.5:
                self.acts += 1
                await page.act(match, chosen(seat, self._chance))

    async def _lose(self) -> None:
        page, self.page = self.page, None
        if page is not None and page._listening is not None:
            page._listening.cancel()
            await asyncio.gather(page._listening, return_exceptions=True)
            if page._socket is not None and page._socket._response.connection is not None:
                page._socket._response.close()

    async def close(self) -> None:
        """Close the browser."""
        await self._lose()
        await self.http.close()
