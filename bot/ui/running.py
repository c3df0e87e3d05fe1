"""What runs beside the presses: listeners, periodic tasks, processes."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol

import discord


class Running(Protocol):
    """Something that is started before the bot connects and stopped when it leaves."""

    async def start(self) -> None:
        """Begin."""

    async def stop(self) -> None:
        """End; harmless if it has not begun."""


class WhenReady:
    """Starts something once Discord has told which servers there are."""

    def __init__(self, client: discord.Client, inner: Running) -> None:
        self._client = client
        self._inner = inner
        self._waiting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._waiting = asyncio.create_task(self._begin(), name="gin-when-ready")

    async def stop(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._waiting
        await self._inner.stop()

    async def _begin(self) -> None:
        await self._client.wait_until_ready()
        await self._inner.start()


class Closing:
    """Ends something that begins by itself with its first work, such as a process."""

    def __init__(self, close: Callable[[], None]) -> None:
        self._close = close

    async def start(self) -> None:
        """Leave the beginning to the first work."""

    async def stop(self) -> None:
        self._close()
