"""SQLite: one writing connection, and read-only readers; each has its thread.

WAL with ``synchronous=FULL``, ``BEGIN IMMEDIATE``, foreign keys on. The writer is also the only
connection that makes checkpoints; readers open the file ``mode=ro``.
"""

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import aiosqlite
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import DBAPIError

from engine.store import migrate
from engine.store.committer import Work
from engine.store.errors import (
    ForeignDatabaseError,
    NotSqliteError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreCorruptError,
    StoreFailedError,
    StoreUnsureError,
)
from engine.store.sqlite_file import SqliteConnection, sqlite_engine

T = TypeVar("T")
_log = logging.getLogger(__name__)

BUSY_TIMEOUT_S: Final = 2.0
READERS: Final = 4
"""Connections for queries: two for long ones, and two more that short ones always find."""
_NO_ROOM: Final = frozenset({"SQLITE_FULL", "SQLITE_IOERR_WRITE"})
"""The errors of a COMMIT whose record could not be written to the log, so that it never happened.

The log ends before the frame that says so, for its writes are in order; a failed flush comes later
and leaves it open."""
WAL_ALARM_BYTES: Final = 64 * 1024 * 1024
SAFE_VERSION: Final = (3, 51, 3)
"""The first SQLite without the bug by which two writing connections can damage a file."""


def writer_engine(path: Path, *, foreign_keys: bool = True) -> Engine:
    """Return an engine for writing, every transaction ``BEGIN IMMEDIATE``."""
    settings = ("journal_mode=WAL", "synchronous=FULL", f"foreign_keys={int(foreign_keys)}")
    engine = sqlite_engine(path, *settings, timeout_s=BUSY_TIMEOUT_S)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class SqliteReaders:
    """Read-only connections, which cannot write or make a checkpoint, opened when needed."""

    def __init__(self, path: Path, size: int = READERS) -> None:
        self._engine = sqlite_engine(
            path, "query_only=ON", timeout_s=BUSY_TIMEOUT_S, is_read_only=True
        )
        self.size = size
        self.in_use = 0
        self._turns = asyncio.Semaphore(size)
        self._connections: list[SqliteConnection] = []
        self._idle: list[SqliteConnection] = []

    async def read(self, query: Work[T], until: float = math.inf) -> T:
        """Run a query on the next free connection, in order of arrival; none is cut off."""
        async with self._turns:
            self.in_use += 1
            try:
                return await self._read(query)
            finally:
                self.in_use -= 1

    async def _read(self, query: Work[T]) -> T:
        connection = self._idle.pop() if self._idle else await self._connect()
        try:
            return await connection.run(partial(_answer, query))
        except asyncio.CancelledError:
            # It may run its query still, so that nobody else can use it.
            await connection.abandon()
            raise
        finally:
            if not connection.is_stopped:
                self._idle.append(connection)

    async def close(self) -> None:
        """Close every connection; a query that still runs is interrupted."""
        for connection in self._connections:
            await connection.abandon()
        await asyncio.gather(*(connection.stopped() for connection in self._connections))

    async def _connect(self) -> SqliteConnection:
        connection = await SqliteConnection(self._engine).open()
        self._connections = [one for one in self._connections if not one.is_over]
        self._connections.append(connection)
        return connection


def _answer(query: Work[T], connection: Connection) -> T:
    with connection.begin():
        return query(connection)


async def prepare(path: Path, before_change: Callable[[], Awaitable[None]] | None = None) -> None:
    """Check the file and migrate it. ``before_change`` runs before an existing schema changes.

    Raises StoreCorruptError, ForeignDatabaseError, SchemaTooNewError, SchemaTooOldError, or
    StoreFailedError if the file cannot be opened; the file is then unchanged.
    """
    try:
        # Without a setting, because the mode of the log is written into the file.
        async with SqliteConnection(sqlite_engine(path, timeout_s=BUSY_TIMEOUT_S)) as connection:
            is_fresh, is_current = await connection.run(examine)
        if is_current:
            return
        if before_change is not None and not is_fresh:
            await before_change()
        async with SqliteConnection(writer_engine(path, foreign_keys=False)) as connection:
            await connection.run(_migrate)
    except DBAPIError as error:
        raise unopened(path, error.orig) from error
    except _UNUSABLE as error:
        error.data.setdefault("file", str(path))
        raise


_UNUSABLE: Final = (
    StoreCorruptError,
    ForeignDatabaseError,
    SchemaTooNewError,
    SchemaTooOldError,
)


