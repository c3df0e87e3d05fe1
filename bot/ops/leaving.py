"""Ending in time: what was accepted is answered first, and nothing can hold the process for long.

Everything that counts is in the database before it is answered, so a process that is ended by
force loses no more than one that is killed: nothing.
"""

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Iterator
from typing import Final

log = logging.getLogger(__name__)

ANSWER_SECONDS: Final = 2.5
"""How long accepted presses have to be answered; Discord waits three seconds for an answer."""
GOODBYE_SECONDS: Final = 0.7
"""How long Discord has to take note of the end of a connection."""
LIMIT_SECONDS: Final = 4.5
"""After this the process ends by force."""


class AcceptedInteractions:
    """The presses and commands that are being answered."""

    def __init__(self) -> None:
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_open = True

    @contextlib.contextmanager
    def one(self, *, follows: bool = False) -> Iterator[bool]:
        """Count one for as long as the block runs; yields whether it may begin.

        A process that ends begins nothing: in a rolling restart its successor gets the same press.
        ``follows``: it belongs to one that was accepted.
        """
        if not (self._is_open or follows):
            yield False
            return
        self._running += 1
        self._idle.clear()
        try:
            yield True
        finally:
            self._running -= 1
            if not self._running:
                self._idle.set()

    async def close(self) -> None:
        """Accept no more, and wait until the accepted ones are answered, but not for ever."""
        self._is_open = False
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while self._running:
                    await self._idle.wait()
        except TimeoutError:
            log.warning("%d presses are not answered any more: Gin ends", self._running)


def end_in_time() -> None:
    """From now on the process has ``LIMIT_SECONDS`` left, whatever holds it."""
    timer = threading.Timer(LIMIT_SECONDS, _end)
    timer.daemon = True
    timer.start()


def _end() -> None:
    log.warning("something does not end within %.1f s: Gin ends by force", LIMIT_SECONDS)
    os._exit(0)
