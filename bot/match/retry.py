"""The delay before Discord is asked again to take a refused message."""

import time
from collections.abc import Callable, Hashable
from typing import Final

FIRST_REST: Final = 30.0
LONGEST_REST: Final = 3600.0


class RetryBackoff:
    """The messages that could not be drawn, and when each may be retried."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rests: dict[Hashable, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._rests)

    def failed(self, subject: Hashable, *, outage: bool = False) -> None:
        """Record a failure; each one doubles the delay.

        ``outage``: the cause is Discord, not the message, so the delay stays short.
        """
        rest = self._rests[subject][1] * 2 if subject in self._rests else FIRST_REST
        rest = FIRST_REST if outage else min(rest, LONGEST_REST)
        self._rests[subject] = (self._clock() + rest, rest)

    def succeeded(self, subject: Hashable) -> None:
        """Record a success."""
        self._rests.pop(subject, None)

    def is_resting(self, subject: Hashable) -> bool:
        """Whether it is too early for another attempt."""
        return subject in self._rests and self._clock() < self._rests[subject][0]
