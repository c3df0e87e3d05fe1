"""Connections of SQLite are aiosqlite's; each is closed, and its thread ended, on every path."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from engine.store import Store, StoreError, migrate
from engine.store.sqlite import writer_engine
from engine.store.sqlite_file import SqliteConnection, sqlite_engine
from tests.databases import make_empty
from tests.service.world import sqlite_url
from tests.waiting import PATIENCE_S, until
from tests.worlds.engines import Held
from tests.worlds.sqlite_jobs import endless, no_thread_left, thread_of

__all__ = ["no_thread_left"]

pytestmark = pytest.mark.usefixtures("no_thread_left")
ROOT = Path(__file__).parents[2]


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
        following = asyncio.create_task(connection.run(lambda _: held.is_done))
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


FAILED_STARTS = """
import asyncio, sys, threading
from engine.store import Store, StoreError
async def start(url, cancelled_after):
    asyncio.get_running_loop().call_later(cancelled_after, asyncio.current_task().cancel)
    await Store.open(url)
    raise RuntimeError("the program fails after its start")
for url, cancelled_after in zip(sys.argv[1::2], sys.argv[2::2]):
    try:
        asyncio.run(start(url, float(cancelled_after)))
    except (StoreError, RuntimeError, asyncio.CancelledError) as error:
        print(type(error).__name__)
    for thread in set(threading.enumerate()) - {threading.main_thread()}:
        thread.join(60)
        assert not thread.is_alive()
"""


def failed_starts(*starts: tuple[Path, float]) -> list[str]:
    """The errors of starts that fail, in a program which then ends by itself."""
    arguments = [word for path, after in starts for word in (f"sqlite:///{path}", f"{after}")]
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", FAILED_STARTS, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=True,
    )
    assert ran.stderr == ""
    return ran.stdout.split()


@pytest.mark.slow
def test_a_program_whose_start_fails_ends_by_itself(tmp_path: Path) -> None:
    (tmp_path / "0.db").write_text("no database at all, but long enough to look like one" * 30)
    statements = (
        "UPDATE alembic_version SET version_num = '9999'",
        "DROP TABLE notes",
        "SELECT 1",
    )
    for number, statement in enumerate(statements, 1):
        make_empty(tmp_path / f"{number}.db")
        with contextlib.closing(sqlite3.connect(tmp_path / f"{number}.db")) as file:
            file.execute(statement)
            file.commit()
    assert failed_starts(*((tmp_path / f"{number}.db", 3600.0) for number in range(4))) == [
        "NotSqliteError",
        "SchemaTooNewError",
        "StoreCorruptError",
        "RuntimeError",
    ]


@pytest.mark.slow
def test_a_program_that_is_stopped_while_it_opens_its_database_ends_by_itself(
    tmp_path: Path,
) -> None:
    starts = [(tmp_path / f"{number}.db", number * 0.02) for number in range(6)]
    errors = failed_starts(*starts)
    assert len(errors) == len(starts)
    assert errors[0] == "CancelledError"
    assert set(errors) <= {"CancelledError", "RuntimeError"}
