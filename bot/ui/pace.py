"""A rate limit on one person's presses and commands."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

BURST: Final = 8
PER_SECOND: Final = 2.5
MAX_BUCKETS: Final = 20_000


class Pace:
    """A token bucket per person that allows a few quick presses, but not a flood.

    Autocomplete hints have a separate bucket, so that typing uses up no press.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def allows(self, user: int, *, typing: bool = False) -> bool:
        """Whether this interaction is within the limit; it is counted. ``typing``: it is a hint."""
        key, now = (user, typing), self._clock()
        tokens, seen = self._buckets.pop(key, (float(BURST), now))
        tokens = min(float(BURST), tokens + (now - seen) * PER_SECOND)
        allowed = tokens >= 1.0
        self._buckets[key] = (tokens - 1.0 if allowed else tokens, now)
        self._forget_full(now)
        return allowed

    def _forget_full(self, now: float) -> None:
        """Drop the buckets that are full again, which are like new ones."""
        while True:
            _, seen = next(iter(self._buckets.values()))
            if now - seen < BURST / PER_SECOND and len(self._buckets) <= MAX_BUCKETS:
                return
            self._buckets.popitem(last=False)
