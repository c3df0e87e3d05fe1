"""Waiting for something to be so, however busy the machine is."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 400.0
"""Then it does not come to that: a loaded machine is late, not wrong."""


async def until(is_so: Callable[[], bool]) -> None:
    """Let everything else go on until something is so."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "it does not come to that"
        await asyncio.sleep(0.005)


def waited(is_so: Callable[[], bool]) -> None:
    """Wait until something is so where no event loop runs."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, "it does not come to that"
        time.sleep(0.005)
