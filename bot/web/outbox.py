"""What a page has still to be sent: bounded, and the newest state instead of every one between."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

MOST_BYTES: Final = 4 * 1024 * 1024
MOST_MESSAGES: Final = 256
SEND_SECONDS: Final = 15.0
"""The time in which a page has to take one message."""
log = logging.getLogger(__name__)


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
        self._count = 0
        self.is_behind = False
        self.sent_bytes = 0

    def put(self, data: bytes, key: Hashable | None = None) -> None:
        """Add a message."""
        if self.is_behind:
            return
        self._count += 1
        key = self._count if key is None else key
        self._bytes += len(data) - len(self._waiting.get(key, b""))
        self._waiting[key] = data
        if self._bytes > MOST_BYTES or len(self._waiting) > MOST_MESSAGES:
            self.is_behind = True
            self._waiting.clear()
        self._news.set()

    async def run(self) -> None:
        """Send until the page is given up."""
        while not self.is_behind:
            await self._news.wait()
            self._news.clear()
            while self._waiting and not self.is_behind:
                key = next(iter(self._waiting))
                data = self._waiting.pop(key)
                self._bytes -= len(data)
                try:
                    await asyncio.wait_for(self._send(data), SEND_SECONDS)
                except TimeoutError:
                    self.is_behind = True
                self.sent_bytes += len(data)

    async def flushed(self) -> None:
        """Wait until everything has been handed over, or the page is given up."""
        while self._waiting and not self.is_behind:
            await asyncio.sleep(0.005)
