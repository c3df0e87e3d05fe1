"""What a store answers alike on SQLite and on PostgreSQL."""

from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from engine.store import Repeatable, Store, StoreFailedError
from engine.store.schema import friends
from engine.store.upsert import upsert
from tests.service.world import sqlite_url


def befriend(connection: Connection) -> int:
    row = {"user_id": 1, "friend_id": 2, "since_ms": 3}
    connection.execute(upsert(connection.dialect.name, friends).on_conflict_do_nothing(), row)
    return connection.execute(select(func.count()).select_from(friends)).scalar_one()


async def used(address: str) -> None:
    store = await Store.open(address)
    assert store.is_shared == address.startswith("postgresql")
    assert [await store.write(Repeatable(befriend)) for _ in range(2)] == [1, 1]
    await store.checkpoint()
    await store.close()
    await store.close()
    with pytest.raises(StoreFailedError):
        await store.read(befriend)


async def test_sqlite_keeps_one_row_and_closes_twice(tmp_path: Path) -> None:
    await used(sqlite_url(tmp_path))


@pytest.mark.postgres
async def test_postgresql_keeps_one_row_and_closes_twice(url: str) -> None:
    await used(url)


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(StoreFailedError) as failed:
        await Store.open(f"sqlite:///{tmp_path / 'taken' / 'deep' / 'gin.db'}")
    assert failed.value.data["file"] == str(tmp_path / "taken" / "deep")
