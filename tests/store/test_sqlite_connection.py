"""Connections of SQLite are aiosqlite's; each is closed, and its thread ended, on every path."""

import ast
import asyncio
import contextlib
import inspect
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from importlib import metadata
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from engine.store import Repeatable, Store, StoreError, StoreFailedError, migrate
from engine.store.sqlite import READERS, SqliteReaders, SqliteWriter, writer_engine
from engine.store.sqlite_connection import SqliteConnection, sqlite_engine
from tests.databases import make_empty
from tests.service.world import sqlite_url
from tests.store.test_backup import FOR_EVER
from tests.waiting import PATIENCE_S, until

ROOT = Path(__file__).parents[2]
CONNECTIONS = Path("engine/store/sqlite_connection.py")
THREADS = {"threading", "concurrent", "multiprocessing", "to_thread", "run_in_executor"}


# -- one module connects, and nothing starts a thread -----------------------------------------


def names_of(source: str) -> set[str]:
    """Every name, attribute and imported module of a piece of code, in full and in parts."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found |= {part for name in names for part in name.name.split(".")}
            case ast.ImportFrom(module=str(module), names=names):
                found |= {*module.split("."), *(f"{module}.{name.name}" for name in names)}
            case ast.Attribute(value=ast.Name(id=of), attr=name):
                found |= {f"{of}.{name}", name}
            case ast.Attribute(attr=name):
                found.add(name)
    return found


def connects(source: str) -> bool:
    """Whether code uses SQLite's library, or more of aiosqlite than its errors and version."""
    names = names_of(source)
    of_driver = {one.partition(".")[2] for one in names if one.startswith("aiosqlite.")}
    harmless = {
        name for name, one in vars(aiosqlite).items() if isinstance(one, type | tuple | str)
    } - {"Connection", "Cursor"}
    return "sqlite3" in names or not of_driver <= harmless


