"""kill -9, again and again, while many people press; then the database is held against their word.

Each life is a fork of this process, so that it starts in a few milliseconds. A database serves
some lives; then it is judged and a new one begins, and the last one's matches are replayed too.
"""

import asyncio
import os
import random
import select
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from engine.game.record import replay
from engine.service import Service
from engine.service.live import stored_of
from engine.store import Store
from tests import postgres
from tests.soak.clients import Life, Sent, live
from tests.soak.ledger import Ledger, rows_of

LIVES_OF_A_DATABASE = 50
LINES_OF_A_LIFE = 100
"""At least as many as the chance says, up to this, so that a busy machine plays on, too."""
READY_S = 180.0
Urls = Callable[[], str]


@dataclass
class Figures:
    """What a soak did and found."""

    kills: int = 0
    server_kills: int = 0
    presses: int = 0
    acknowledged: int = 0
    deliveries: int = 0
    repeated: int = 0
    refused: int = 0
    busy: int = 0
    databases: int = 0
    replayed: int = 0
    wrong: list[str] = field(default_factory=list)

    def add(self, ledger: Ledger) -> None:
        self.databases += 1
        self.presses += len(ledger.sent)
        self.acknowledged += len(ledger.done)
        self.deliveries += ledger.deliveries
        self.repeated += len(ledger.seen)
        self.refused += len(ledger.refused)
        self.busy += ledger.busy

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.server_kills} server kills, {self.databases} databases: "
            f"{self.presses} presses sent ({self.deliveries} deliveries), "
            f"{self.acknowledged} acknowledged, {self.repeated} called repetitions, "
            f"{self.refused} refused, {self.busy} told to press again, "
            f"{self.replayed} matches replayed, {len(self.wrong)} wrong"
        )


class Process:
    """A running life."""

    def __init__(self, url: str, life: Callable[[int], Life]) -> None:
        reader, writer = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(reader)
            try:
                asyncio.run(live(url, life(writer)))
            except BaseException:  # noqa: BLE001 - the process ends here
                traceback.print_exc()
            finally:
                os._exit(1)
        os.close(writer)
        self._reader = reader
        self._said = bytearray()

    def listen(self, seconds: float, lines: int = 0) -> None:
        """Take what it says for some time, and until it has said some lines.

        RuntimeError: it ended by itself, or has fallen silent.
        """
        wanted = self._said.count(b"\n") + lines
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([self._reader], [], [], left)[0] and not self._take():
                raise RuntimeError("a process ended by itself")
        while self._said.count(b"\n") < wanted:
            if not (select.select([self._reader], [], [], READY_S)[0] and self._take()):
                raise RuntimeError("a process ended by itself, or says nothing any more")

    def wait_until_ready(self) -> None:
        until = time.monotonic() + READY_S
        while b"ready\n" not in self._said:
            self.listen(0.002)
            if time.monotonic() > until:
                raise RuntimeError("the service does not start")

    def kill(self) -> list[str]:
        """Kill it and give everything it has said; half a line was never heard by anybody."""
        os.kill(self.pid, signal.SIGKILL)
        while self._take():
            pass
        os.waitpid(self.pid, 0)
        os.close(self._reader)
        return [line for line in self._said.decode().split("\n")[:-1] if line]

    def _take(self) -> bool:
        chunk = os.read(self._reader, 1 << 16)
        self._said += chunk
        return bool(chunk)


def soak(
    urls: Urls,
    kills: int,
    *,
    seed: int = 1,
    lives: int = LIVES_OF_A_DATABASE,
    processes: int = 1,
    span: tuple[float, float] = (0.03, 0.3),
    report: Callable[[Figures], None] = lambda figures: None,
) -> Figures:
    """Kill so many processes. With two, they share a database and one of them outlives a kill."""
    figures, chance = Figures(), random.Random(seed)
    number = 0
    while figures.kills < kills and not figures.wrong:
        url, ledger = urls(), Ledger()
        late: list[Sent] = []
        running: list[Process] = []
        for _ in range(min(lives, kills - figures.kills)):
            while len(running) < processes:
                number += 1
                running.append(_born(url, number, late))
                late = []
            for process in running:
                lines = chance.randrange(LINES_OF_A_LIFE) // len(running)
                process.listen(chance.uniform(*span) / len(running), lines)
            late = ledger.read(running.pop(0).kill())
            figures.kills += 1
        for process in running:
            ledger.read(process.kill())
        figures.add(ledger)
        figures.wrong += ledger.judge(rows_of(url))
        figures.replayed += asyncio.run(replayed(url))
        report(figures)
    return figures


def server_kills(server: postgres.Server, url: str, kills: int, *, seed: int = 1) -> Figures:
    """Kill the whole PostgreSQL server while a service plays on through it."""
    figures, chance, ledger = Figures(), random.Random(seed), Ledger()
    process = _born(url, 1, [])
    for _ in range(kills):
        process.listen(chance.uniform(0.3, 1.0))
        server.kill()
        process.listen(chance.uniform(0.0, 0.3))
        server.restart()
        figures.server_kills += 1
    process.listen(2.0)
    ledger.read(process.kill())
    figures.add(ledger)
    figures.wrong += ledger.judge(rows_of(url))
    figures.replayed = asyncio.run(replayed(url))
    return figures


def _born(url: str, number: int, late: list[Sent]) -> Process:
    process = Process(url, lambda pipe: Life(number, pipe, late))
    process.wait_until_ready()
    return process


async def replayed(url: str) -> int:
    """Play every match with a finished round again, from its record, with the product's code."""
    store = await Store.open(url)
    service = Service(store)
    try:
        many = 0
        for match in await store.read(
            lambda c: [row[0] for row in c.exec_driver_sql("SELECT match_id FROM matches")]
        ):
            kept, stored = await service.record(match), await service.load(match)
            if kept is None or stored is None:
                continue
            again = replay(kept)
            if stored.is_over:
                assert again == stored_of(stored).match, f"match {match} is not what was played"
            many += 1
        return many
    finally:
        await store.close()


@contextmanager
def sqlite_urls() -> Iterator[Urls]:
    """SQLite files, one after another, removed at the end."""
    with tempfile.TemporaryDirectory(prefix="gin-soak-") as folder:
        numbers = iter(range(1, 1_000_000))
        yield lambda: f"sqlite:///{Path(folder) / str(next(numbers))}.db"


@contextmanager
def postgres_urls() -> Iterator[tuple[postgres.Server, Urls]]:
    """Databases of a private PostgreSQL server."""
    with (
        tempfile.TemporaryDirectory(prefix="gin-pg-", ignore_cleanup_errors=True) as folder,
        postgres.server(Path(folder)) as server,
    ):
        yield server, lambda: asyncio.run(postgres.database(server.address))
