"""Migrations: they make exactly the schema of the code, all or nothing."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect

from engine.store import StoreCorruptError, migrate, sqlite
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


def at_revision(path: Path, revision: str) -> None:
    """A database as the release with this schema left it, with a row in every table."""
    engine = sqlite.writer_engine(path, foreign_keys=False)
    with engine.begin() as connection:
        config = migrate.migrations()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
    engine.dispose()
    with closing(sqlite3.connect(path)) as file:
        for table in tables_of(file) - {"alembic_version"}:
            columns = file.execute(f"PRAGMA table_info({table})").fetchall()
            values = [
                ("'{}'" if kind == "TEXT" else "2") if needed or key else "NULL"
                for _, _, kind, needed, _, key in columns
            ]
            file.execute(f"INSERT INTO {table} VALUES ({', '.join(values)})")
        file.commit()


def tables_of(file: sqlite3.Connection) -> set[str]:
    return {name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type='table'")}


def contents(path: Path) -> dict[str, object]:
    """Every table and index with its definition, and every row."""
    with closing(sqlite3.connect(path)) as file:
        found: dict[str, object] = dict(file.execute("SELECT name, sql FROM sqlite_schema"))
        rows = {
            f"rows of {one}": sorted(file.execute(f"SELECT * FROM {one}"), key=repr)
            for one in tables_of(file)
        }
    return found | rows


REVISIONS = [
    script.revision for script in ScriptDirectory.from_config(migrate.migrations()).walk_revisions()
][::-1]


@pytest.mark.parametrize("revision", REVISIONS[:-1])
def test_every_older_schema_becomes_this_one_and_keeps_its_matches(
    tmp_path: Path, revision: str
) -> None:
    path = tmp_path / "gin.db"
    at_revision(path, revision)
    before, calls = contents(path), list[str]()
    sqlite.prepare(path, before_change=lambda: calls.append(str(contents(path) == before)))
    assert calls == ["True"], "a backup can be made before anything has changed"
    after = contents(path)
    for table in ("matches", "moves", "rounds", "players"):
        assert len(after[f"rows of {table}"]) == 1, table  # type: ignore[arg-type]
    engine = sqlite.writer_engine(path)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def test_a_reference_that_dangles_stops_a_migration_and_nothing_has_changed(tmp_path: Path) -> None:
    path = tmp_path / "gin.db"
    at_revision(path, REVISIONS[0])
    with closing(sqlite3.connect(path)) as file:
        file.execute("DELETE FROM matches")
        file.commit()
    before = contents(path)
    with pytest.raises(StoreCorruptError, match="store_corrupt"):
        sqlite.prepare(path)
    assert contents(path) == before


KILLED = """
import os, shutil, sys
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.engine import Engine
from engine.store import sqlite
left = 0
def tick(*anything):
    global left
    left -= 1
    if left == 0:
        os._exit(9)
event.listen(Engine, "before_cursor_execute", tick)
event.listen(Engine, "commit", tick)
folder = Path(sys.argv[1])
for step in map(int, sys.argv[2:]):
    path = folder / f"{step}.db"
    if (folder / "old.db").exists():
        shutil.copy(folder / "old.db", path)
    if not (child := os.fork()):
        left = step
        sqlite.prepare(path)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def killed_at(folder: Path, steps: Sequence[int]) -> dict[int, bool]:
    """Copies of ``old.db``, or empty files, that are migrated by processes which die at a
    statement; whether each was done before that.
    """
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), *map(str, steps)],
        env=os.environ,
        stdout=subprocess.PIPE,
        check=True,
        timeout=100,
    )
    codes = [int(line) for line in ran.stdout.split()]
    assert set(codes) == {0, 9}, "some die in the middle, and some are done before"
    return {step: code == 0 for step, code in zip(steps, codes, strict=True)}


@pytest.mark.parametrize("revision", [None, *REVISIONS[:1]])
def test_a_migration_that_is_killed_leaves_the_old_or_the_new(
    tmp_path: Path, revision: str | None
) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    before: dict[str, object] = {}
    if revision is not None:
        at_revision(old, revision)
        shutil.copy(old, new)
        before = contents(old)
    sqlite.prepare(new)
    after = contents(new)
    for step, done in killed_at(tmp_path, (*range(6, 160, 25), 10_000)).items():
        path = tmp_path / f"{step}.db"
        assert contents(path) == (after if done else before), f"killed at statement {step}"
        sqlite.prepare(path)
        assert contents(path) == after
