"""Background work: listeners, periodic tasks, processes."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol

import discord


class Running(Protocol):
    """Background work, started before the bot connects and stopped when it disconnects."""

    async def start(self) -> None:
        """Start the work."""

    async def stop(self) -> None:
        """Stop the work; harmless if it has not started."""


class WhenReady:
    """Background work that starts once Discord has listed the servers."""

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
    """Background work, such as a process, that starts by itself on first use."""

    def __init__(self, close: Callable[[], None]) -> None:
        self._close = close

    async def start(self) -> None:
        """Do nothing: the first use starts the work."""

    async def stop(self) -> None:
        self._close()


class StartedByDiscord:
    """Stops something that begins anew with every session (the client's ``on_ready``)."""

    def __init__(self, inner: Running) -> None:
        self._inner = inner

    async def start(self) -> None:
        """Leave the beginning to the first session."""

    async def stop(self) -> None:
        await self._inner.stop()
