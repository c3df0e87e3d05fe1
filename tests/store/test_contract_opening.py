"""How a store opens its database on every engine: a new one, a current one, one to refuse."""

import asyncio

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from engine.store import (
    SchemaTooNewError,
    SchemaTooOldError,
    Store,
    StoreCorruptError,
    StoreError,
    migrate,
)
from engine.store.schema import metadata
from tests.postgres import Server, execute, name_of
from tests.worlds.engines import changed_by


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


def content(connection: Connection) -> dict[str, object]:
    """The columns of every table, and the version."""
    seen = inspect(connection)
    columns = {
        table: [(one["name"], str(one["type"])) for one in seen.get_columns(table)]
        for table in seen.get_table_names()
    }
    has_version = "alembic_version" in columns
    rows = connection.execute(text("SELECT * FROM alembic_version")).all() if has_version else []
    return {**columns, "version": [tuple(row) for row in rows]}


async def test_a_new_database_gets_the_schema_of_the_code(empty: str) -> None:
    await (await Store.open(empty)).close()
    assert await changed_by(empty, differences) == []
    assert await changed_by(empty, migrate.is_current)

    def checks(connection: Connection) -> list[str]:
        return [str(one["sqltext"]) for one in inspect(connection).get_check_constraints("matches")]

    assert await changed_by(empty, checks) == ["version >= 0"]
    before = await changed_by(empty, content)
    await (await Store.open(empty)).close()
    assert await changed_by(empty, content) == before


@pytest.mark.parametrize(
    ("statement", "error", "found"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", SchemaTooNewError, "9999"),
        ("UPDATE alembic_version SET version_num = '0007'", SchemaTooOldError, "0007"),
        (
            "INSERT INTO alembic_version VALUES ('0001')",
            StoreCorruptError,
            "more than one schema version",
        ),
        ("DROP TABLE alembic_version", StoreCorruptError, "tables without a schema version"),
        ("DROP TABLE notes", StoreCorruptError, "the table notes is missing"),
        (
            "ALTER TABLE notes DROP COLUMN words",
            StoreCorruptError,
            "the column words of notes is missing",
        ),
    ],
)
async def test_a_schema_that_is_not_what_its_version_says_is_refused_and_left_as_it_was(
    address: str, statement: str, error: type[StoreError], found: str
) -> None:
    await changed_by(address, lambda connection: connection.execute(text(statement)))
    before = await changed_by(address, content)
    with pytest.raises(error) as refused:
        await Store.open(address, lock_wait_s=1)
    assert refused.value.data["found"] == found
    assert await changed_by(address, content) == before


@pytest.mark.postgres
@pytest.mark.parametrize("level", ["read committed", "repeatable read", "serializable"])
async def test_processes_that_start_at_once_migrate_a_new_database(
    server: Server, url: str, level: str
) -> None:
    """Whoever waits for the first sees its tables, however the server isolates by default."""
    set_level = f"SET default_transaction_isolation = '{level}'"
    await execute(server.address, f"ALTER DATABASE {name_of(url)} {set_level}")
    for store in await asyncio.gather(*(Store.open(url) for _ in range(3))):
        await store.close()
    assert await changed_by(url, differences) == []
