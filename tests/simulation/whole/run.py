"""One seed, one run: Discord, one or two processes of the bot, people, a page, a disk, a clock.

First comes the storm, with faults at every border; then the calm, in which everything has to come
right by itself.
"""

import asyncio
import contextlib
import copy
import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from discord.http import Route

from tests.journeys.cheaply import Pixels, cheaply
from tests.simulation import checks
from tests.simulation.disk import Disk, Engines
from tests.simulation.ground import Ground
from tests.simulation.whole.calm import Calm
from tests.simulation.whole.fixed import fixed
from tests.simulation.whole.people import Person
from tests.simulation.whole.process import Process
from tests.simulation.whole.reader import Browser
from tests.simulation.whole.watching import Watch
from tests.simulation.whole.weather import Storm
from tests.simulation.wrong import WrongError
from tests.wire.interactions import Interaction
from tests.wire.messages import Message
from tests.wire.server import CHANNEL, GUILD, Discord, running_discord
from tests.worlds.virtual import BEGIN_S, VirtualLoop

ANN, BOB, CAROL, DAN = 21, 22, 23, 24
NAMES: Final = {ANN: "Ann", BOB: "Bob", CAROL: "Carol", DAN: "Dan"}
MOST_S: Final = 1800.0


@dataclass
class Report:
    """What happened in a run."""

    seed: int
    presses: int = 0
    moves: int = 0
    matches: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    digest: str = ""


