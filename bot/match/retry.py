"""How long what Discord did not take is left in peace before it is tried again."""

import time
from collections.abc import Callable
from typing import Final

FIRST_REST: Final = 30.0
LONGEST_REST: Final = 3600.0


class RetryBackoff:
    """Which boards could not be drawn, and until when they are left in peace."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rests: dict[int, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._rests)

    def failed(self, subject: int, *, outage: bool = False) -> None:
        """It could not be drawn; each time it rests twice as long.

        ``outage``: Discord is to blame, not the board, which is tried again soon after.
        """
        rest = self._rests[subject][1] * 2 if subject in self._rests else FIRST_REST
        rest = FIRST_REST if outage else min(rest, LONGEST_REST)
        self._rests[subject] = (self._clock() + rest, rest)

    def succeeded(self, subject: int) -> None:
        """It was drawn."""
        self._rests.pop(subject, None)

    def is_resting(self, subject: int) -> bool:
        """Whether it is too early for another try."""
        return subject in self._rests and self._clock() < self._rests[subject][0]
