"""A query that PostgreSQL cuts off is asked once more, and called slow if that is cut off, too."""

import math
from collections.abc import AsyncIterator
from typing import Final

import pytest
from sqlalchemy import Connection

from engine.store import Store, StoreSlowError, address
from tests.postgres import Server, drop, execute, migrated

pytestmark = pytest.mark.postgres

CUT_OFF_MS: Final = 200
_ASKED: Final = "SELECT last_value FROM asked"


@pytest.fixture
async def url(server: Server) -> AsyncIterator[str]:
    made = await migrated(server.address)
    await execute(made, "CREATE SEQUENCE asked", "SELECT 1")
    yield made
    await drop(server.address, made)


@pytest.fixture
async def store(url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Store]:
    monkeypatch.setitem(address._SESSION, "statement_timeout", str(CUT_OFF_MS))
    opened = await Store.open(url)
    yield opened
    await opened.close()


def slow_until(times: float, connection: Connection) -> int:
    """Count this query, and answer at once only after so many."""
    number = int(connection.exec_driver_sql("SELECT nextval('asked')").scalar_one())
    if number <= times:
        connection.exec_driver_sql("SELECT pg_sleep(10)")
    return number


async def test_a_query_that_is_cut_off_is_asked_once_more(store: Store) -> None:
    assert await store.read_long(lambda connection: slow_until(1, connection)) == 2


async def test_a_query_that_is_cut_off_again_is_called_slow(store: Store, url: str) -> None:
    with pytest.raises(StoreSlowError):
        await store.read_long(lambda connection: slow_until(math.inf, connection))
    assert await execute(url, _ASKED) == 2


async def test_a_query_is_not_asked_again_when_nobody_waits(store: Store, url: str) -> None:
    with pytest.raises(StoreSlowError):
        await store._read(lambda connection: slow_until(1, connection), patience_s=0.0)
    assert await execute(url, _ASKED) == 1
