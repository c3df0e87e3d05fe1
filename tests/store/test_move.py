"""A copy that is not exact is noticed, and nothing of it is kept."""

import asyncio
import sqlite3
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from engine.store import MoveFailedError, StoreFailedError, StoreUnsureError
from engine.store.move import PostgresTarget, SqliteSource, SqliteTarget, transfer
from engine.store.move.ends import Content, TableRow
from engine.store.schema import friends, ratings
from tests.store.every_table import fill_every_table, sqlite_content


def content(*rows: TableRow) -> Content:
    found = Content(friends)
    found.add(rows)
    return found


def test_content_is_that_of_the_rows_in_any_order() -> None:
    one, other = (1, 2, 3), (1, 3, 2)
    assert content(one, other) == content(other, one)
    assert content(one, other).digest == content(other, one).digest
    different = (content(one), content(one, one), content(), content(one, (1, 3, None)))
    assert all(content(one, other) != found for found in different)
    assert content(("1", 2, 3)) != content(one)


def test_no_database_keeps_the_two_zeros_apart() -> None:
    rows: list[TableRow] = [(0, 1, "pool", zero, 1.5, 0.1, 3, 2.0, None) for zero in (0.0, -0.0)]
    first, second = Content(ratings), Content(ratings)
    first.add(rows[:1])
    second.add(rows[1:])
    assert first == second


class Careless(SqliteTarget):
    """Loses or changes something on the way."""

    def __init__(self, path: Path, change: str) -> None:
        super().__init__(path)
        self._change = change

    async def index(self) -> None:
        await self._connection.execute(self._change)
        await super().index()


def silent(step: str, table: str, done: int, total: int) -> None:
    assert 0 <= done <= total


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("DELETE FROM moves WHERE seq = 0", "moves"),
        ("UPDATE notes SET words = words || ' ' WHERE note_id = 1", "notes"),
        ("UPDATE ratings SET rating = rating + 1e-9 WHERE rating = 0.1", "ratings"),
        ("INSERT INTO friends VALUES (77, 78, 79)", "friends"),
        ("UPDATE matches SET winner = NULL", "matches"),
    ],
)
async def test_a_copy_that_differs_is_not_kept(tmp_path: Path, change: str, table: str) -> None:
    here, there = tmp_path / "gin.db", tmp_path / "there.db"
    fill_every_table(here)
    async with SqliteSource(here, None) as source:
        with pytest.raises(MoveFailedError) as failed:
            async with Careless(there, change) as target:
                await transfer(source, target, silent)
    assert failed.value.data["table"] == table
    assert "differs" in str(failed.value.data["reason"])
    assert [path.name for path in tmp_path.glob("there*")] == ["there.db.lock"]


async def test_a_copy_that_cannot_be_written_is_not_kept(tmp_path: Path) -> None:
    here, there = tmp_path / "gin.db", tmp_path / "there.db"
    fill_every_table(here)
    async with SqliteSource(here, None) as source:
        with pytest.raises(MoveFailedError) as failed:
            async with Careless(there, "SELECT no_such_function()") as target:
                await transfer(source, target, silent)
    assert "no_such_function" in str(failed.value.data["reason"])
    assert not there.exists()


async def test_an_exact_copy_is_kept_and_is_sound(tmp_path: Path) -> None:
    here, there = tmp_path / "gin.db", tmp_path / "new" / "there.db"
    fill_every_table(here)
    async with SqliteSource(here, None) as source, SqliteTarget(there) as target:
        moved = await transfer(source, target, silent)
    assert sum(one.rows for one in moved) == sum(map(len, sqlite_content(here).values()))
    assert sqlite_content(there) == sqlite_content(here)
    file = sqlite3.connect(there)
    assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    file.close()


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    there = tmp_path / "taken" / "there.db"
    with pytest.raises(StoreFailedError) as failed:
        async with SqliteTarget(there):
            pass
    assert failed.value.data == {"file": str(there), "reason": "File exists"}


async def test_a_copy_of_a_match_without_its_moves_is_not_kept(tmp_path: Path) -> None:
    """The copy is exact, and what it is a copy of is no sound database."""
    here, there = tmp_path / "gin.db", tmp_path / "there.db"
    fill_every_table(here)
    with sqlite3.connect(here) as file:
        file.execute("DELETE FROM moves")
    file.close()
    async with SqliteSource(here, None) as source:
        with pytest.raises(MoveFailedError) as failed:
            async with SqliteTarget(there) as target:
                await transfer(source, target, silent)
    assert str(failed.value.data["reason"]).startswith("moves of match")
    assert [path.name for path in tmp_path.glob("there*")] == ["there.db.lock"]


async def test_a_name_that_is_taken_meanwhile_is_left_alone(tmp_path: Path) -> None:
    here, there = tmp_path / "gin.db", tmp_path / "there.db"
    fill_every_table(here)

    def take(step: str, table: str, done: int, total: int) -> None:
        there.mkdir(exist_ok=True)

    async with SqliteSource(here, None) as source:
        with pytest.raises(StoreFailedError) as failed:
            async with SqliteTarget(there) as target:
                await transfer(source, target, take)
    assert failed.value.data["file"] == str(there)
    assert there.is_dir()
    assert not list(tmp_path.glob("*.moving*"))


class Awaited(SqliteTarget):
    """Is not kept before the test lets it be."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.begun, self.end = asyncio.Event(), asyncio.Event()

    async def keep(self) -> None:
        self.begun.set()
        await self.end.wait()
        await super().keep()


async def test_a_move_that_is_interrupted_while_it_is_kept_is_kept(tmp_path: Path) -> None:
    here, there = tmp_path / "gin.db", tmp_path / "there.db"
    fill_every_table(here)
    async with SqliteSource(here, None) as source, Awaited(there) as target:
        moving = asyncio.create_task(transfer(source, target, silent))
        await target.begun.wait()
        moving.cancel()
        await asyncio.sleep(0)
        target.end.set()
        moved = await moving
    assert sum(one.rows for one in moved) == sum(map(len, sqlite_content(here).values()))
    assert sqlite_content(there) == sqlite_content(here)


class Lost(PostgresTarget):
    """Loses its connection just before the COMMIT."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._url = url

    async def keep(self) -> None:
        beside = await asyncpg.connect(self._url.replace("+asyncpg", "", 1))
        await beside.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await beside.close()
        await super().keep()


@pytest.mark.postgres
async def test_a_move_whose_commit_is_not_answered_is_in_doubt(tmp_path: Path, url: str) -> None:
    fill_every_table(tmp_path / "gin.db")
    async with SqliteSource(tmp_path / "gin.db", None) as source:
        with pytest.raises(StoreUnsureError) as unsure:
            async with Lost(url) as target:
                await transfer(source, target, silent)
    assert f"/{unsure.value.data['file']}" == urlsplit(url).path
