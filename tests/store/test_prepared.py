"""Statements that run with every move do on each engine what SQLAlchemy would do with them."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from engine.store import Repeatable, Store, StoreFailedError
from engine.store.schema import secrets
from engine.store.statements import PreparedChange, PreparedQuery

INSERT = insert(secrets)
READ = select(secrets).where(secrets.c.ref_id == bindparam("ref"))
CHANGE = update(secrets).where(secrets.c.ref_id == bindparam("ref")).values(root=bindparam("new"))


@pytest.fixture
async def store(address: str) -> AsyncIterator[Store]:
    opened = await Store.open(address)
    yield opened
    await opened.close()


def _work(connection: Connection) -> None:
    insert_row = PreparedChange(INSERT, ("ref_id", "root"))
    read, change = PreparedQuery(READ), PreparedChange(CHANGE)
    assert read.row(connection, {"ref": 7}) is None
    assert insert_row.run(connection, {"ref_id": 7, "root": "a"}) == 1
    assert insert_row.run(connection, {"ref_id": 8, "root": "b"}) == 1
    assert change.run(connection, {"ref": 8, "new": "c"}) == 1
    assert change.run(connection, {"ref": 9, "new": "c"}) == 0
    for number in (7, 8):
        row = read.row(connection, {"ref": number})
        known = connection.execute(READ, {"ref": number}).one()
        assert tuple(row) == tuple(known)
        assert (row.ref_id, row.root, row.earlier) == (known.ref_id, known.root, known.earlier)


async def test_rows_and_counts_are_those_of_sqlalchemy(store: Store) -> None:
    await store.write(Repeatable(_work))
    assert (await store.read(lambda c: PreparedQuery(READ).row(c, {"ref": 8}))).root == "c"


async def test_nothing_of_a_transaction_that_fails_stays(store: Store) -> None:
    def twice(connection: Connection) -> None:
        for _ in range(2):
            PreparedChange(INSERT, ("ref_id", "root")).run(connection, {"ref_id": 1, "root": "a"})

    with pytest.raises(IntegrityError):
        await store.write(Repeatable(twice))
    assert await store.read(lambda c: PreparedQuery(READ).row(c, {"ref": 1})) is None


async def test_a_reader_of_sqlite_cannot_write(tmp_path: Path) -> None:
    def write(connection: Connection) -> int:
        return PreparedChange(INSERT, ("ref_id", "root")).run(
            connection, {"ref_id": 1, "root": "a"}
        )

    store = await Store.open(f"sqlite:///{tmp_path / 'gin.db'}")
    try:
        with pytest.raises(StoreFailedError):
            await store.read(write)
    finally:
        await store.close()
