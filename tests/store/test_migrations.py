"""Migrations: they make exactly the schema of the code, all or nothing."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect

from engine.store import migrate, sqlite
from engine.store.schema import metadata


def test_migrating_makes_the_schema_of_the_code(tmp_path: Path) -> None:
    path = tmp_path / "gin.db"
    sqlite.prepare(path)
    engine = sqlite.writer_engine(path)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        assert migrate.is_current(connection)
        listed = connection.exec_driver_sql("SELECT name, strict FROM pragma_table_list")
        assert set(metadata.tables) <= {row.name for row in listed if row.strict}
        assert inspect(connection).get_check_constraints("matches")
    engine.dispose()


def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "gin.db"
    calls: list[str] = []
    for _ in range(2):
        sqlite.prepare(path, before_change=lambda: calls.append("changed"))
    assert calls == [], "a fresh file needs no backup and a current one no change"


KILLED = """
import os, sys
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.engine import Engine
from engine.store import sqlite
left = int(sys.argv[2])
def tick(*anything):
    global left
    left -= 1
    if left == 0:
        os._exit(9)
event.listen(Engine, "before_cursor_execute", tick)
event.listen(Engine, "commit", tick)
sqlite.prepare(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("step", [6, 9, 14, 30, 47])
def test_a_migration_that_is_killed_leaves_the_old_or_the_new(tmp_path: Path, step: int) -> None:
    path = tmp_path / "gin.db"
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), str(step)],
        env=os.environ,
        check=False,
        timeout=60,
    )
    with sqlite3.connect(path) as file:
        tables = {
            row[0] for row in file.execute("SELECT name FROM sqlite_schema WHERE type='table'")
        }
    file.close()
    complete = {*metadata.tables, "alembic_version"}
    assert tables == (complete if done.returncode == 0 else set())
    sqlite.prepare(path)
    with sqlite3.connect(path) as file:
        assert file.execute("SELECT version_num FROM alembic_version").fetchone() == (
            migrate.head(),
        )
    file.close()
