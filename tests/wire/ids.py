"""Snowflakes: ids that grow with time, as Discord assigns them."""

import time
from typing import Final

DISCORD_EPOCH_MS: Final = 1_420_070_400_000


class Ids:
    """A source of ids, each larger than the one before."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> int:
        """Return a new id."""
        now = (time.time_ns() // 1_000_000 - DISCORD_EPOCH_MS) << 22
        self._last = max(self._last + 1, now)
        return self._last
