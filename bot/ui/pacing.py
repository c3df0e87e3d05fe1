"""Rate limits, and answers first: what only follows a press waits while many people wait."""

import asyncio
import time
from collections import deque
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

    def give_back(self) -> None:
        """Count one that was within the limit no longer."""
        self._tokens = min(self._burst, self._tokens + 1.0)


class PressLimits:
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


MANY: Final = 4
"""So many people without an answer wait only where the process cannot keep up."""
LONGEST_S: Final = 1.0
"""The most that a follower waits, in seconds: under a load that lasts, too, it is shown."""
PAUSE_S: Final = 0.005
"""The pause between followers that have waited, in seconds, so that new presses come between."""
LATE_PAUSE_S: Final = 0.05
"""The pause between two looks at whether pictures are still late."""


class Backlog:
    """The interactions whose answers are not on their way yet, and the followers that wait.

    ``is_late``: whether pictures are, which answers need first.
    """

    def __init__(self, is_late: Callable[[], bool] = bool) -> None:
        self._is_late = is_late
        self._unanswered: set[object] = set()
        self._followers: deque[asyncio.Future[None]] = deque()
        self._next: asyncio.TimerHandle | None = None

    @property
    def unanswered(self) -> int:
        """The number of interactions that wait for their answers."""
        return len(self._unanswered)

    def asked(self, one: object) -> None:
        """Note that an interaction waits for its answer."""
        self._unanswered.add(one)

    def answered(self, one: object) -> None:
        """Note that an answer is on its way, or that none will come; harmless if it is known."""
        self._unanswered.discard(one)
        if self._followers and self._next is None:
            self._release()

    async def wait_for_answers(self) -> None:
        """Wait until few interactions wait for their answers, :data:`LONGEST_S` at most."""
        if self.unanswered < MANY and not self._is_late():
            return
        follower = asyncio.get_running_loop().create_future()
        self._followers.append(follower)
        if self._next is None and self.unanswered < MANY:
            self._release_later(LATE_PAUSE_S)
        await asyncio.wait([follower], timeout=LONGEST_S)
        if not follower.done():
            self._followers.remove(follower)

    def _release(self) -> None:
        """Let as many followers go as there is room for, and the others after a pause."""
        self._next = None
        room = 0 if self._is_late() else MANY - self.unanswered
        while self._followers and room > 0:
            follower = self._followers.popleft()
            if not follower.done():
                follower.set_result(None)
                room -= 1
        if self._followers and self.unanswered < MANY:
            self._release_later(LATE_PAUSE_S if self._is_late() else PAUSE_S)

    def _release_later(self, pause_s: float) -> None:
        self._next = asyncio.get_running_loop().call_later(pause_s, self._release)