def examine(connection: Connection) -> tuple[bool, bool]:
    """Return whether a sound file is empty, and whether it has this release's schema."""
    with connection.begin():
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
        if found != "ok":
            raise StoreCorruptError(found=" ".join(found.split())[:80])
        is_fresh, is_current = migrate.current(connection) is None, migrate.is_current(connection)
        if is_current:
            migrate.check(connection)
    return is_fresh, is_current


def _migrate(connection: Connection) -> None:
    with connection.begin():
        migrate.upgrade(connection)
        migrate.check(connection)


def unopened(path: Path, error: BaseException | None) -> Exception:
    """Return the reason why a file cannot be used."""
    if _name_of(error) == "SQLITE_NOTADB":
        return NotSqliteError(file=str(path), found=str(error))
    if isinstance(error, aiosqlite.DatabaseError) and not isinstance(
        error, aiosqlite.OperationalError
    ):
        return StoreCorruptError(file=str(path), found=str(error))
    return StoreFailedError(reason=str(error), file=str(path))


class SqliteWriter:
    """The writing connection, opened anew after a failure. All writes go through :meth:`call`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = writer_engine(path)
        self._connection: SqliteConnection | None = None
        self._turn = asyncio.Lock()
        self._is_closed = False
        if aiosqlite.sqlite_version_info < SAFE_VERSION:
            _log.info(
                "SQLite %s: writing from one connection only, as its WAL needs before 3.51.3",
                aiosqlite.sqlite_version,
            )

    async def run(self, works: Sequence[Work[object]]) -> list[object]:
        """Run the works in one transaction; see :class:`engine.store.committer.Backend`.

        After a COMMIT that ended in an error they are repeated; their keys make that exact.
        """
        try:
            return await self.call(partial(transact, works))
        except StoreUnsureError as unsure:
            _log.info("doing %d works again after a failed COMMIT", len(works))
            try:
                return await self.call(partial(transact, works))
            except StoreFailedError as error:
                raise unsure from error

    async def call(self, function: Work[T]) -> T:
        """Run a function of the connection, to its end even if the caller is cancelled."""
        return await asyncio.shield(asyncio.ensure_future(self._call(function)))

    async def checkpoint(self) -> int:
        """Move the write-ahead log into the file; return the log's size in bytes before it."""
        size = 0
        with suppress(FileNotFoundError):  # the last connection that closes removes it
            size = self.path.with_name(self.path.name + "-wal").stat().st_size
        if size > WAL_ALARM_BYTES:
            _log.warning("the write-ahead log has %d MB: a reader does not end", size >> 20)
        await self.call(_checkpoint)
        return size

    async def close(self) -> None:
        """Finish the submitted works and close the connection, also if the caller is cancelled."""
        await asyncio.shield(asyncio.ensure_future(self._close()))

    async def _call(self, function: Work[T]) -> T:
        async with self._turn:
            if self._is_closed:
                raise StoreFailedError(reason="closed")
            if self._connection is None:
                self._connection = await self._connect()
            try:
                return await self._connection.run(function)
            except (StoreFailedError, StoreUnsureError, asyncio.CancelledError):
                # Nobody knows what is left open in it.
                await self._disconnect()
                raise

    async def _close(self) -> None:
        async with self._turn:
            self._is_closed = True
            await self._disconnect()

    async def _connect(self) -> SqliteConnection:
        try:
            return await SqliteConnection(self._engine).open()
        except DBAPIError as error:
            raise StoreFailedError(reason=str(error.orig)) from error

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(aiosqlite.Error):
                await connection.close()


def transact(works: Sequence[Work[object]], connection: Connection) -> list[object]:
    """Do the works in one transaction and return their results."""
    is_committing = False
    try:
        with connection.begin():
            results = [work(connection) for work in works]
            is_committing = True
    except DBAPIError as error:
        if isinstance(error.orig, aiosqlite.IntegrityError | aiosqlite.ProgrammingError):
            raise
        is_unsure = is_committing and _name_of(error.orig) not in _NO_ROOM
        kind = StoreUnsureError if is_unsure else StoreFailedError
        raise kind(reason=str(error.orig)) from error
    return results


def _name_of(error: BaseException | None) -> str:
    return getattr(error, "sqlite_errorname", "")


def _checkpoint(connection: Connection) -> None:
    driver = connection.connection.dbapi_connection
    assert driver is not None
    try:
        driver.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except aiosqlite.Error as error:
        raise StoreFailedError(reason=str(error)) from error
