"""One seed, one run: people, computers, a clock, a disk, Discord, and processes that die.

Everything that chance decides comes from the seed, and time is virtual, so that the same seed is
the same run again. First comes the storm, with faults of every kind; then the calm, in which
everything has to come right by itself.
"""

import asyncio
import hashlib
import random
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypeVar

from engine.clocks import ClockRules
from engine.game.actions import RoundAction
from engine.game.presets import PRESETS
from engine.game.view import SeatView
from engine.players import Level, choose
from engine.service import (
    ChannelId,
    GuildId,
    InteractionId,
    LiveMatch,
    MatchId,
    MatchSetup,
    OpenLobby,
    Person,
    Practice,
    Service,
    Started,
    TableMessage,
    TimeSettings,
    UserId,
)
from engine.store import Store, StoreError
from tests.simulation import checks
from tests.simulation.discord_side import Artist, Discord
from tests.simulation.disk import Disk, Engines, SteppingReaders, SteppingWriter
from tests.simulation.ground import Ground
from tests.simulation.people import People, Press
from tests.simulation.wrong import WrongError, demand
from tests.worlds.lifetimes import Lifetime
from tests.worlds.virtual import BEGIN_S, VirtualLoop

T = TypeVar("T")
NOW: Final = 1_800_000_000_000
HOUR: Final = 3_600_000
QUICK: Final = ClockRules("quick", 60_000, 0)
SHORT: Final = replace(PRESETS["standard"], target=10)
BEHIND_S: Final = 60.0
CALM_S: Final = 4 * 3600.0
"""A clock that was set back makes turns last so many hours longer."""
GUILD: Final = GuildId(700)
TERMS: Final = TimeSettings(pause_ms=20_000, pace_ms=(500, 3000), grace_ms=120_000)


@dataclass
class Hands:
    """The wall clock, which may jump, and the monotonic one, which does not."""

    loop: asyncio.AbstractEventLoop
    ahead: int = 0

    def now_ms(self) -> int:
        return NOW + self.ahead + int(self.loop.time() * 1000)

    def elapsed_ms(self) -> int:
        return int(self.loop.time() * 1000)


@dataclass
class Lots:
    """Secrets out of the seed."""

    seed: int
    drawn: int = 0

    def token(self, count: int) -> bytes:
        self.drawn += 1
        return hashlib.shake_256(f"{self.seed}:{self.drawn}".encode()).digest(count)


