"""The order of edits of public messages: one at a time per channel, the oldest change first."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

QUICK_REST: Final = 2.0
FIRST_REST: Final = 30.0
LONGEST_REST: Final = 3600.0


class RetryBackoff:
    """The messages that could not be drawn, and when each may be retried."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rests: dict[Hashable, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._rests)

    def failed(self, subject: Hashable, *, outage: bool = False) -> float:
        """Record a failure, each of which doubles the delay; return the delay in seconds.

        ``outage``: the cause is Discord, not the message, so the delay is short.
        """
        first, longest = (QUICK_REST, FIRST_REST) if outage else (FIRST_REST, LONGEST_REST)
        _, before = self._rests.get(subject, (0.0, 0.0))
        rest = max(first, min(2 * before, longest))
        self._rests[subject] = (self._clock() + rest, rest)
        return rest

    def succeeded(self, subject: Hashable) -> None:
        """Record a success."""
        self._rests.pop(subject, None)

    def is_resting(self, subject: Hashable) -> bool:
        """Whether it is too early for another attempt."""
        return subject in self._rests and self._clock() < self._rests[subject][0]


T = TypeVar("T", bound=Hashable)
log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Update:
    """A message to draw: waiting ``since``, not before ``earliest``."""

    since: float
    earliest: float
    done: asyncio.Future[None]


@dataclass(slots=True)
class _Channel(Generic[T]):
    updates: dict[T, _Update] = field(default_factory=dict)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    free_at: float = 0.0
    looks_at: float = 0.0
    """When it is looked at again: a wish that has to wait until then wakes nobody."""


class MessageQueue(Generic[T]):
    """Calls ``draw`` with one message after the other, ``interval`` seconds apart in a channel."""

    def __init__(
        self,
        draw: Callable[[T], Awaitable[None]],
        interval: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._draw = draw
        self._interval = interval
        self._clock = clock
        self._channels: dict[int, _Channel[T]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def add(self, channel: int, subject: T, *, rest: float = 0.0) -> asyncio.Future[None]:
        """Queue a message; return a future that is done when it has been drawn.

        ``rest``: the seconds that it may wait for a further change.
        """
        now = self._clock()
        line = self._channels.get(channel)
        if line is None:
            line = self._channels[channel] = _Channel()
        earliest = now + rest
        update = line.updates.get(subject)
        if update is None:
            done = asyncio.get_running_loop().create_future()
            update = line.updates[subject] = _Update(now, earliest, done)
        update.earliest = min(update.earliest, earliest)
        if line.task is None:
            # Last: a task that begins at once ends where nothing waits yet.
            line.task = asyncio.ensure_future(self._serve(channel, line))
            self._tasks.add(line.task)
            line.task.add_done_callback(self._tasks.discard)
        elif not now < line.looks_at <= max(update.earliest, line.free_at):
            line.changed.set()
        return update.done

    def stop(self) -> None:
        """Draw nothing more."""
        for task in self._tasks:
            task.cancel()

    async def _serve(self, channel: int, line: _Channel[T]) -> None:
        """Draw until nothing waits and the channel's next edit would be free."""
        while True:
            # One look at the clock for both: between two, the channel would fall free unseen.
            now = self._clock()
            if not line.updates and now >= line.free_at:
                break
            subject, wait = self._next(line, now)
            if subject is None:
                line.changed.clear()
                line.looks_at = self._clock() + wait
                try:
                    async with asyncio.timeout(wait):
                        await line.changed.wait()
                except TimeoutError:
                    pass
                continue
            update = line.updates.pop(subject)
            line.free_at = self._clock() + self._interval
            try:
                await self._draw(subject)
            except Exception:
                log.exception("a message was not drawn")
            finally:
                if not update.done.done():
                    update.done.set_result(None)
        del self._channels[channel]

    def _next(self, line: _Channel[T], now: float) -> tuple[T | None, float]:
        """Return the message to draw now, or the time in seconds until the next look."""
        if now < line.free_at:
            return None, line.free_at - now
        ready = [subject for subject, update in line.updates.items() if update.earliest <= now]
        if not ready:
            return None, min(update.earliest for update in line.updates.values()) - now
        return min(ready, key=lambda subject: line.updates[subject].since), 0.0
