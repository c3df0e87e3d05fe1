"""Ended matches are looked into for luck, one after another, in the coach's process."""

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING, Final

from engine.errors import GinError
from engine.service import MatchId
from engine.store import StoreError

if TYPE_CHECKING:
    from bot.app import GinBot

LIMIT: Final = 20
"""Matches looked into in one turn."""

log = logging.getLogger(__name__)


class LuckKeeping:
    """The task that fills in the luck of ended matches; one that nobody can read has none."""

    def __init__(self, bot: "GinBot", seconds: float | None) -> None:
        self._bot = bot
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin; harmless a second time, and nothing without an interval."""
        if self._seconds and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(self._seconds), name="gin-luck")

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def once(self) -> int:
        """Look into what has ended; how many matches there were."""
        due = await self._bot.service.luck.pending(LIMIT)
        for match in due:
            await self.look_into(match)
        return len(due)

    async def look_into(self, match: MatchId) -> None:
        """Work out one ended match and store it; harmless a second time."""
        try:
            found = await self._bot.coaching.luck(match)
        except GinError as error:
            log.warning("match %d cannot be looked into (%s)", match, error.code)
            found = {}
        await self._bot.service.luck.enter(match, found)

    async def _run(self, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await self.once()
            except StoreError as error:
                log.warning("luck was not looked into (%s)", error.code)
            except Exception:
                log.exception("luck was not looked into")
