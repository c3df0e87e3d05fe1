"""Rate limits: a token bucket, and one per person for presses and commands."""

import time
from collections.abc import Callable, Hashable
from typing import Final

from cachetools import TTLCache

BURST: Final = 8
PER_SECOND: Final = 2.5
MAX_BUCKETS: Final = 20_000


class TokenBucket:
    """So many at once as ``burst``, and on average ``per_second``. ``clock``: only grows."""

    __slots__ = ("_burst", "_clock", "_per_second", "_seen", "_tokens")

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float]) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._tokens = burst
        self._seen = clock()

    def takes(self) -> bool:
        """Whether one more is within the limit; if so, it is counted."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._seen) * self._per_second)
        self._seen = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


class Pace:
    """A token bucket per person that allows a few quick presses, but not a flood.

    Autocomplete hints have a separate bucket, so that typing uses up no press.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # A bucket that was not asked for so long is full, like a new one.
        self._buckets: TTLCache[Hashable, TokenBucket] = TTLCache(
            MAX_BUCKETS, BURST / PER_SECOND, clock
        )

    def allows(self, user: int, *, typing: bool = False) -> bool:
        """Whether this interaction is within the limit; it is counted. ``typing``: it is a hint."""
        key = (user, typing)
        bucket = self._buckets.get(key) or TokenBucket(BURST, PER_SECOND, self._clock)
        self._buckets[key] = bucket
        return bucket.takes()
