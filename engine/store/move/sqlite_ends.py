"""SQLite as the source and as the target of a move."""

import contextlib
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Self

from sqlalchemy import Table

from engine.store import backup, sqlite
from engine.store.errors import (
    MoveFailedError,
    MoveRefusedError,
    StoreCorruptError,
    StoreFailedError,
)
from engine.store.lock import FileLock, refuse_links
from engine.store.move.content import Row
from engine.store.move.ends import BATCH, quoted


class _File:
    """What reading is the same in both."""

    _connection: sqlite3.Connection

    async def count(self, table: Table) -> int:
        name, _ = quoted(table)
        return int(self._connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0])  # noqa: S608

    async def rows(self, table: Table) -> AsyncIterator[list[Row]]:
        name, columns = quoted(table)
        found = self._connection.execute(f"SELECT {columns} FROM {name}")  # noqa: S608
        while rows := found.fetchmany(BATCH):
            yield rows


class SqliteSource(_File):
    """A file that no other process uses, held until the end of the move.

    ``before_change`` runs before an older schema is brought up to date. Raises the errors of
    :meth:`engine.store.Store.open`, StoreLockedError at once.
    """

    def __init__(self, path: Path, before_change: Callable[[], None] | None) -> None:
        self._path = path
        self._before_change = before_change

    async def __aenter__(self) -> Self:
        if not self._path.exists():
            raise MoveRefusedError(reason=f"there is no database at {self._path}")
        refuse_links(self._path)
        with contextlib.ExitStack() as opened:
            opened.enter_context(FileLock(self._path).take())
            sqlite.prepare(self._path, self._before_change)
            address = self._path.absolute().as_uri() + "?mode=ro"
            self._connection = sqlite3.connect(address, uri=True)
            opened.callback(self._connection.close)
            self._opened = opened.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._opened.close()


class SqliteTarget(_File):
    """A new file, under another name until it is kept.

    Raises MoveRefusedError if the file exists, StoreLockedError if a process uses its name.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._partial = path.with_name(path.name + ".moving")

    async def __aenter__(self) -> Self:
        with contextlib.ExitStack() as opened:
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                opened.enter_context(FileLock(self._path).take())
                self._refuse_existing()
                self._remove_partial()  # of a process that died
                opened.callback(self._remove_partial)
                sqlite.prepare(self._partial)
                self._connection = sqlite3.connect(self._partial, isolation_level=None)
                opened.callback(self._connection.close)
            except OSError as error:
                raise StoreFailedError(reason=error.strerror, file=str(self._path)) from error
            # A file that is thrown away unless it is complete needs no journal.
            for setting in ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=OFF"):
                self._connection.execute(f"PRAGMA {setting}")
            self._connection.execute("BEGIN")
            self._indexes = self._without_indexes()
            self._opened = opened.pop_all()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._opened.close()

    async def add(self, table: Table, rows: list[Row]) -> None:
        name, columns = quoted(table)
        places = ", ".join("?" * len(table.columns))
        self._connection.executemany(f"INSERT INTO {name} ({columns}) VALUES ({places})", rows)  # noqa: S608

    async def index(self) -> None:
        for definition in self._indexes:
            self._connection.execute(definition)

    async def keep(self) -> None:
        try:
            self._connection.execute("COMMIT")
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.close()
            backup.check(self._partial)
            backup.flush(self._partial)
            self._partial.replace(self._path)
            backup.flush(self._path.parent)
        except StoreCorruptError as error:
            raise MoveFailedError(table="matches", reason=f"{error.data['found']}") from error
        except (sqlite3.Error, OSError) as error:
            raise StoreFailedError(reason=str(error), file=str(self._path)) from error

    def _without_indexes(self) -> list[str]:
        """Drop every index that is not a key; return the statements that make them again.

        To make an index of a full table is several times cheaper than to keep it through the copy.
        """
        found = self._connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        ).fetchall()
        for name, _ in found:
            self._connection.execute(f'DROP INDEX "{name}"')
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
