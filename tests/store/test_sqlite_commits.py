"""A COMMIT of SQLite that ends in an error, and files that it cannot read."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from engine.store import Repeatable, Store, StoreCorruptError, StoreUnsureError
from tests.service.world import sqlite_url
from tests.worlds.engines import befriend


def refusing_commits(times: int) -> Callable[[Connection], int]:
    """Return a work whose COMMIT fails so many times; its result is the number of rows."""
    left = times

    def allowed(operation: int, name: str | None, *_: object) -> int:
        nonlocal left
        if operation != sqlite3.SQLITE_TRANSACTION or name != "COMMIT" or not left:
            return sqlite3.SQLITE_OK
        left -= 1
        return sqlite3.SQLITE_DENY

    def work(connection: Connection) -> int:
        driver: Any = connection.connection.dbapi_connection
        driver.set_authorizer(allowed)
        return befriend(connection)

    return work


async def test_a_commit_that_fails_once_is_made_again(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    assert await store.write(Repeatable(refusing_commits(1))) == 1
    assert await store.read(rows) == 1
    await store.close()


def twice_refused() -> Callable[[Connection], int]:
    """Return a work whose COMMIT fails twice."""
    return refusing_commits(2)


def refused_and_without_disk() -> Callable[[Connection], int]:
    """Return a work whose COMMIT fails the first time, and whose disk fails the second time."""
    attempts = [refusing_commits(1), fail]

    def work(connection: Connection) -> int:
        attempt = attempts.pop(0)
        return attempt(connection)

    return work


def fail(connection: Connection) -> int:
    raise OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))


@pytest.mark.parametrize("failing", [twice_refused, refused_and_without_disk])
async def test_a_commit_that_cannot_be_made_again_stays_in_doubt(
    tmp_path: Path, failing: Callable[[], Callable[[Connection], int]]
) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    with pytest.raises(StoreUnsureError):
        await store.write(Repeatable(failing()))
    assert await store.read(rows) == 0
    assert await store.write(Repeatable(befriend)) == 1
    await store.close()


def rows(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT count(*) FROM friends").scalar_one())


async def test_a_file_without_its_list_of_tables_is_a_damaged_one(tmp_path: Path) -> None:
    """The file begins like a database, so that SQLite opens it and fails at its first page."""
    await (await Store.open(sqlite_url(tmp_path))).close()
    path = tmp_path / "gin.db"
    data = bytearray(path.read_bytes())
    data[100:4096] = bytes(3996)
    path.write_bytes(data)
    with pytest.raises(StoreCorruptError) as refused:
        await Store.open(sqlite_url(tmp_path), lock_wait_s=1)
    assert refused.value.data == {"file": str(path), "found": "database disk image is malformed"}
