"""Work that is looked at again and again for as long as the bot runs."""

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from typing import ClassVar

from engine.store import StoreError

log = logging.getLogger(__name__)


class PeriodicTask(ABC):
    """A task that calls :meth:`once` every so many seconds; without an interval it never does.

    Whatever fails is logged and tried again at the next look, so that nothing stops by itself.
    """

    name: ClassVar[str]
    """What the task is called in logs."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def once(self) -> object:
        """Do what is due."""

    async def start(self) -> None:
        """Begin now; harmless a second time."""
        if self._seconds and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(self._seconds), name=f"gin-{self.name}")

    async def stop(self) -> None:
        """End."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, seconds: float) -> None:
        while True:
            try:
                await self.once()
            except StoreError as error:
                log.warning("%s: not looked at (%s)", self.name, error.code)
            except Exception:
                log.exception("%s: not looked at", self.name)
            await asyncio.sleep(seconds)
