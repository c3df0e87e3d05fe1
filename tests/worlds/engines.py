"""The engines that a store can stand on, and what holds, refuses or loses its transactions."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.util import await_only

from engine.store import Store, sqlite
from engine.store.address import parsed, plain_engine
from engine.store.schema import friends
from engine.store.statements import upsert
from tests import postgres
from tests.databases import check_again, ready
from tests.postgres_pooler import behind
from tests.waiting import PATIENCE_S, until

T = TypeVar("T")
SQLITE: Final = "sqlite"
POSTGRES: Final = "postgresql"
POOLER: Final = "pooler"
SHARED: Final = (
    pytest.param(POSTGRES, marks=pytest.mark.postgres),
    pytest.param(POOLER, marks=pytest.mark.postgres),
)
"""The engines that several processes use at once."""
ENGINES: Final = (SQLITE, *SHARED)
NIGHTLY: Final = (SQLITE, pytest.param(POSTGRES, marks=[pytest.mark.postgres, pytest.mark.night]))
"""SQLite for every change, PostgreSQL at night: what is not about the engine."""


@asynccontextmanager
async def database(
    name: str, request: pytest.FixtureRequest, *, is_empty: bool = False
) -> AsyncIterator[str]:
    """A database of a test's own on the engine of this name; yields its URL."""
    if name == SQLITE:
        folder: Path = request.getfixturevalue("tmp_path")
        url = f"sqlite:///{folder / 'gin.db'}"
        yield url if is_empty else ready(url)
        for left in folder.glob("gin.db*"):
            left.unlink()
        return
    address = request.getfixturevalue("server").address
    url = await (postgres.database if is_empty else postgres.migrated)(address)
    yield behind(request.getfixturevalue("pooler_at"), url) if name == POOLER else url
    await postgres.drop(address, url)


@pytest.fixture(params=ENGINES)
async def address(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """A migrated database on each engine."""
    async with database(request.param, request) as url:
        yield url


@pytest.fixture(params=SHARED)
async def shared(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """A migrated database on each engine that several processes use at once."""
    async with database(request.param, request) as url:
        yield url


@pytest.fixture(params=ENGINES)
async def empty(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """A database without a schema on each engine."""
    async with database(request.param, request, is_empty=True) as url:
        yield url


async def changed_by(url: str, work: Callable[[Connection], T]) -> T:
    """Do something in a transaction beside the store, without the checks of SQLite's keys."""
    if url.startswith("sqlite"):
        path = Path(url.removeprefix("sqlite:///"))
        check_again(path)
        engine = sqlite.writer_engine(path, foreign_keys=False)
        try:
            with engine.begin() as connection:
                return work(connection)
        finally:
            engine.dispose()
    beside = plain_engine(parsed(url))
    try:
        async with beside.begin() as connected:
            return await connected.run_sync(work)
    finally:
        await beside.dispose()


class Held:
    """A work that keeps its connection until the test lets it go."""

    def __init__(self) -> None:
        self.begun, self.end = threading.Event(), threading.Event()
        self.is_done = False

    def __call__(self, connection: Connection) -> int:
        self.begun.set()
        _wait(connection.dialect.name, self.end)
        answer = int(connection.exec_driver_sql("SELECT 7").scalar_one())
        self.is_done = True
        return answer


def _wait(dialect: str, end: threading.Event) -> None:
    """Wait in the thread of a connection of SQLite, or in the loop of PostgreSQL's."""
    if dialect == "sqlite":
        assert end.wait(PATIENCE_S)
    else:
        await_only(until(end.is_set))


def engine_of(store: Store) -> Engine:
    """Return the engine with which a store writes."""
    backend: Any = store._backend
    found: Engine = getattr(backend._engine, "sync_engine", backend._engine)
    return found


@contextmanager
def commits(store: Store, commit: Callable[[Callable[[], None]], None]) -> Iterator[None]:
    """Do something else at every COMMIT of a store; it is given the honest COMMIT."""
    dialect: Any = engine_of(store).dialect
    honest = dialect.do_commit
    dialect.do_commit = lambda connection: commit(lambda: honest(connection))
    try:
        yield
    finally:
        dialect.do_commit = honest


@contextmanager
def held_commits(store: Store) -> Iterator[Held]:
    """Hold every COMMIT of a store before it is done."""
    held, name = Held(), engine_of(store).dialect.name

    def commit(honest: Callable[[], None]) -> None:
        held.begun.set()
        _wait(name, held.end)
        honest()

    with commits(store, commit):
        try:
            yield held
        finally:
            held.end.set()


def lost(store: Store) -> Exception:
    """Return the error with which the line to this database breaks."""
    if engine_of(store).dialect.name == "sqlite":
        return sqlite3.OperationalError("disk I/O error")
    return ConnectionResetError("connection reset by peer")


@contextmanager
def losing_answers(store: Store, times: int = 1) -> Iterator[list[int]]:
    """Lose the answers of the next COMMITs, although they are done; yields one item for each."""
    done: list[int] = []

    def commit(honest: Callable[[], None]) -> None:
        honest()
        if len(done) < times:
            done.append(len(done))
            raise lost(store)

    with commits(store, commit):
        yield done


@contextmanager
def refused_commits(store: Store, times: int) -> Iterator[None]:
    """Let the next COMMITs fail before they are done."""
    left = [*range(times)]

    def commit(honest: Callable[[], None]) -> None:
        if left:
            left.pop()
            raise lost(store)
        honest()

    with commits(store, commit):
        yield


async def settle() -> None:
    """Let whatever can go on in the loop go on."""
    for _ in range(20):
        await asyncio.sleep(0)


def befriend(connection: Connection) -> int:
    """Insert a row that may be there; return how many there are."""
    row = {"user_id": 1, "friend_id": 2, "since_ms": 3}
    connection.execute(upsert(connection.dialect.name, friends).on_conflict_do_nothing(), row)
    return befriended(connection)


def befriended(connection: Connection) -> int:
    return connection.execute(select(func.count()).select_from(friends)).scalar_one()
