"""Load: presses at a steady rate, by some people in turn, or one at a time."""

import asyncio
import random
import time
from asyncio.subprocess import Process
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Final

from benchmarks.wire.processes import Cpu, cpu_of
from benchmarks.wire.tables import Place, Press, Table
from tests.wire.interactions import SEND, UPDATE, Interaction
from tests.wire.records import Request
from tests.wire.server import Discord

ANSWER_S: Final = 30.0
QUIET_S: Final = 1.5
"""Without a request for so long, everything that a press set off is done."""
BACKLOG_S: Final = 6.0
"""The same for table messages that wait for a channel's own limit."""
LONGEST_QUIET_S: Final = 30.0
REST_S: Final = 2.0
AT_REST: Final = 0.1
"""The part of a core that a bot without presses may use."""
LONGEST_REST_S: Final = 300.0
TURNS: Final = 6
"""The presses of two turns: draw, choose a card and discard it, by each of the two."""
STUCK_S: Final = 5.0
"""A table that offers nothing for so long is refreshed."""
KINDS: Final = {
    "POST /interactions/I/callback": "answer",
    "PATCH /webhooks/W/messages/M": "panel",
    "POST /webhooks/W": "panel",
    "PATCH /channels/C/messages/M": "table",
}


@dataclass
class Figures:
    """What one measurement found. ``alone``: requests and bytes of presses made one at a time."""

    seconds: float = 0.0
    pressed: int = 0
    late: list[float] = field(default_factory=list)
    """The seconds to each real answer."""
    unanswered: int = 0
    skipped: int = 0
    """Presses that were due while every table waited for something."""
    how: Counter[str] = field(default_factory=Counter)
    cpu: Cpu = field(default_factory=lambda: Cpu(0.0, 0.0))
    requests: Counter[str] = field(default_factory=Counter)
    sizes: Counter[str] = field(default_factory=Counter)
    too_fast: int = 0
    """Presses that the bot refused because a person pressed too fast: no answers to measure."""
    refused: int = 0
    alone: list[tuple[int, int]] = field(default_factory=list)

    def add(self, other: "Figures") -> None:
        """Add another round of the same measurement."""
        self.seconds += other.seconds
        self.pressed += other.pressed
        self.late += other.late
        self.unanswered += other.unanswered
        self.skipped += other.skipped
        self.how += other.how
        self.cpu = self.cpu + other.cpu
        self.requests += other.requests
        self.sizes += other.sizes
        self.too_fast += other.too_fast
        self.refused += other.refused
        self.alone += other.alone

    @property
    def answered(self) -> int:
        return len(self.late)

    def cpu_ms(self, *, everything: bool = False) -> float:
        """CPU for a press, in milliseconds."""
        spent = self.cpu.all if everything else self.cpu.own
        return 1000 * spent / max(1, self.answered)

    def quantile_ms(self, part: float) -> float:
        """The time to the real answer that ``part`` of the presses did not exceed."""
        if not self.late:
            return float("nan")
        found = sorted(self.late)
        return 1000 * found[min(len(found) - 1, int(part * len(found)))]

    def rate(self) -> float:
        """Answered presses a second."""
        return self.answered / self.seconds if self.seconds else 0.0

    def alone_requests(self) -> tuple[float, float, float]:
        """The mean and the median of requests, and the mean of bytes, of one press alone."""
        if not self.alone:
            return (float("nan"),) * 3
        counts = [count for count, _ in self.alone]
        return mean(counts), median(counts), mean(size for _, size in self.alone)


