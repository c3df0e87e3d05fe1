"""The service's external dependencies: time, randomness, and computer players."""

import secrets
import time
from typing import Protocol

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
