"""SQLite as the source and as the target of a move."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Self, cast

import aiosqlite
from sqlalchemy import Table

from engine.store import backup, sqlite
from engine.store.errors import (
    MoveFailedError,
    MoveRefusedError,
    StoreCorruptError,
    StoreFailedError,
)
from engine.store.lock import FileLock, refuse_links
from engine.store.move.ends import BATCH, TableRow, quoted
from engine.store.sqlite_connection import SqliteConnection, sqlite_engine


class _File:
    """What reading is the same in both."""

    _connection: SqliteConnection

    async def count(self, table: Table) -> int:
        name, _ = quoted(table)
        [[rows]] = await self._connection.execute_fetchall(f"SELECT count(*) FROM {name}")  # noqa: S608
        return int(rows)

    async def rows(self, table: Table) -> AsyncIterator[list[TableRow]]:
        name, columns = quoted(table)
        found = await self._connection.execute(f"SELECT {columns} FROM {name}")  # noqa: S608
        while rows := cast(list[TableRow], await found.fetchmany(BATCH)):
            yield rows


class SqliteSource(_File):
    """A file that no other process uses, held until the end of the move.

    ``before_change`` runs before an older schema is brought up to date. Raises the errors of
    :meth:`engine.store.Store.open`, StoreLockedError at once.
    """

    def __init__(self, path: Path, before_change: Callable[[], Awaitable[None]] | None) -> None:
        self._path = path
        self._before_change = before_change

    async def __aenter__(self) -> Self:
        if not self._path.exists():
            raise MoveRefusedError(reason=f"there is no database at {self._path}")
        refuse_links(self._path)
        async with AsyncExitStack() as opened:
            opened.enter_context(FileLock(self._path).take())
            await sqlite.prepare(self._path, self._before_change)
            engine = sqlite_engine(self._path, timeout_s=sqlite.BUSY_TIMEOUT_S, is_read_only=True)
            self._connection = await opened.enter_async_context(SqliteConnection(engine))
            self._opened = opened.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._opened.aclose()


class SqliteTarget(_File):
    """A new file, under another name until it is kept.

    Raises MoveRefusedError if the file exists, StoreLockedError if a process uses its name.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(path.name + ".moving")

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opened:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                opened.enter_context(FileLock(self._path).take())
                self._refuse_existing()
                self._remove_partial()  # of a process that died
                opened.callback(self._remove_partial)
                await sqlite.prepare(self._partial)
            except OSError as error:
                raise StoreFailedError(reason=error.strerror, file=str(self._path)) from error
            # A file that is thrown away unless it is complete needs no journal.
            settings = ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=OFF")
            engine = sqlite_engine(self._partial, *settings, timeout_s=sqlite.BUSY_TIMEOUT_S)
            self._connection = await opened.enter_async_context(SqliteConnection(engine))
            await self._connection.execute("BEGIN")
            self._indexes = await self._without_indexes()
            self._opened = opened.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._opened.aclose()

    async def add(self, table: Table, rows: list[TableRow]) -> None:
        name, columns = quoted(table)
        places = ", ".join("?" * len(table.columns))
        statement = f"INSERT INTO {name} ({columns}) VALUES ({places})"  # noqa: S608
        await self._connection.executemany(statement, rows)

    async def index(self) -> None:
        for definition in self._indexes:
            await self._connection.execute(definition)

    async def keep(self) -> None:
        try:
            await self._connection.execute("COMMIT")
            await self._connection.execute_fetchall("PRAGMA journal_mode=WAL")
            await self._connection.close()
            await backup.check(self._partial)
            backup.put(self._partial, self._path)
        except StoreCorruptError as error:
            raise MoveFailedError(table="matches", reason=f"{error.data['found']}") from error
        except (aiosqlite.Error, OSError) as error:
            raise StoreFailedError(reason=str(error), file=str(self._path)) from error

    async def _without_indexes(self) -> list[str]:
        """Drop every index that is not a key; return the statements that make them again.

        To make an index of a full table is several times cheaper than to keep it through the copy.
        """
        found = await self._connection.execute_fetchall(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        )
        for name, _ in found:
            await self._connection.execute(f'DROP INDEX "{name}"')
        return [definition for _, definition in found]

    def _refuse_existing(self) -> None:
        # A log of an earlier file of that name would be played into the new one.
        for ending in ("", "-wal"):
            part = self._path.with_name(self._path.name + ending)
            if part.exists() and part.stat().st_size > 0:
                raise MoveRefusedError(
                    reason=f"the file {part} exists already; name one that does not"
                )

    def _remove_partial(self) -> None:
        for ending in ("", "-wal", "-shm"):
            self._partial.with_name(self._partial.name + ending).unlink(missing_ok=True)