def modules(*folders: str) -> Iterator[tuple[Path, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def test_one_module_connects_to_files() -> None:
    named = [(path, source) for path, source in modules("engine", "bot") if "sqlite" in source]
    assert [path for path, source in named if connects(source)] == [CONNECTIONS]


def test_the_store_starts_no_thread() -> None:
    assert [path for path, source in modules("engine/store") if names_of(source) & THREADS] == []


@pytest.mark.parametrize(
    "source",
    [
        "import sqlite3",
        "from sqlite3 import connect",
        "import aiosqlite\naiosqlite.connect('gin.db')",
        "from aiosqlite import connect",
        "import aiosqlite\nclass Own(aiosqlite.Connection): ...",
        "from aiosqlite.core import Connection",
    ],
)
def test_another_module_that_connects_is_noticed(source: str) -> None:
    assert connects(source)


@pytest.mark.parametrize(
    "source",
    [
        "import threading",
        "from threading import Thread",
        "from concurrent.futures import ThreadPoolExecutor",
        "import concurrent.futures",
        "import asyncio\nasyncio.to_thread(print)",
        "from asyncio import to_thread",
        "loop.run_in_executor(None, print)",
    ],
)
def test_a_thread_is_noticed(source: str) -> None:
    assert {name.rpartition(".")[2] for name in names_of(source)} & THREADS


def test_the_only_private_name_is_that_of_the_version_that_was_read() -> None:
    """With another version, read its ``core.py`` again: whether jobs run in order, one at a time,

    whether ``stop`` lets those before it end, and whether ``_execute`` still queues them.
    """
    assert metadata.version("aiosqlite") == "0.22.1"
    assert [*inspect.signature(aiosqlite.Connection._execute).parameters][:2] == ["self", "fn"]
    own = set(vars(SqliteConnection(sqlite_engine(Path("gin.db"), timeout_s=0))))
    lent = set(vars(aiosqlite.Connection(lambda: sqlite3.connect(":memory:"), 64)))
    assert own - lent == {"_engine", "_stopped"}, "it takes no name of the other's"
    private = {
        node.attr
        for node in ast.walk(ast.parse((ROOT / CONNECTIONS).read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr.startswith("_")
    }
    lent |= {name for name in vars(aiosqlite.Connection) if not name.startswith("__")}
    assert private & lent == {"_execute"}


# -- one job at a time, in a thread of its own ----------------------------------------------------


@pytest.fixture
def no_thread_left() -> Iterator[None]:
    """The test leaves no thread behind for which a program would wait."""
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(PATIENCE_S)
        assert not thread.is_alive()


pytestmark = pytest.mark.usefixtures("no_thread_left")


class Held:
    """A job that keeps its connection until the test lets it go, or until it is interrupted."""

    def __init__(self) -> None:
        self.begun, self.end = threading.Event(), threading.Event()
        self.done = False

    def __call__(self, connection: Connection) -> int:
        self.begun.set()
        self.end.wait(PATIENCE_S)
        answer = int(connection.exec_driver_sql("SELECT 7").scalar_one())
        self.done = True
        return answer


def endless(begun: threading.Event) -> Any:
    def job(connection: Connection) -> int:
        begun.set()
        return int(connection.exec_driver_sql(FOR_EVER).scalar_one())

    return job


def thread_of(connection: Connection) -> int:
    return threading.get_ident()


def connection_to(path: Path) -> SqliteConnection:
    return SqliteConnection(writer_engine(path))


async def test_all_jobs_run_in_the_thread_of_the_connection(tmp_path: Path) -> None:
    async with connection_to(tmp_path / "a.db") as one, connection_to(tmp_path / "a.db") as other:
        threads = [await each.run(thread_of) for each in (one, one, other)]
        assert threads[0] == threads[1] != threads[2]
        assert threading.get_ident() not in threads
        driver: Any = await one.run(lambda c: c.connection.dbapi_connection)
        assert isinstance(driver, sqlite3.Connection)
        with pytest.raises(sqlite3.ProgrammingError):  # the store cannot use it elsewhere
            driver.execute("SELECT 1")


async def test_a_job_whose_caller_is_cancelled_runs_to_its_end_before_the_next(
    tmp_path: Path,
) -> None:
    async with connection_to(tmp_path / "gin.db") as connection:
        held = Held()
        caller = asyncio.create_task(connection.run(held))
        await until(held.begun.is_set)
        caller.cancel()
        await asyncio.gather(caller, return_exceptions=True)
        following = asyncio.create_task(connection.run(lambda _: held.done))
        held.end.set()
        assert await following is True


# -- every path closes --------------------------------------------------------------------------


class Counted(sqlite3.Connection):
    """Counts those that were closed."""

    closed = 0

    def close(self) -> None:
        Counted.closed += 1
        super().close()


async def test_nothing_is_left_of_a_connection_that_fails_to_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Counted))
    (tmp_path / "text.db").write_text("no database at all, but long enough to look like one" * 30)
    for failing in (
        connection_to(tmp_path / "text.db"),
        connection_to(tmp_path),
        SqliteConnection(sqlite_engine(tmp_path / "none.db", timeout_s=0, is_read_only=True)),
    ):
        with pytest.raises(DBAPIError):
            await failing.open()
    assert Counted.closed == 1, "the others could not be opened"


async def test_a_thread_that_cannot_be_started_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", none_left)
        with pytest.raises(RuntimeError):
            await connection_to(tmp_path / "gin.db").open()


@pytest.mark.parametrize("fails", [False, True])
async def test_a_connection_whose_opening_is_cancelled_is_closed_before_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    begun, end = threading.Event(), threading.Event()
    honest = SqliteConnection._connect_core
    drivers: list[sqlite3.Connection] = []

    def slowly(connection: SqliteConnection) -> sqlite3.Connection:
        begun.set()
        end.wait(PATIENCE_S)
        if fails:
            raise sqlite3.OperationalError("disk I/O error")
        drivers.append(honest(connection))
        return drivers[0]

    monkeypatch.setattr(SqliteConnection, "_connect_core", slowly)
    opening = asyncio.create_task(connection_to(tmp_path / "gin.db").open())
    await until(begun.is_set)
    for _ in range(3):
        opening.cancel()
        await asyncio.sleep(0)
    assert not opening.done()
    end.set()
    with pytest.raises(asyncio.CancelledError):
        await opening
    for driver in drivers:
        with pytest.raises(sqlite3.ProgrammingError, match=r"closed|thread"):
            driver.cursor()


async def test_what_is_cancelled_within_a_connection_is_interrupted(tmp_path: Path) -> None:
    begun = threading.Event()

    async def ask() -> None:
        async with connection_to(tmp_path / "gin.db") as connection:
            await connection.run(endless(begun))

    asking = asyncio.create_task(ask())
    await until(begun.is_set)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_a_connection_that_was_closed_within_is_closed_once(tmp_path: Path) -> None:
    for error in (None, asyncio.CancelledError(), ValueError("of the caller")):
        with contextlib.suppress(asyncio.CancelledError, ValueError):
            async with connection_to(tmp_path / "gin.db") as connection:
                await connection.close()
                if error is not None:
                    raise error


async def test_a_migration_that_is_cancelled_is_waited_for_and_releases_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, end = threading.Event(), threading.Event()
    honest = migrate.upgrade

    def slowly(connection: Connection) -> None:
        honest(connection)
        begun.set()
        end.wait(PATIENCE_S)

    with monkeypatch.context() as patch:
        patch.setattr(migrate, "upgrade", slowly)
        opening = asyncio.create_task(Store.open(sqlite_url(tmp_path)))
        await until(begun.is_set)
        opening.cancel()
        await asyncio.sleep(0)
        with pytest.raises(StoreError):
            await Store.open(sqlite_url(tmp_path), lock_wait_s=0)
        end.set()
        with pytest.raises(asyncio.CancelledError):
            await opening
    await (await Store.open(sqlite_url(tmp_path), lock_wait_s=0)).close()


FAILED_START = """
import asyncio, sys, threading
from engine.store import Store, StoreError
async def start():
    asyncio.get_running_loop().call_later(float(sys.argv[2]), asyncio.current_task().cancel)
    await Store.open(sys.argv[1])
    raise RuntimeError("the program fails after its start")
try:
    asyncio.run(start())
except (StoreError, RuntimeError, asyncio.CancelledError) as error:
    print(type(error).__name__)
    others = {t for t in threading.enumerate() if t is not threading.main_thread()}
    for thread in others:
        thread.join(60)
    print(len([t for t in others if t.is_alive()]))
"""


def failed_start(folder: Path, cancelled_after: float = 3600.0) -> list[str]:
    """What a program says whose start fails, and which then ends by itself."""
    arguments = ("-W", "error", "-c", FAILED_START, sqlite_url(folder), f"{cancelled_after}")
    ran = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert ran.stderr == ""
    return ran.stdout.split()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "error"),
    [
        (None, "NotSqliteError"),
        ("UPDATE alembic_version SET version_num = '9999'", "SchemaTooNewError"),
        ("DROP TABLE notes", "StoreCorruptError"),
        ("SELECT 1", "RuntimeError"),
    ],
)
def test_a_program_whose_start_fails_ends_by_itself(
    tmp_path: Path, statement: str | None, error: str
) -> None:
    path = tmp_path / "gin.db"
    if statement is None:
        path.write_text("no database at all, but long enough to look like one" * 30)
    else:
        make_empty(path)
        with contextlib.closing(sqlite3.connect(path)) as file:
            file.execute(statement)
            file.commit()
    assert failed_start(tmp_path) == [error, "0"]


