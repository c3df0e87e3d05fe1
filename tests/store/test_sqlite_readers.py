"""Readers and the writer of SQLite: turns, interrupted queries, the end of a store."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy.exc import DBAPIError

from engine.store import Repeatable, Store, StoreFailedError
from engine.store.sqlite import READERS, SqliteReaders, SqliteWriter
from engine.store.sqlite_file import SqliteConnection
from tests.databases import make_empty
from tests.service.world import sqlite_url
from tests.waiting import until
from tests.worlds.engines import Held
from tests.worlds.sqlite_jobs import endless, no_thread_left, thread_of

__all__ = ["no_thread_left"]

pytestmark = pytest.mark.usefixtures("no_thread_left")


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


async def test_a_log_that_another_process_removes_meanwhile_has_no_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_empty(tmp_path / "gin.db")
    writer, log = SqliteWriter(tmp_path / "gin.db"), tmp_path / "gin.db-wal"
    monkeypatch.setattr(Path, "exists", lambda _: True)
    assert not log.is_file(), "it was there a moment ago"
    assert await writer.checkpoint() == 0
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


@pytest.mark.timeout(60)
async def test_a_query_that_is_given_up_before_its_statement_begins_ends(tmp_path: Path) -> None:
    make_empty(tmp_path / "gin.db")
    readers = SqliteReaders(tmp_path / "gin.db", size=1)
    begun, cancelled = threading.Event(), threading.Event()
    reading = asyncio.create_task(readers.read(endless(begun, cancelled)))
    await until(begun.is_set)
    reading.cancel()
    await asyncio.gather(reading, return_exceptions=True)
    cancelled.set()
    await until(lambda: all(one.is_over for one in readers._connections))
    await readers.close()


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
