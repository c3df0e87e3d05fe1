"""Databases of earlier releases, as files of SQLite or copied to PostgreSQL."""

import gzip
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Connection, column, insert, table, text

from engine.store import migrate
from tests.service.world import Hands, World, open_world
from tests.worlds.engines import SQLITE, changed_by, database


def unpack(found: Path, path: Path) -> None:
    """Write a database to a file, without the answers, for tests give out their keys again."""
    with closing(sqlite3.connect(path)) as file:
        file.executescript(gzip.decompress(found.read_bytes()).decode())
        file.execute("DELETE FROM answers")
        file.commit()


async def copy(path: Path, url: str) -> None:
    """Fill a PostgreSQL database of the file's version with its rows."""

    def before(connection: Connection) -> None:
        config = migrate.migrations()
        config.attributes["connection"] = connection
        with closing(sqlite3.connect(path)) as file:
            file.row_factory = sqlite3.Row
            [version] = file.execute("SELECT version_num FROM alembic_version").fetchone()
            command.upgrade(config, version)
            connection.execute(text("SET session_replication_role = replica"))
            names = file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            for (name,) in names:
                rows = [dict(row) for row in file.execute(f"SELECT * FROM {name}")]
                if rows and name != "alembic_version":
                    connection.execute(insert(table(name, *map(column, rows[0]))), rows)

    await changed_by(url, before)


@asynccontextmanager
async def opened(
    found: Path, request: pytest.FixtureRequest, engine: str = SQLITE, *, now: int
) -> AsyncIterator[World]:
    """Open an earlier database with the service of today."""
    path: Path = request.getfixturevalue("tmp_path") / "gin.db"
    unpack(found, path)
    async with database(engine, request, is_empty=True) as url:
        if engine != SQLITE:
            await copy(path, url)
        world = await open_world(url, clock=Hands(now), last_id=50_000)
        try:
            yield world
        finally:
            await world.service.close()