@pytest.mark.slow
def test_a_program_that_is_stopped_while_it_opens_its_database_ends_by_itself(
    tmp_path: Path,
) -> None:
    for number in range(6):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        error, left = failed_start(folder, number * 0.02)
        assert error in ("CancelledError", "RuntimeError")
        assert left == "0"


# -- readers and writer -------------------------------------------------------------------------


async def test_a_query_that_is_cancelled_is_interrupted_and_its_connection_is_not_used_again(
    tmp_path: Path,
) -> None:
    make_empty(tmp_path / "gin.db")
    readers, begun = SqliteReaders(tmp_path / "gin.db"), threading.Event()
    first = await readers.read(thread_of)
    assert await readers.read(thread_of) == first, "it is handed back"
    with pytest.raises(DBAPIError):
        await readers.read(lambda c: c.exec_driver_sql("SELECT no_such_function()"))
    assert await readers.read(thread_of) == first, "also after an error"
    reading = asyncio.create_task(readers.read(endless(begun)))
    await until(begun.is_set)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    assert reading.cancelled()
    for _ in range(2 * READERS):
        assert await readers.read(thread_of) != first
    await readers.close()


async def test_readers_take_turns_in_the_order_of_their_arrival(tmp_path: Path) -> None:
    make_empty(tmp_path / "gin.db")
    readers = SqliteReaders(tmp_path / "gin.db", size=2)
    held, threads, order = [Held(), Held()], set[int](), list[int]()
    reading = [asyncio.create_task(readers.read(one)) for one in held]
    await until(lambda: all(one.begun.is_set() for one in held))

    async def read(number: int) -> None:
        threads.add(await readers.read(thread_of))
        order.append(number)

    waiting = [asyncio.create_task(read(number)) for number in range(6)]
    await asyncio.sleep(0)
    waiting[2].cancel()
    held[0].end.set()
    await asyncio.gather(*waiting, return_exceptions=True)
    assert order == [0, 1, 3, 4, 5]
    held[1].end.set()
    assert await asyncio.gather(*reading) == [7, 7]
    assert len(threads) == 1
    await readers.close()


