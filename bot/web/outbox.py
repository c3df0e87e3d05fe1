"""What a page has still to be sent: bounded, and the newest state instead of every one between."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

MOST_BYTES: Final = 4 * 1024 * 1024
MOST_MESSAGES: Final = 256
SEND_SECONDS: Final = 15.0
"""The time in which a page has to take one message."""


class Outbox:
    """The messages for one page, in order; ``send`` returns when the connection has taken one.

    A message with a key replaces an older one with that key that is still waiting, in its place.
    A page that falls behind is given up: it connects again and asks for what is newest.
    """

    def __init__(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        self._send = send
        self._waiting: dict[Hashable, bytes] = {}
        self._bytes = 0
        self._news = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._count = 0
        self._is_open = True
        self.is_behind = False

    def put(self, data: bytes, key: Hashable | None = None) -> None:
        """Add a message."""
        if self.is_behind or not self._is_open:
            return
        self._count += 1
        key = self._count if key is None else key
        self._bytes += len(data) - len(self._waiting.get(key, b""))
        self._waiting[key] = data
        self._empty.clear()
        if self._bytes > MOST_BYTES or len(self._waiting) > MOST_MESSAGES:
            self._give_up()
        self._news.set()

    def close(self) -> None:
        """Send what waits, and nothing that is added later."""
        self._is_open = False
        self._news.set()

    async def run(self) -> None:
        """Send until the page is given up, or the outbox is closed and empty."""
        while not self.is_behind and (self._is_open or self._waiting):
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                await self._send_first()
            self._empty.set()

    async def _send_first(self) -> None:
        key = next(iter(self._waiting))
        data = self._waiting.pop(key)
        self._bytes -= len(data)
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send(data)
        except (OSError, TimeoutError):
            self._give_up()

    def _give_up(self) -> None:
        self.is_behind = True
        self._waiting.clear()
        self._bytes = 0

    async def flushed(self) -> None:
        """Wait until everything has been handed over, or the page is given up."""
        await self._empty.wait()
