"""A database of release 1.0.0 is upgraded: what went is deleted, all else stays."""

from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData, insert, select
from sqlalchemy.types import Text

from engine.store import Store, migrate
from tests.worlds.engines import changed_by

RELEASED = "0036"
GONE = {"push_subscriptions", "server_keys"}
Rows = dict[str, list[tuple[Any, ...]]]


def fill(connection: Connection) -> None:
    """Make the schema of the release, with a row in every table."""
    config = migrate.migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, RELEASED)
    tables = MetaData()
    tables.reflect(connection)
    for table in tables.sorted_tables:
        if table.name != migrate.VERSIONS:
            row = {
                column.name: "{}" if isinstance(column.type, Text) else 2
                for column in table.columns
                if not column.nullable or column.name == "user_id"
            }
            connection.execute(insert(table).values(row))


def contents(connection: Connection) -> Rows:
    """The rows of every table."""
    tables = MetaData()
    tables.reflect(connection)
    return {
        table.name: [tuple(row) for row in connection.execute(select(table))]
        for table in tables.sorted_tables
        if table.name != migrate.VERSIONS
    }


async def test_an_upgrade_deletes_what_went_and_keeps_every_other_row(empty: str) -> None:
    await changed_by(empty, fill)
    before = await changed_by(empty, contents)
    assert before.keys() >= GONE
    await (await Store.open(empty)).close()
    after = await changed_by(empty, contents)
    [rating] = before["ratings"]
    # Up to here the rating rests on all matches alike: value, deviation, volatility and last match.
    before["ratings"] = [(*rating, *rating[3:6], rating[-1])]
    assert after == {name: rows for name, rows in before.items() if name not in GONE}
    assert await changed_by(empty, migrate.current) == migrate.head()
