"""Shutdown in time: accepted interactions are answered first, and no task delays it for long.

All data is stored before its answer, so a process that ends by force loses nothing.
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
"""The time for answers to accepted presses; Discord waits three seconds for an answer."""
GOODBYE_SECONDS: Final = 0.7
"""The time Discord has to acknowledge the end of a connection."""
LIMIT_SECONDS: Final = 4.5
"""The time after which the process ends by force."""


class AcceptedInteractions:
    """The presses and commands being answered."""

    def __init__(self) -> None:
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._is_open = True

    @contextlib.contextmanager
    def one(self, *, follows: bool = False) -> Iterator[bool]:
        """Count one interaction while the block runs; yields whether it may begin.

        A stopping process begins nothing new: in a rolling restart its successor gets the same
        press. ``follows``: the interaction belongs to an accepted one.
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
        """Accept no more interactions, and wait for the accepted ones for a limited time."""
        self._is_open = False
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while self._running:
                    await self._idle.wait()
        except TimeoutError:
            log.warning("%d presses are not answered any more: Gin ends", self._running)


def end_in_time() -> None:
    """End the process after ``LIMIT_SECONDS``, whatever blocks it."""
    timer = threading.Timer(LIMIT_SECONDS, _end)
    timer.daemon = True
    timer.start()


def _end() -> None:
    log.warning("something does not end within %.1f s: Gin ends by force", LIMIT_SECONDS)
    os._exit(0)
