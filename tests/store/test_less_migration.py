"""The migration that takes things away moves or deletes what is stored of them."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, inspect, text

from engine.store import migrate, postgres, sqlite
from engine.store.address import parsed, plain_engine

BEFORE = "0027"


def fill(connection: Connection) -> None:
    """Make the schema from before, with a page of a note book, a note and a friend request."""
    config = migrate.migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, BEFORE)
    connection.execute(text("INSERT INTO note_book VALUES (1, 2, 'knocks early', 5)"))
    notes = "INSERT INTO notes VALUES (10, 1, 2, 'hello', 5, 6), (11, 3, 2, '', 7, NULL)"
    connection.execute(text(notes))


def moved(connection: Connection) -> dict[str, Any]:
    """What has become of it."""

    def rows(table: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in connection.execute(text(f"SELECT * FROM {table}"))]

    return {
        "book": inspect(connection).has_table("note_book"),
        "notes": rows("notes"),
        "requests": rows("friend_requests"),
    }


EXPECTED = {
    "book": False,
    "notes": [(10, 1, 2, "hello", 5, 6)],
    "requests": [(11, 3, 2, 7, None)],
}


def test_requests_get_their_own_rows_and_note_books_go(tmp_path: Path) -> None:
    path = tmp_path / "gin.db"
    engine = sqlite.writer_engine(path, foreign_keys=False)
    with engine.begin() as connection:
        fill(connection)
    sqlite.prepare(path)
    with engine.connect() as connection:
        assert moved(connection) == EXPECTED
    engine.dispose()


@pytest.mark.postgres
async def test_the_same_happens_in_postgresql(url: str) -> None:
    engine = plain_engine(parsed(url))
    async with engine.begin() as connection:
        await connection.run_sync(fill)
    await postgres.prepare(engine)
    async with engine.connect() as connection:
        assert await connection.run_sync(moved) == EXPECTED
    await engine.dispose()
