"""The turn of the day: yesterday is revealed, today is worked out, tomorrow is committed to."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from engine.store import StoreError

if TYPE_CHECKING:
    from bot.app import GinBot

log = logging.getLogger(__name__)


class DailyKeeping:
    """The task that looks whether a day has begun or ended; several processes may look."""

    def __init__(self, bot: "GinBot", seconds: float | None) -> None:
        self._bot = bot
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; harmless a second time, and nothing without an interval."""
        if self._seconds and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(self._seconds), name="gin-daily")

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def look(self) -> None:
        """Prepare the day and reveal those that are over."""
        await self._bot.service.daily.prepare()
        for day in await self._bot.service.daily.close_ended():
            log.info("the day %d is revealed", day)

    async def _run(self, seconds: float) -> None:
        while True:
            try:
                await self.look()
            except StoreError as error:
                log.warning("the day was not looked at (%s)", error.code)
            except Exception:
                log.exception("the day was not looked at")
            await asyncio.sleep(seconds)