class Load:
    """People at some places of one bot."""

    def __init__(self, discord: Discord, process: Process, places: Sequence[Place]) -> None:
        self._discord = discord
        self._process = process
        self._free: deque[Place] = deque(places)
        self._idle_since: dict[int, float] = {}
        self._rng = random.Random(1)

    async def open_loop(self, rate: float, seconds: float) -> Figures:
        """Press so often, whether or not earlier presses are answered."""
        async with asyncio.TaskGroup() as group:
            found = _Measured(self)
            loop = asyncio.get_running_loop()
            begin = loop.time()
            for number in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, begin + number / rate - loop.time()))
                place = self._take()
                if place is None:
                    found.figures.skipped += 1
                else:
                    group.create_task(self._press(*place, found.figures))
        found.figures.seconds = max(seconds, time.monotonic() - found.began)
        return await found.done()

    async def closed_loop(self, people: int, seconds: float) -> Figures:
        """So many people press, each as soon as they have an answer."""
        found = _Measured(self)
        end = time.monotonic() + seconds

        async def one() -> None:
            while time.monotonic() < end:
                place = self._take()
                if place is None:
                    await asyncio.sleep(0.002)
                else:
                    await self._press(*place, found.figures)

        await asyncio.gather(*(one() for _ in range(people)))
        found.figures.seconds = time.monotonic() - found.began
        return await found.done()

    async def alone(self, presses: int) -> Figures:
        """Press, wait until all is quiet, and press again, some whole turns at each table."""
        await self.quiet(BACKLOG_S)
        found = _Measured(self)
        for number in range(presses):
            if number % TURNS == 0:
                self._free.rotate(1)
            place = self._take(in_turn=True)
            while place is None:
                await asyncio.sleep(0.05)
                place = self._take(in_turn=True)
            since = time.monotonic()
            await self._press(*place, found.figures)
            await self.quiet()
            made = self._discord.rest.records.since(since)
            found.figures.alone.append((len(made), sum(one.size for one in made)))
        found.figures.seconds = time.monotonic() - found.began
        return await found.done()

    def cpu(self) -> Cpu:
        return cpu_of(self._process)

    def signal(self, number: int) -> None:
        """Send a signal to the bot's process."""
        self._process.send_signal(number)

    def requests(self, since: float) -> list[Request]:
        return self._discord.rest.records.since(since)

    async def rest(self) -> None:
        """Wait until the bot and what it has started compute nothing, such as the first puzzles."""
        spent = self.cpu().all
        for _ in range(int(LONGEST_REST_S / REST_S)):
            await asyncio.sleep(REST_S)
            before, spent = spent, self.cpu().all
            if spent - before < REST_S * AT_REST:
                return

    async def quiet(self, seconds: float = QUIET_S) -> None:
        """Wait until the bot has made no request for a moment."""
        records = self._discord.rest.records.all
        end = time.monotonic() + LONGEST_QUIET_S
        while time.monotonic() < end:
            if not records or time.monotonic() - records[-1].at > seconds:
                return
            await asyncio.sleep(0.05)

    def _take(self, *, in_turn: bool = False) -> tuple[Place, Press] | None:
        """Take a place where somebody may press: by chance, or the last one that was used.

        Taken by turns, all tables would be drawing at one time and discarding at another.
        """
        now = time.monotonic()
        if not in_turn and self._free:
            self._free.rotate(self._rng.randrange(len(self._free)))
        for _ in range(len(self._free)):
            place = self._free.popleft()
            press = place.next_press()
            if press is None and isinstance(place, Table):
                since = self._idle_since.setdefault(id(place), now)
                press = place.refresh() if now - since > STUCK_S else None
            if press is not None:
                self._idle_since.pop(id(place), None)
                return place, press
            self._free.append(place)
        return None

    async def _press(self, place: Place, press: Press, figures: Figures) -> None:
        figures.pressed += 1
        one = await self._discord.press(press.user, press.message, press.custom_id)
        try:
            await self._discord.answered(one, ANSWER_S)
        except TimeoutError:
            figures.unanswered += 1
            self._free.appendleft(place)
            return
        if isinstance(place, Table) and one.callback == SEND:
            figures.too_fast += 1
        else:
            figures.late.append(one.answered_at - one.at)
            figures.how[_how(one)] += 1
        self._free.appendleft(place)


class _Measured:
    """The counters of a measurement, read at its two ends."""

    def __init__(self, load: Load) -> None:
        self.figures = Figures()
        self.began = time.monotonic()
        self._load = load
        self._cpu = load.cpu()

    async def done(self) -> Figures:
        """Wait until nothing follows any more, and read what was used."""
        await self._load.quiet()
        self.figures.cpu = self._load.cpu() - self._cpu
        for one in self._load.requests(self.began):
            kind = KINDS.get(one.route, "other")
            self.figures.requests[kind] += 1
            self.figures.sizes[kind] += one.size
            self.figures.refused += one.status == 429
        return self.figures


def _how(one: Interaction) -> str:
    return "at once" if one.callback in (UPDATE, SEND) else "after a deferral"
