"""What the service depends on: time and its settings, randomness, computer players."""

import secrets
import time
from dataclasses import dataclass, field
from typing import Final, Protocol

from cachetools import LRUCache

from engine.game.actions import RoundAction
from engine.game.view import SeatView


class Clock(Protocol):
    """A source of time."""

    def now_ms(self) -> int:
        """Return milliseconds since 1970-01-01 UTC."""

    def elapsed_ms(self) -> int:
        """Return milliseconds since an arbitrary moment; setting the clock does not change them."""


class SystemClock:
    """The system clock."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def elapsed_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000


MOST_PACES: Final = 5_000
"""The matches whose pace is remembered; the least recently used are dropped first."""


@dataclass(frozen=True, slots=True)
class TimeSettings:
    """The operator's time settings, in milliseconds.

    ``pause_ms``: how long a round's result is shown before the next deal in live play,
    ``slow_pause_ms``: the maximum where turns last hours or days. ``pace_ms``: the shortest
    and the longest apparent thinking time of a computer; ``None``: by its character. ``grace_ms``:
    a player's minimum time when the deadline passed while the service was down,
    ``slow_grace_ms``: the same where turns last hours or days. ``match_paces``: the longest time
    that computers think in the practice of somebody who has chosen it, until the process ends.
    """

    pause_ms: int = 60_000
    slow_pause_ms: int = 8 * 3_600_000
    pace_ms: tuple[int, int] | None = None
    grace_ms: int = 120_000
    slow_grace_ms: int = 12 * 3_600_000
    match_paces: LRUCache[int, int] = field(
        default_factory=lambda: LRUCache(MOST_PACES), compare=False, repr=False
    )


class Entropy(Protocol):
    """A source of unpredictable bytes."""

    def token(self, count: int) -> bytes:
        """Return ``count`` unpredictable bytes."""


class SystemEntropy:
    """The operating system's random numbers."""

    def token(self, count: int) -> bytes:
        return secrets.token_bytes(count)


class Chooser(Protocol):
    """Plays for a computer, with the information of a player in its seat and no other."""

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        """Return a legal action for the seat of ``view``; the same for the same question."""