class Thinker:
    """A computer that sometimes thinks for long."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        action = choose(view, Level.CASUAL, seed)
        await asyncio.sleep(self._chance.random() * 0.5)
        return action


class Process:
    """A running service that can be killed at any instant."""

    def __init__(self, world: "Simulation") -> None:
        self._lifetime = Lifetime()
        self._world = world
        self.is_up = False

    async def start(self) -> None:
        async def run() -> None:
            world = self._world
            self.writer = SteppingWriter(world.disk)
            self.readers = SteppingReaders(world.disk)
            store = Store(self.writer, self.readers)
            self.service = Service(
                store,
                clock=world.clock,
                entropy=world.lots,
                chooser=Thinker(world.chance),
                time_settings=TERMS,
            )
            while True:
                try:
                    await self.service.start()
                except StoreError:
                    await asyncio.sleep(1.0)
                else:
                    break
            Artist(world, self.service).start()

        await self._lifetime.begin(run())
        self.is_up = True

    async def call(
        self, ask: Callable[[Service], Awaitable[T]], patience: float | None = None
    ) -> T | None:
        """Ask the service something; ``None`` if the answer never came."""

        async def run() -> T:
            return await ask(self.service)

        task = self._lifetime.begin(run())
        await asyncio.wait([task], timeout=patience)
        if not task.done():
            task.cancel()
            await asyncio.wait([task])
        return None if task.cancelled() else task.result()

    async def kill(self) -> None:
        """End at once, without any goodbye."""
        self.is_up = False
        self.writer.is_dead = True
        await self._lifetime.kill()
        self.writer.kill()
        self.readers.put_back()

    async def close(self) -> None:
        """End in good order."""
        self.is_up = False
        await self._lifetime.begin(self.service.close())
        await self._lifetime.kill()


@dataclass
class Report:
    """What happened in a run."""

    seed: int
    presses: int = 0
    moves: int = 0
    kills: int = 0
    jumps: int = 0
    disk_failures: int = 0
    discord_failures: int = 0
    seconds: float = 0.0
    digest: str = ""


class Simulation:
    """The world of one seed."""

    def __init__(self, seed: int, engines: Engines, loop: VirtualLoop) -> None:
        self.seed = seed
        self.chance = random.Random(seed)
        self.loop = loop
        self.clock = Hands(loop)
        self.lots = Lots(seed)
        self.disk = Disk(engines, random.Random(seed + 1), self._after_commit)
        self.discord = Discord(random.Random(seed + 2))
        self.eye = sqlite3.connect(engines.path, isolation_level=None)
        self.book = checks.BOOKS.open(self.eye)
        self.tables: list[People] = []
        self.processes: list[Process] = []
        self.is_calm = False
        self.calm_since = 0.0
        self.history: list[tuple[float, int, int]] = []
        self.versions: dict[int, int] = {}
        self.floors: dict[int, int] = {}
        self.happened = checks.Happened()
        self.report = Report(seed)
        self.failed: BaseException | None = None
        self._last = 1000

    # -- what the others need -----------------------------------------------------------

    def new_id(self) -> InteractionId:
        self._last += 1
        return InteractionId(self._last)

    def some_process(self) -> Process | None:
        up = [process for process in self.processes if process.is_up]
        return self.chance.choice(up) if up else None

    def seq_of(self, press: Press) -> int | None:
        """The move that a press made, as it is stored for good."""
        found = self.eye.execute(
            "SELECT seq FROM moves WHERE match_id = ? AND interaction_id = ?",
            (press.command.match_id, press.command.interaction),
        ).fetchone()
        return None if found is None else int(found[0])

    def look_at(self, live: LiveMatch) -> None:
        """Somebody is shown a match: it must be stored, and hide what is hidden."""
        try:
            demand(
                live.version <= self.versions.get(live.id, 0),
                f"version {live.version} of match {live.id} was shown but is not stored",
            )
            if self.chance.random() < 0.15:
                checks.hides(live, self.chance)
        except WrongError as error:
            self.failed = self.failed or error
            raise

    # -- judging all along ----------------------------------------------------------------

    def _after_commit(self) -> None:
        try:
            self._judge_commit()
        except WrongError as error:
            self.failed = self.failed or error

    def _judge_commit(self) -> None:
        found = self.eye.execute(
            "SELECT match_id, version, (SELECT count(*) FROM moves m WHERE m.match_id = "
            "matches.match_id), status, floor_ms FROM matches"
        ).fetchall()
        now = self.loop.time()
        for match, version, made, status, floor in found:
            before = self.versions.get(match, 0)
            demand(version == made, f"match {match}: version {version} with {made} moves")
            demand(version >= before, f"match {match} went back from {before} to {version}")
            demand(status in ("live", "over"), f"match {match} is {status}")
            if floor != self.floors.get(match, 0):
                self.floors[match] = floor
                self.happened.floors.append((now, match, floor))
            if version != before or match not in self.versions:
                self.versions[match] = version
                self.history.append((now, match, version))
                for seq in range(before + 1, version + 1):
                    self.happened.when[match, seq] = now
                checks.timers_fit(self.book, match, TERMS)
                checks.secrets_kept(self.eye, match)

    async def _watch_boards(self) -> None:
        while True:
            await asyncio.sleep(10.0)
            now = self.loop.time()
            if not self.is_calm or now < self.calm_since + BEHIND_S:
                continue
            old = {m: v for at, m, v in self.history if at <= now - BEHIND_S}
            for match, version in old.items():
                demand(
                    self.discord.shown(match) >= version,
                    f"the board of match {match} shows {self.discord.shown(match)} and not "
                    f"{version} after {BEHIND_S:.0f} s",
                )

    # -- the run --------------------------------------------------------------------------

    async def run(self) -> Report:
        chance = self.chance
        for _ in range(chance.choice((1, 1, 2))):
            await self._start_process()
        for number in range(chance.choice((1, 2))):
            await self._seat(number)
        boards = self.loop.create_task(self._watch_boards())
        playing = [self.loop.create_task(people.play()) for people in self.tables]
        storm = self.loop.create_task(self._storm())
        everything = [boards, storm, *playing]
        try:
            await self._until(everything, storm)
            self._calm_down()
            if not any(process.is_up for process in self.processes):
                await self._start_process()
            until = self.loop.time() + CALM_S
            while self._running() and self.loop.time() < until:
                await self._raise_what_failed(everything)
                await asyncio.sleep(5.0)
            demand(not self._running(), f"match {self._running()} is stuck")
            await asyncio.gather(*playing)
            await asyncio.sleep(BEHIND_S + 15.0)
            await self._raise_what_failed(everything)
        finally:
            for task in everything:
                task.cancel()
            await asyncio.gather(*everything, return_exceptions=True)
        return self._judge_the_end()

    async def _until(self, everything: list[asyncio.Task[Any]], wanted: asyncio.Task[Any]) -> None:
        while not wanted.done():
            await self._raise_what_failed(everything)
            await asyncio.wait([wanted], timeout=5.0)
        wanted.result()

    async def _raise_what_failed(self, tasks: list[asyncio.Task[Any]]) -> None:
        for task in tasks:
            if task.done():
                task.result()
        if self.failed is not None:
            raise self.failed

    def _running(self) -> list[int]:
        found = self.eye.execute("SELECT match_id FROM matches WHERE status <> 'over'")
        return [row[0] for row in found]

    async def _start_process(self) -> None:
        process = Process(self)
        self._disturbed()
        self.processes.append(process)
        await process.start()

    async def _seat(self, number: int) -> None:
        process, chance = self.processes[0], self.chance
        started: object
        host, guest = (Person(UserId(10 * number + k), f"p{k}") for k in (1, 2))
        if chance.random() < 0.35:
            seats = chance.choice((None, None, 3))
            rules = replace(PRESETS["three_handed"], target=10) if seats else SHORT
            ask = Practice(
                interaction=self.new_id(),
                table=TableMessage(GUILD, ChannelId(800)),
                person=host,
                setup=MatchSetup(rules, clock=QUICK),
                seats=seats,
            )
            started = await process.call(lambda service: service.practice(ask))
        else:
            offer = OpenLobby(
                interaction=self.new_id(),
                table=TableMessage(GUILD, ChannelId(800)),
                host=host,
                setup=MatchSetup(SHORT, clock=QUICK, rated=True),
                expires_at_ms=2**52,
                invited=(guest,),
            )
            opened: Any = await process.call(lambda service: service.open_lobby(offer))
            key = self.new_id()
            started = await process.call(lambda service: service.join(key, opened.lobby.id, guest))
        assert isinstance(started, Started), started
        match = MatchId(started.live.id)
        self.tables.append(People(self, match, random.Random(self.seed * 31 + number)))

    async def _storm(self) -> None:
        chance = self.chance
        self.disk.failing = chance.choice((0.0, 0.002, 0.01))
        self.discord.failing = chance.choice((0.0, 0.2, 0.9))
        for _ in range(chance.randrange(2, 7)):
            await asyncio.sleep(chance.uniform(1, 45))
            match chance.choice(("kill", "kill", "jump", "disk", "delete", "restart")):
                case "kill":
                    await self._kill_one()
                case "jump":
                    await self._jump(chance.choice((-HOUR, HOUR)))
                case "disk":
                    before, self.disk.failing = self.disk.failing, 0.5
                    await asyncio.sleep(chance.uniform(0.5, 20))
                    self.disk.failing = before
                case "delete":
                    self.discord.forget_one()
                case _:
                    await self._restart_one()

    async def _kill_one(self) -> None:
        process = self.some_process()
        if process is None:
            return
        await asyncio.sleep(self.chance.random() * 0.02)
        self.processes.remove(process)
        await process.kill()
        self.report.kills += 1
        if self.processes and self.chance.random() < 0.3:
            return
        if not self.processes:
            await asyncio.sleep(self.chance.choice((0.0, 2.0, 20.0, 150.0)))
        await self._start_process()

    async def _restart_one(self) -> None:
        process = self.some_process()
        if process is None:
            return
        if self.chance.random() < 0.5:
            await self._start_process()  # the new one before the old one ends
        self.processes.remove(process)
        with suppress(StoreError):
            await process.close()
        process.writer.kill()
        if not self.processes:
            await self._start_process()

    async def _jump(self, distance: int) -> None:
        """The clock is set, or (forwards) the machine has slept."""
        self.clock.ahead += distance
        self.report.jumps += 1
        self._disturbed()

    def _disturbed(self) -> None:
        now = checks.Disturbance(self.loop.time(), self.clock.now_ms())
        self.happened.disturbed.append(now)

    def _calm_down(self) -> None:
        self.disk.failing = self.discord.failing = 0.0
        self.is_calm, self.calm_since = True, self.loop.time()

    def _judge_the_end(self) -> Report:
        presses = [press for table in self.tables for press in table.presses]
        checks.everything(self.eye, self.book, presses, self.happened)
        checks.standings_fit(str(self.disk.path))
        report = self.report
        report.presses = len(presses)
        report.moves = sum(self.versions.values())
        report.disk_failures = self.disk.failures
        report.discord_failures = self.discord.failures
        report.seconds = self.loop.time() - BEGIN_S
        told = [(press.command.interaction, press.heard) for press in presses]
        rows = self.eye.execute("SELECT * FROM moves ORDER BY match_id, seq").fetchall()
        report.digest = hashlib.sha256(repr((told, rows)).encode()).hexdigest()[:16]
        return report

    async def end(self) -> None:
        """Leave nothing behind."""
        for process in self.processes:
            await process.kill()
        self.book.close()
        self.eye.close()


def ground_in(folder: Path) -> Ground[Report]:
    """Return a ground for runs in a folder."""
    return Ground(folder, _whole, "scripts/dev simulate")


async def _whole(seed: int, engines: Engines, loop: VirtualLoop) -> Report:
    world = Simulation(seed, engines, loop)
    try:
        async with asyncio.timeout(6 * 3600):
            return await world.run()
    except TimeoutError as error:
        raise WrongError("nothing comes to an end") from error
    finally:
        await world.end()
