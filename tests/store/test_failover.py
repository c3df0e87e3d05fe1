"""A PostgreSQL server that is lost, only reads, or leaves a COMMIT in doubt."""

from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Connection, make_url

from engine.store import Repeatable, Store, StoreFailedError, UnreachableError
from engine.store.address import parsed, plain_engine
from engine.store.postgres import is_pooled
from tests.postgres import execute

pytestmark = pytest.mark.postgres

_END_AT_THE_FIRST_COMMIT = """
CREATE SEQUENCE commits;
CREATE TABLE kept (number int PRIMARY KEY, xid text);
CREATE FUNCTION end_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nextval('commits') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ends AFTER INSERT ON kept DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION end_once();
"""


@pytest.fixture
async def store(migrated: str) -> AsyncIterator[Store]:
    opened = await Store.open(migrated)
    try:
        yield opened
    finally:
        await opened.close()


def name_of_database(connection: Connection) -> str:
    return str(connection.exec_driver_sql("SELECT current_database()").scalar_one())


async def test_a_read_succeeds_although_the_server_ended_every_idle_connection(
    store: Store, migrated: str
) -> None:
    name = await store.read(name_of_database)
    await execute(
        migrated,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    assert await store.read(name_of_database) == name


def create(connection: Connection) -> None:
    connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS written (number int)")


def only_read(connection: Connection) -> None:
    """Make this connection one to a leader that has become a standby."""
    connection.exec_driver_sql("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")


async def test_a_command_is_redone_where_the_server_writes(store: Store, migrated: str) -> None:
    await store.write(Repeatable(only_read))
    await store.write(Repeatable(create))
    assert await execute(migrated, "SELECT count(*) FROM written") == 0


async def only_reads_from_now_on(url: str) -> None:
    name = make_url(url).database
    await execute(url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")


async def test_a_command_fails_where_no_server_writes(store: Store, migrated: str) -> None:
    await store.write(Repeatable(only_read))  # opens the connection that is used from now on
    await only_reads_from_now_on(migrated)
    await store.write(Repeatable(only_read))
    with pytest.raises(StoreFailedError):
        await store.write(Repeatable(create))


async def test_a_server_that_only_reads_is_not_opened(url: str) -> None:
    await only_reads_from_now_on(url)
    with pytest.raises(UnreachableError) as failed:
        await Store.open(url)
    assert failed.value.data["reason"] == "the server only reads, as a standby does"


async def test_a_server_that_is_lost_while_the_store_opens_is_named() -> None:
    engine = plain_engine(parsed("postgresql+asyncpg://gin:hunter2@127.0.0.1:1/gin"))
    with pytest.raises(UnreachableError) as failed:
        await is_pooled(engine)
    await engine.dispose()
    assert failed.value.data["where"] == "127.0.0.1:1"


async def test_what_follows_a_commit_in_doubt_waits_for_the_standby_too(
    store: Store, migrated: str
) -> None:
    await execute(migrated, _END_AT_THE_FIRST_COMMIT, "SELECT 1")

    def keep(connection: Connection) -> object:
        own = connection.exec_driver_sql("SELECT pg_current_xact_id_if_assigned()::text").scalar()
        connection.exec_driver_sql("INSERT INTO kept VALUES (1) ON CONFLICT DO NOTHING")
        return own

    assert await store.write(Repeatable(keep)) is not None
    assert await store.write(Repeatable(keep)) is None
    assert await execute(migrated, "SELECT count(*) FROM kept") == 1