async def test_a_query_that_still_runs_when_the_readers_are_closed_is_interrupted(
    tmp_path: Path,
) -> None:
    make_empty(tmp_path / "gin.db")
    readers, begun = SqliteReaders(tmp_path / "gin.db"), threading.Event()
    reading = asyncio.create_task(readers.read(endless(begun)))
    await until(begun.is_set)
    await readers.close()
    with pytest.raises(DBAPIError, match="interrupted"):
        await reading


async def test_a_writer_that_is_closed_finishes_what_it_does_and_opens_nothing_any_more(
    tmp_path: Path,
) -> None:
    make_empty(tmp_path / "gin.db")
    writer, held = SqliteWriter(tmp_path / "gin.db"), Held()
    writing = asyncio.create_task(writer.run([held]))
    await until(held.begun.is_set)
    closing = asyncio.create_task(writer.close())
    await asyncio.sleep(0)
    closing.cancel()
    await asyncio.gather(closing, return_exceptions=True)
    held.end.set()
    assert await writing == [7]
    with pytest.raises(StoreFailedError, match="closed"):
        await writer.checkpoint()
    await writer.close()


async def test_everything_is_closed_although_the_last_checkpoint_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    await store.write(Repeatable(thread_of))
    await store.read(thread_of)

    async def full(_: SqliteWriter) -> int:
        raise StoreFailedError(reason="disk full")

    with monkeypatch.context() as patch:
        patch.setattr(SqliteWriter, "checkpoint", full)
        with pytest.raises(StoreFailedError, match="disk full"):
            await store.close()
    await (await Store.open(sqlite_url(tmp_path), lock_wait_s=0)).close()


async def test_a_store_whose_closing_is_cancelled_is_closed(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    begun, held = threading.Event(), Held()
    reading = asyncio.create_task(store.read(endless(begun)))
    writing = asyncio.create_task(store.write(Repeatable(held)))
    await until(lambda: begun.is_set() and held.begun.is_set())
    closing = asyncio.create_task(store.close())
    await asyncio.sleep(0)
    closing.cancel()
    await asyncio.sleep(0)
    held.end.set()
    await asyncio.gather(closing, reading, writing, return_exceptions=True)
    assert closing.cancelled()


async def test_a_file_that_closes_with_an_error_is_left_nevertheless(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The failure that led to it is told, not that of the closing."""
    make_empty(tmp_path / "gin.db")
    writer = SqliteWriter(tmp_path / "gin.db")
    close = SqliteConnection.close

    async def failing(connection: SqliteConnection) -> None:
        await close(connection)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(SqliteConnection, "close", failing)
    with pytest.raises(StoreFailedError, match="no such table"):
        await writer.run([lambda c: c.exec_driver_sql("SELECT * FROM no_table").all()])
    assert await writer.run([thread_of]) != []
    await writer.close()


async def test_connections_that_were_given_up_are_forgotten(tmp_path: Path) -> None:
    """Readers do not grow by the queries whose callers were cancelled."""
    make_empty(tmp_path / "gin.db")
    readers = SqliteReaders(tmp_path / "gin.db", size=1)
    for _ in range(5):
        begun = threading.Event()
        reading = asyncio.create_task(readers.read(endless(begun)))
        await until(begun.is_set)
        reading.cancel()
        await asyncio.gather(reading, return_exceptions=True)
        await readers.read(thread_of)
        assert len(readers._connections) <= 3
        await until(lambda: sum(not one.is_over for one in readers._connections) == 1)
    await readers.close()
