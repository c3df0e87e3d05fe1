"""Migrations: they make exactly the schema of the code, all or nothing."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.ops.exits import Exit
from engine.store import SchemaTooOldError, StoreCorruptError, backup, migrate, sqlite
from engine.store.schema import metadata
from tests.bot.process.running import environment
from tests.databases import make_empty


@pytest.mark.slow
async def test_every_table_of_sqlite_is_strict(tmp_path: Path) -> None:
    path = tmp_path / "gin.db"
    await sqlite.prepare(path)
    with closing(sqlite3.connect(path)) as file:
        listed = file.execute("SELECT name FROM pragma_table_list WHERE strict").fetchall()
    assert set(metadata.tables) <= {name for (name,) in listed}


async def test_migrating_twice_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "gin.db"
    calls: list[str] = []

    async def note() -> None:
        calls.append("changed")

    for _ in range(2):
        await sqlite.prepare(path, before_change=note)
    assert calls == [], "a fresh file needs no backup and a current one no change"


NEXT = """
import sqlalchemy as sa
from alembic import op

revision = "9998"
down_revision = "HEAD"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for number in range(40):
        op.add_column("players", sa.Column(f"extra_{number}", sa.Text(), nullable=True))
"""


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The migrations of a release that adds one, and a database ``old.db`` from before it."""
    at_head(tmp_path / "old.db")
    folder = tmp_path / "migrations"
    shutil.copytree(migrate._FOLDER, folder)
    (folder / "versions" / "9998_next.py").write_text(NEXT.replace("HEAD", migrate.head()))
    monkeypatch.setattr(migrate, "_FOLDER", folder)
    return folder


def at_head(path: Path) -> None:
    """A database of this schema, with a row in every table."""
    make_empty(path)
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


async def test_the_next_migration_keeps_every_row_and_can_be_preceded_by_a_backup(
    tmp_path: Path, release: Path
) -> None:
    path = tmp_path / "old.db"
    before, calls = contents(path), list[str]()

    async def note() -> None:
        calls.append(str(contents(path) == before))

    await sqlite.prepare(path, before_change=note)
    assert calls == ["True"], "a backup can be made before anything has changed"
    after = contents(path)
    assert after["rows of alembic_version"] == [("9998",)]
    for table in ("matches", "moves", "rounds", "players"):
        assert len(after[f"rows of {table}"]) == 1, table  # type: ignore[arg-type]


async def test_a_reference_that_dangles_stops_a_migration_and_nothing_has_changed(
    tmp_path: Path, release: Path
) -> None:
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path)) as file:
        file.execute("DELETE FROM matches")
        file.commit()
    before = contents(path)
    with pytest.raises(StoreCorruptError, match="store_corrupt"):
        await sqlite.prepare(path)
    assert contents(path) == before


def new_epoch(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", "new-epoch"],
        env=environment(folder),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("revision", "commit"),
    [
        ("0001", "ef9cf02"),
        ("0013", "ef9cf02"),
        ("0014", "8808ef48"),
        ("0026", "8808ef48"),
        ("0027", "b7a83462"),
        ("0035", "b7a83462"),
    ],
)
async def test_a_database_from_before_the_first_migration_is_refused_and_left_as_it_was(
    tmp_path: Path, revision: str, commit: str
) -> None:
    path = tmp_path / "gin.db"
    await sqlite.prepare(path)
    with closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        file.commit()
    before = contents(path)
    with pytest.raises(SchemaTooOldError) as refused:
        await sqlite.prepare(path)
    assert refused.value.data["found"] == revision
    assert refused.value.data["version"] == commit
    assert contents(path) == before
    if revision == "0014":
        ran = new_epoch(tmp_path)
        assert ran.returncode == Exit.STORE
        assert f"(schema {revision}; this one upgrades from 0036)" in ran.stderr
        assert f"Start commit {commit} on it once" in ran.stderr
    with pytest.raises(SchemaTooOldError):
        await backup.restore(path, tmp_path / "other.db", datetime.now(UTC), lambda _: None)
    assert not (tmp_path / "other.db").exists()


KILLED = """
import asyncio, os, shutil, sys
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.engine import Engine
from engine.store import migrate, sqlite
left = 0
def tick(*anything):
    global left
    left -= 1
    if left == 0:
        os._exit(9)
event.listen(Engine, "before_cursor_execute", tick)
event.listen(Engine, "commit", tick)
folder = Path(sys.argv[1])
migrate._FOLDER = Path(sys.argv[2])
for step in map(int, sys.argv[3:]):
    path = folder / f"{step}.db"
    if (folder / "old.db").exists():
        shutil.copy(folder / "old.db", path)
    if not (child := os.fork()):
        left = step
        asyncio.run(sqlite.prepare(path))
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def killed_at(folder: Path, steps: Sequence[int]) -> dict[int, bool]:
    """Copies of ``old.db``, or empty files, that are migrated by processes which die at a
    statement; whether each was done before that.
    """
    ran = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder), str(migrate._FOLDER), *map(str, steps)],
        env=os.environ,
        stdout=subprocess.PIPE,
        check=True,
        timeout=250,
    )
    codes = [int(line) for line in ran.stdout.split()]
    assert set(codes) == {0, 9}, "some die in the middle, and some are done before"
    return {step: code == 0 for step, code in zip(steps, codes, strict=True)}


@pytest.mark.slow
@pytest.mark.parametrize("is_fresh", [pytest.param(True, marks=pytest.mark.night), False])
async def test_a_migration_that_is_killed_leaves_the_old_or_the_new(
    tmp_path: Path, release: Path, is_fresh: bool
) -> None:
    old, new = tmp_path / "old.db", tmp_path / "new.db"
    before: dict[str, object] = {}
    if is_fresh:
        old.unlink()
    else:
        shutil.copy(old, new)
        before = contents(old)
    await sqlite.prepare(new)
    after = contents(new)
    for step, done in killed_at(tmp_path, (*range(6, 160, 25), 10_000)).items():
        path = tmp_path / f"{step}.db"
        assert contents(path) == (after if done else before), f"killed at statement {step}"
        await sqlite.prepare(path)
        assert contents(path) == after
