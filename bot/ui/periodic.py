"""Periodic work that runs as long as the bot."""

import asyncio
import contextlib
import logging
from abc import ABC, abstractmethod
from typing import ClassVar

from engine.store import StoreError

log = logging.getLogger(__name__)


class PeriodicTask(ABC):
    """A task that calls :meth:`once` at an interval; without an interval it never does.

    A failure is logged and retried at the next interval, so that no task stops by itself.
    """

    name: ClassVar[str]
    """The name of the task in logs."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._task: asyncio.Task[None] | None = None

    @abstractmethod
    async def once(self) -> object:
        """Do the work that is due."""

    async def start(self) -> None:
        """Start the task; idempotent."""
        if self._seconds and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run(self._seconds), name=f"gin-{self.name}")

    async def stop(self) -> None:
        """Stop the task."""
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
