"""The store and the service behind PgBouncer in transaction mode, where no session lasts."""

import socket
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, text

from engine.store import Repeatable, Store, StoreFailedError
from tests.postgres import Server, database
from tests.service.test_engines import (
    test_a_deadline_is_fired_once_by_two_processes,
    test_lost_connections_lose_nothing_and_double_nothing,
    test_many_matches_at_once,
    test_people_and_computers_play_to_the_end,
    test_two_processes_get_the_same_press,
)
from tests.service.world import World, open_world
from tests.store.test_both_engines import used

__all__ = [
    "test_a_deadline_is_fired_once_by_two_processes",
    "test_lost_connections_lose_nothing_and_double_nothing",
    "test_many_matches_at_once",
    "test_people_and_computers_play_to_the_end",
    "test_two_processes_get_the_same_press",
]

pytestmark = pytest.mark.postgres


@pytest.fixture(name="url")
def _url(pooled_url: str) -> str:
    """The tests of the service that are imported here go through the pooler."""
    return pooled_url


@pytest.fixture
async def world(url: str) -> AsyncIterator[World]:
    opened = await open_world(url)
    yield opened
    await opened.service.close()


async def test_the_store_keeps_one_row_and_closes_twice(url: str) -> None:
    await used(url)


async def test_a_system_may_lack_some_options_of_tcp(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(socket, "TCP_USER_TIMEOUT")
    await used(url)


SETTINGS = {
    "synchronous_commit": "on",
    "statement_timeout": "2s",
    "lock_timeout": "1s",
    "idle_in_transaction_session_timeout": "5s",
}


def session(connection: Connection) -> tuple[list[str], int]:
    """Return the settings of a connection, and the number of statements it keeps prepared."""
    found = [connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in SETTINGS]
    kept = "SELECT count(*) FROM pg_prepared_statements"
    return found, connection.exec_driver_sql(kept).scalar_one()


async def test_every_transaction_has_its_timeouts_and_leaves_no_statement(url: str) -> None:
    store = await Store.open(url)
    for _ in range(3):
        assert await store.write(Repeatable(session)) == (list(SETTINGS.values()), 0)
        assert await store.read(session) == (list(SETTINGS.values()), 0)
    with pytest.raises(StoreFailedError):
        await store.read_long(lambda c: c.execute(text("SELECT pg_sleep(60)")).all())
    await store.close()


async def test_a_direct_connection_keeps_its_statements_prepared(server: Server) -> None:
    store = await Store.open(await database(server.address))
    await store.write(Repeatable(session))
    settings, kept = await store.write(Repeatable(session))
    assert settings == list(SETTINGS.values())
    assert kept >= len(SETTINGS)
    await store.close()
