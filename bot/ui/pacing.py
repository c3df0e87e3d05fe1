"""Rate limits, and answers first: what only follows a press waits while many people wait.

Beyond what the machine carries, the longer presses wait, the more is left out.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable
from enum import IntEnum
from itertools import islice
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


class Spared(IntEnum):
    """What is left out while presses wait, each with everything before it."""

    NOTHING = 0
    FOLLOWING_PICTURES = 1
    """New pictures of panels whose people have not pressed: they are in words at first."""
    TABLE_PICTURES = 2
    """New pictures of public messages."""
    OWN_PICTURES = 3
    """New pictures of whoever has pressed."""
    TABLE_MESSAGES = 4
    """Table messages, but for one in :data:`TABLE_REST_S`."""


WAITED_S: Final = {
    Spared.FOLLOWING_PICTURES: 0.2,
    Spared.TABLE_PICTURES: 0.35,
    Spared.OWN_PICTURES: 0.5,
    Spared.TABLE_MESSAGES: 0.65,
}
"""How long presses have waited when something is left out, in seconds. In Discord a press fails
after three; the acknowledgement of one without an answer is due after half of that."""
PATIENCE_S: Final = {
    Spared.FOLLOWING_PICTURES: 0.3,
    Spared.TABLE_PICTURES: 2.0,
    Spared.OWN_PICTURES: 0.5,
}
"""How long new pictures are waited for before they are left out, on a machine that draws slowly."""
TABLE_REST_S: Final = 5.0


class Backlog:
    """The interactions whose answers are not on their way yet, and the followers that wait.

    ``clock``: only grows.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._unanswered: dict[object, float] = {}
        self._followers: deque[asyncio.Future[None]] = deque()
        self._next: asyncio.TimerHandle | None = None

    @property
    def unanswered(self) -> int:
        """The number of interactions that wait for their answers."""
        return len(self._unanswered)

    @property
    def waited_s(self) -> float:
        """How long interactions have waited, in seconds, but for the oldest one.

        That one may have asked for what takes long on every machine.
        """
        second = next(islice(self._unanswered.values(), 1, None), None)
        return 0.0 if second is None else self._clock() - second

    @property
    def spared(self) -> Spared:
        """What is left out now, so that everybody is answered in time."""
        waited = self.waited_s
        late = (what for what, limit in WAITED_S.items() if waited >= limit)
        return max(late, default=Spared.NOTHING)

    def patience_s(self, what: Spared, since_s: float = 0.0) -> float:
        """Return how long to wait for new pictures of this kind.

        ``since_s``: how long whoever gets them has waited already.
        """
        return 0.0 if self.spared >= what else max(0.0, PATIENCE_S[what] - since_s)

    def asked(self, one: object) -> None:
        """Note that an interaction waits for its answer."""
        self._unanswered[one] = self._clock()

    def answered(self, one: object) -> None:
        """Note that an answer is on its way, or that none will come; harmless if it is known."""
        self._unanswered.pop(one, None)
        if self._followers and self._next is None:
            self._release()

    async def wait_for_answers(self) -> None:
        """Wait until few interactions wait for their answers, :data:`LONGEST_S` at most."""
        if self.unanswered < MANY:
            return
        follower = asyncio.get_running_loop().create_future()
        self._followers.append(follower)
        await asyncio.wait([follower], timeout=LONGEST_S)
        if not follower.done():
            self._followers.remove(follower)

    def _release(self) -> None:
        """Let as many followers go as there is room for, and the others after a pause."""
        self._next = None
        room = MANY - self.unanswered
        while self._followers and room > 0:
            follower = self._followers.popleft()
            if not follower.done():
                follower.set_result(None)
                room -= 1
        if self._followers and self.unanswered < MANY:
            self._next = asyncio.get_running_loop().call_later(PAUSE_S, self._release)