class World:
    """The world of one seed."""

    def __init__(
        self, seed: int, discord: Discord, engines: Engines, folder: Path, loop: VirtualLoop
    ) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.loop = loop
        self.discord = discord
        self.folder = folder
        self.eye = sqlite3.connect(engines.path, isolation_level=None)
        self.watch = Watch(discord, self.eye, checks.BOOKS.open(self.eye))
        self.watch.now = loop.time
        self.storm = Storm(random.Random(seed + 1))
        self.disk = Disk(engines, random.Random(seed + 2), self.watch.after_commit)
        self.processes: list[Process] = []
        self.is_calm = False
        self.sent: list[Interaction] = []
        self.deleted: dict[int, dict[int, int]] = {}
        """Messages that a moderator has deleted, and the versions of all matches then."""
        self.people = [
            Person(self, user, rival, random.Random(100 * seed + user))
            for user, rival in ((ANN, BOB), (BOB, ANN), (CAROL, 0))
        ]
        self.browser = Browser(
            self, self.chance.choice((ANN, CAROL, DAN)), random.Random(100 * seed + DAN)
        )
        self._several = self.chance.random() < 0.4
        self._later: list[asyncio.Task[Any]] = []
        self._tell = discord.gateway.tell

    # -- what the others need ---------------------------------------------------------------

    def some_process(self) -> Process | None:
        """One of the processes that are up."""
        up = [one for one in self.processes if one.is_up]
        return self.chance.choice(up) if up else None

    async def press(self, user: int, message: Message, what: str) -> Interaction:
        """Press a button of a message, or of what it was before."""
        one = await self.discord.press(user, message, what)
        one.pressed = self.discord.messages.get(message.id) or message
        return one

    async def deliver(self, guild: int, event: str, data: Any) -> int:
        """Deliver an event as Discord does: at times twice, or after a later one."""
        dice = self.chance.random()
        if self.storm.strength and event == "INTERACTION_CREATE" and dice < 0.15:
            kind = "delivered late" if dice < 0.1 else "delivered twice"
            self.storm.count(kind)
            self._later.append(
                self.loop.create_task(self._after(self.chance.uniform(0.05, 1.5), guild, data))
            )
            if dice < 0.1:
                return 0
        return await self._tell(guild, event, data)

    async def _after(self, seconds: float, guild: int, data: Any) -> None:
        again = copy.deepcopy(data)
        await asyncio.sleep(seconds)
        await self._tell(guild, "INTERACTION_CREATE", again)

    # -- the run ----------------------------------------------------------------------------

    async def run(self) -> Report:
        """Let the storm pass, and judge the calm."""
        discord = self.discord
        discord.interactions.first_answer_s = 3.0
        discord.gateway.tell = self.deliver  # type: ignore[method-assign]
        discord.rest.listener = self.watch.requested
        discord.rest.trouble = self.storm.trouble
        discord.messages.new = self.watch.posted(discord.messages.new)  # type: ignore[method-assign]
        self.loop.network.weather = self.storm
        for _ in range(1 + self._several):
            self._start()
        while not all(one.is_up for one in self.processes):
            self._restart_ended()
            await asyncio.sleep(0.5)
        self.storm.strength = self.chance.choice((0.3, 1.0, 2.0))
        tasks = [self.loop.create_task(one.live()) for one in self.people]
        tasks.append(self.loop.create_task(self.browser.live()))
        tasks.append(self.loop.create_task(self._supervise()))
        try:
            await self._until(self.loop.create_task(self._blow()), tasks)
            self.storm.strength = self.disk.failing = 0.0
            self.is_calm = True
            await self._until(self.loop.create_task(Calm(self).judge()), tasks)
        finally:
            for task in (*tasks, *self._later):
                task.cancel()
            await asyncio.gather(*tasks, *self._later, return_exceptions=True)
        return self._judged()

    async def _until(self, wanted: asyncio.Task[Any], others: list[asyncio.Task[Any]]) -> None:
        try:
            while not wanted.done():
                for task in others:
                    if task.done():
                        task.result()
                if self.watch.failed is not None:
                    raise self.watch.failed
                await asyncio.wait([wanted], timeout=5.0)
            wanted.result()
        finally:
            wanted.cancel()
        if self.watch.failed is not None:
            raise self.watch.failed

    def _start(self) -> None:
        process = Process(
            self.disk,
            self.discord.api,
            self.folder,
            NAMES,
            (GUILD, CHANNEL),
            is_one_of_several=self._several,
        )
        self.processes.append(process)
        process.start()

    def _restart_ended(self) -> None:
        for process in list(self.processes):
            if process.has_ended:
                self.storm.count("start failed")
                self.processes.remove(process)
                self._later.append(self.loop.create_task(process.kill()))
                self._start()

    async def _supervise(self) -> None:
        while True:
            self._restart_ended()
            await asyncio.sleep(2.0)

    async def _blow(self) -> None:
        """The storm: troubles that come one after the other, beside those of the weather."""
        chance = self.chance
        self.disk.failing = chance.choice((0.0, 0.001, 0.005))
        await asyncio.sleep(chance.uniform(5, 20))
        for _ in range(chance.randrange(3, 9)):
            await asyncio.sleep(chance.uniform(1, 30))
            kind = chance.choice(
                (
                    "kill",
                    "kill",
                    "restart",
                    "resume",
                    "resume",
                    "session",
                    "disk",
                    "delete",
                    "delete",
                    "age",
                )
            )
            self.storm.count(kind)
            match kind:
                case "kill":
                    await self._end_one(is_killed=True)
                case "restart":
                    await self._end_one(is_killed=False)
                case "resume":
                    await self.discord.gateway.cut()
                case "session":
                    await self.discord.gateway.forget_sessions()
                case "disk":
                    before, self.disk.failing = self.disk.failing, 0.3
                    await asyncio.sleep(chance.uniform(0.5, 10))
                    self.disk.failing = before
                case "delete":
                    shown = self.discord.messages.in_channel(CHANNEL)
                    if shown:
                        gone = chance.choice(shown).id
                        del self.discord.messages.all[gone]
                        self.deleted[gone] = dict(self.watch.versions)
                case _:
                    self._age()

    async def _end_one(self, *, is_killed: bool) -> None:
        await asyncio.sleep(self.chance.random() * 0.5)
        process = self.chance.choice(self.processes)
        self.processes.remove(process)
        if is_killed:
            await process.kill()
            await asyncio.sleep(self.chance.choice((0.0, 2.0, 40.0)))
            self._start()
        elif self.chance.random() < 0.5:
            self._start()  # the new one before the old one ends
            await asyncio.sleep(4.0)
            await process.stop()
        else:
            await process.stop()
            self._start()

    def _age(self) -> None:
        """Let some tokens expire before their time."""
        for one in self.sent:
            if one.answered_at and self.chance.random() < 0.5:
                one.at -= 900.0

    def _judged(self) -> Report:
        self.watch.judge_the_end()
        checks.standings_fit(str(self.disk.path), are_over=False)
        faults = self.storm.faults.copy()
        faults["disk failures"] = self.disk.failures
        return Report(
            self.seed,
            presses=len(self.sent) + self.browser.acts,
            moves=sum(self.watch.versions.values()),
            matches=len(self.watch.versions),
            faults=faults,
            seconds=self.loop.time() - BEGIN_S,
            digest=self.watch.bytes.hexdigest()[:16],
        )

    async def end(self) -> None:
        """Leave nothing behind."""
        await self.browser.close()
        for process in self.processes:
            await process.kill()
        self.eye.close()


def ground_in(folder: Path) -> Ground[Report]:
    """Return a ground for runs in a folder."""
    return Ground(folder, _whole, "python -m tests.simulation.whole", _alone)


@contextlib.contextmanager
def _alone(seed: int) -> Iterator[None]:
    """Let everything that chance decides come from the seed."""
    base = Route.BASE
    try:
        with cheaply(), patch("bot.ui.compose.DRAWINGS", Pixels()), fixed(seed):
            yield
    finally:
        Route.BASE = base


async def _whole(seed: int, engines: Engines, loop: VirtualLoop) -> Report:
    loop.network.has_own_ports = True
    async with running_discord() as discord:
        Route.BASE = discord.api
        world = World(seed, discord, engines, engines.path.parent, loop)
        try:
            async with asyncio.timeout(MOST_S):
                return await world.run()
        except TimeoutError as error:
            raise WrongError("nothing comes to an end") from error
        finally:
            loop.network.weather = None
            await world.end()
