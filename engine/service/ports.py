"""What the service takes from outside: time, randomness, and whoever plays for a computer."""

import secrets
import time
from typing import Protocol

from engine.game.actions import RoundAction
from engine.game.view import SeatView


class Clock(Protocol):
    """Tells the time."""

    def now_ms(self) -> int:
        """Milliseconds since 1970-01-01 UTC."""

    def elapsed_ms(self) -> int:
        """Milliseconds since some moment; setting the clock does not change them."""


class SystemClock:
    """The computer's clock."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def elapsed_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000


class Entropy(Protocol):
    """Gives unpredictable bytes."""

    def token(self, count: int) -> bytes:
        """``count`` bytes that nobody can guess."""


class SystemEntropy:
    """The operating system's random numbers."""

    def token(self, count: int) -> bytes:
        return secrets.token_bytes(count)


class Chooser(Protocol):
    """Plays for a computer. It sees what a player in its seat would see and nothing else."""

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        """A legal action for the seat of ``view``; the same answer for the same question."""
