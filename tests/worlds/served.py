"""The program between its settings and its exit code, on the loop of a test: nothing is started."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord.http import Route

from bot import serving
from bot.app import GinBot
from bot.ops import exits
from bot.settings import load_settings
from engine.service.daily.challenge import Daily
from engine.service.trainer.commands import Trainer
from tests.worlds.virtual import VirtualLoop

TOKEN = "x" * 30


class Served:
    """The program that runs. ``code``: what it ends with; ``bot``: its client."""

    def __init__(self, handlers: Mapping[int, Callable[[], object]]) -> None:
        self._handlers = handlers
        self.ends_by_force = asyncio.Event()
        self.code: asyncio.Task[int]
        self.bot: GinBot

    def new_bot(self, *given: Any, **more: Any) -> GinBot:
        self.bot = GinBot(*given, warm=False, **more)
        return self.bot

    def signal(self, number: signal.Signals) -> None:
        """Let a signal arrive."""
        self._handlers[number]()

    def limit(self) -> None:
        """Begin to wait, as the program does in a thread, for the time to end by force."""
        asyncio.get_running_loop().call_later(exits.LIMIT_SECONDS, self.ends_by_force.set)

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Let everything go on until something is so, as long as the program runs."""
        while not is_so():
            assert not self.code.done(), self.code
            await asyncio.sleep(0.05)

    async def until_ready(self, address: str) -> None:
        """Wait until the program says that it is ready."""
        while not await answers(f"{address}/readyz"):
            assert not self.code.done(), self.code
            await asyncio.sleep(0.05)

    async def until_not_ready(self, address: str) -> None:
        """Wait until the program says that it takes nothing more."""
        while await answers(f"{address}/readyz"):
            assert not self.code.done(), self.code
            await asyncio.sleep(0.05)


async def answers(url: str) -> bool:
    """Whether a page answers with success."""
    try:
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            return answer.status == 200
    except aiohttp.ClientError:
        return False


def set_environment(patch: pytest.MonkeyPatch, folder: Path, **more: str) -> None:
    """No setting but these, with all data in ``folder``."""
    settings = {
        "GIN_DATABASE_URL": f"sqlite:///{folder / 'gin.db'}",
        "GIN_BACKUP_DIR": str(folder / "backups"),
        "GIN_DATA_DIR": str(folder),
        **more,
    }
    for name in list(os.environ):
        if name.startswith(("GIN_", "DISCORD_")):
            patch.delenv(name)
    for name, value in settings.items():
        patch.setenv(name, value)
    patch.chdir(folder)


async def _nothing(part: Daily | Trainer) -> None:
    """Do no work in the background."""


@contextlib.asynccontextmanager
async def served(folder: Path, *, playground: bool = False, **more: str) -> AsyncIterator[Served]:
    """Serve Discord, or the playground, as `python -m bot` does."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop), "the clock of the program is the test's"
    handlers: dict[int, Callable[[], object]] = {}
    running = Served(handlers)
    with pytest.MonkeyPatch.context() as patch:
        set_environment(patch, folder, **more)
        patch.setattr(loop, "add_signal_handler", handlers.__setitem__)
        patch.setattr(serving, "end_in_time", running.limit)
        patch.setattr(serving, "end_at_once", running.ends_by_force.set)
        patch.setattr(Route, "BASE", Route.BASE)
        patch.setattr(Trainer, "run", _nothing)  # these take seconds
        patch.setattr(Daily, "run", _nothing)
        patch.setattr(serving, "GinBot", running.new_bot)
        settings = load_settings()
        running.code = asyncio.create_task(
            serving._serve_playground(settings, 0, lambda: None, browser=False)
            if playground
            else serving._serve_discord(settings, TOKEN)
        )
        try:
            yield running
        finally:
            running.code.cancel()
            await asyncio.gather(running.code, return_exceptions=True)
