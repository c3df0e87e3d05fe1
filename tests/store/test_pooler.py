"""What a session keeps: nothing behind a pooler in transaction mode, statements without one."""

import socket

import pytest
from sqlalchemy import Connection, text

from engine.store import Repeatable, Store, StoreFailedError

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


async def test_every_transaction_has_its_timeouts_and_statements_are_kept_without_a_pooler(
    shared: str,
) -> None:
    store, kept = await Store.open(shared), list[int]()
    for _ in range(3):
        for asked in (store.write(Repeatable(session)), store.read(session)):
            settings, count = await asked
            assert settings == list(SETTINGS.values())
            kept.append(count)
    if "127.0.0.1" in shared:
        assert kept == [0] * 6
    else:
        assert kept[-1] >= len(SETTINGS)
    await store.close()


def long(connection: Connection) -> None:
    connection.execute(text("SET LOCAL statement_timeout = 1"))
    connection.execute(text("SELECT pg_sleep(60)"))


async def test_a_query_that_takes_too_long_is_ended_by_the_server(shared: str) -> None:
    store = await Store.open(shared)
    with pytest.raises(StoreFailedError, match="QueryCanceledError"):
        await store.read_long(long)
    assert (await store.read(session))[0] == list(SETTINGS.values())
    await store.close()


async def test_a_system_may_lack_some_options_of_tcp(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(socket, "TCP_USER_TIMEOUT")
    store = await Store.open(shared)
    assert await store.write(Repeatable(session))
    await store.close()
