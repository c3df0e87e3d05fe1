"""Timers stored in the database: peeked at without locks, fired by fenced transactions.

This is the loop only. The owner defines the effect of a timer; firing an outdated one must be
harmless, because any process may fire any timer.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from engine.service.ports import Clock

_log = logging.getLogger(__name__)

POLL_S: Final = 5.0
"""The longest sleep; timers of other processes and clock jumps are noticed after it."""
RETRY_S: Final = 1.0
"""The delay after a failure, so that the loop does not spin."""
GAP_S: Final = 30.0
"""The excess time between two polls, or between two clocks, that counts as a gap."""
AT_ONCE: Final = 16
"""The number of timers that fire concurrently."""


class TimerKind(StrEnum):
    """The kind of a timer."""

    TURN = "turn"
    DEAL = "deal"
    THINK = "think"
    LOBBY = "lobby"
    REMIND = "remind"
    CHECK_IN = "check_in"
    EVENT_START = "event_start"
    EVENT_TABLE = "event_table"
    NO_SHOW = "no_show"
    EVENT_STEP = "event_step"
    EVENT_END = "event_end"
    EVENT_NEXT = "event_next"


MATCH_KINDS: Final = (TimerKind.TURN, TimerKind.DEAL, TimerKind.THINK, TimerKind.REMIND)
"""The timers of matches, whose ``ref_id`` is the match."""
EVENT_KINDS: Final = tuple(
    kind for kind in TimerKind if kind not in MATCH_KINDS and kind is not TimerKind.LOBBY
)
"""The timers of events; the slot of a table is the number of its pairing."""


class Timer(NamedTuple):
    """One row of the timers. ``slot``: the seat, where a match can have several of a kind.

    ``fence``: the state the timer was set for; in any other state it has no effect.
    """

    kind: TimerKind
    ref_id: int
    slot: int
    fence: int
    due_ms: int

    @property
    def key(self) -> tuple[TimerKind, int, int]:
        return self.kind, self.ref_id, self.slot


class Due(NamedTuple):
    """The time when a timer is due, and the state it was set for."""

    fence: int
    due_ms: int


TimerSlot: TypeAlias = tuple[TimerKind, int]
"""A timer of one match: its kind and the seat, 0 for a timer of the whole match."""
Peek: TypeAlias = Callable[[], Awaitable[Sequence[Timer]]]


class Scheduler:
    """Fires timers when they are due.

    ``after_gap`` is called before any timer fires after a gap: the clock was set forward, the
    machine slept, or the database was away.
    """

    def __init__(
        self,
        peek: Peek,
        fire: Callable[[Timer], Awaitable[None]],
        clock: Clock,
        after_gap: Callable[[], Awaitable[None]],
    ) -> None:
        self._peek = peek
        self._fire = fire
        self._clock = clock
        self._now_ms = clock.now_ms
        self._after_gap = after_gap
        self._looked_s: float | None = None
        self._ahead_ms = 0
        self._wake = asyncio.Event()
        self._asleep_until_ms = 0
        self._running: dict[tuple[TimerKind, int, int], asyncio.Task[None]] = {}
        self._places = asyncio.Semaphore(AT_ONCE)
        self._loop: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start watching the timers."""
        self._loop = asyncio.create_task(self._watch(), name="gin-deadlines")

    def wake(self, due_ms: int) -> None:
        """Record that a timer was set for ``due_ms``, and poll again by then."""
        if due_ms < self._asleep_until_ms:
            self._wake.set()

    async def run_due(self) -> int:
        """Fire every timer that is due now and wait for it; return their number."""
        started, _ = await self._start_due()
        running = list(self._running.values())
        if running:
            await asyncio.wait(running)
        return max(started, len(running))

    async def close(self) -> None:
        """Stop watching and firing; timers that did not fire stay in the table."""
        tasks = list(self._running.values())
        if self._loop is not None:
            tasks.append(self._loop)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self) -> None:
        while True:
            self._wake.clear()
            try:
                _, pause_s = await self._start_due()
            except Exception:  # noqa: BLE001 - polling resumes when the database is back
                _log.exception("the timers could not be read")
                pause_s = RETRY_S
            self._asleep_until_ms = self._now_ms() + int(pause_s * 1000)
            try:
                async with asyncio.timeout(pause_s):
                    await self._wake.wait()
            except TimeoutError:
                continue
            finally:
                self._asleep_until_ms = 0

    async def _start_due(self) -> tuple[int, float]:
        """Start firing due timers; return their number, and the seconds until the next."""
        started, pause_s = 0, POLL_S
        now = await self._mind_the_gap()
        timers = await self._peek()
        for timer in timers:
            if timer.due_ms > now:
                pause_s = min(pause_s, (timer.due_ms - now) / 1000)
                break
            if timer.key not in self._running:
                self._running[timer.key] = asyncio.create_task(self._fire_one(timer))
                started += 1
        return started, pause_s

    async def _mind_the_gap(self) -> int:
        """Grant grace after a gap; return the time to use, since the clock may be set anytime."""
        now = self._now_ms()
        looked_s = asyncio.get_running_loop().time()
        ahead_ms = now - self._clock.elapsed_ms()
        if self._looked_s is not None:
            slept_s = looked_s - self._looked_s - POLL_S
            if max(slept_s, (ahead_ms - self._ahead_ms) / 1000) > GAP_S:
                await self._after_gap()
        self._looked_s, self._ahead_ms = looked_s, ahead_ms
        return now

    async def _fire_one(self, timer: Timer) -> None:
        try:
            async with self._places:
                await self._fire(timer)
        except Exception:  # noqa: BLE001 - the timer stays in the table and is retried
            _log.exception("a %s timer of %d failed", timer.kind, timer.ref_id)
            await asyncio.sleep(RETRY_S)
        finally:
            del self._running[timer.key]
            self._wake.set()
