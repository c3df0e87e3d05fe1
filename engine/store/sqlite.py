"""SQLite: one writer thread with the only writing connection, and read-only readers.

WAL with ``synchronous=FULL``, ``BEGIN IMMEDIATE``, foreign keys on. The writer is also the only
connection that makes checkpoints; readers open the file ``mode=ro``.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import QueuePool, StaticPool

from engine.store import migrate
from engine.store.committer import Work
from engine.store.errors import (
    NotSqliteError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreCorruptError,
    StoreFailedError,
    StoreUnsureError,
)

T = TypeVar("T")
_log = logging.getLogger(__name__)

BUSY_TIMEOUT_S: Final = 2.0
READERS: Final = 4
"""Connections for queries: two for long ones, and two more that short ones always find."""
WAL_ALARM_BYTES: Final = 64 * 1024 * 1024
SAFE_VERSION: Final = (3, 51, 3)
"""The first SQLite without the bug by which two writing connections can damage a file."""


def writer_engine(path: Path, *, foreign_keys: bool = True) -> Engine:
    """Return an engine with one writing connection, every transaction ``BEGIN IMMEDIATE``."""

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=StaticPool)
    event.listen(engine, "begin", _begin_immediate)
    return engine


def _begin_immediate(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


class SqliteReaders:
    """Read-only connections, each in its thread, which cannot write or make a checkpoint."""

    def __init__(self, path: Path, size: int = READERS) -> None:
        self._address = path.absolute().as_uri() + "?mode=ro"
        # Autocommit: there is nothing to roll back when a connection returns to the pool.
        self._engine = create_engine(
            "sqlite://",
            creator=self._connect,
            poolclass=QueuePool,
            pool_size=size,
            max_overflow=0,
            pool_reset_on_return=None,
        )
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="gin-reader")

    async def read(self, query: Work[T]) -> T:
        """Run a query in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._run, query)

    async def close(self) -> None:
        """Wait for running queries, close every connection, end the threads."""
        await asyncio.to_thread(self._threads.shutdown)
        self._engine.dispose()

    def _run(self, query: Work[T]) -> T:
        with self._engine.connect() as connection:
            return query(connection)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._address,
            uri=True,
            timeout=BUSY_TIMEOUT_S,
            isolation_level=None,
            check_same_thread=False,
        )
        connection.execute("PRAGMA query_only=ON")
        return connection


def prepare(path: Path, before_change: Callable[[], None] | None = None) -> None:
    """Check the file and migrate it. ``before_change`` runs before an existing schema changes.

    Raises StoreCorruptError, SchemaTooNewError, SchemaTooOldError, or StoreFailedError if the file
    cannot be opened.
    """
    engine = writer_engine(path, foreign_keys=False)
    try:
        with engine.connect() as connection:
            found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar())
            if found != "ok":
                raise StoreCorruptError(file=str(path), found=" ".join(found.split())[:80])
            fresh = migrate.current(connection) is None
            if migrate.is_current(connection):
                migrate.check(connection)
                return
        if before_change is not None and not fresh:
            before_change()
        with engine.begin() as connection:
            migrate.upgrade(connection)
            migrate.check(connection)
    except DBAPIError as error:
        raise _unopened(path, error.orig) from error
    except (StoreCorruptError, SchemaTooNewError, SchemaTooOldError) as error:
        error.data.setdefault("file", str(path))
        raise
    finally:
        engine.dispose()


def _unopened(path: Path, error: BaseException | None) -> Exception:
    if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
        return NotSqliteError(file=str(path), found=str(error))
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        return StoreCorruptError(file=str(path), found=str(error))
    return StoreFailedError(reason=str(error), file=str(path))


class SqliteWriter:
    """The writer thread. All writes to the file go through :meth:`call`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = writer_engine(path)
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="gin-writer")
        if sqlite3.sqlite_version_info < SAFE_VERSION:
            _log.info(
                "SQLite %s: writing from one connection only, as its WAL needs before 3.51.3",
                sqlite3.sqlite_version,
            )

    async def run(self, works: Sequence[Work[object]]) -> list[object]:
        """Run the works in one transaction; see :class:`engine.store.committer.Backend`.

        After a COMMIT that ended in an error they are repeated; their keys make that exact.
        """
        try:
            return await self.call(lambda: self._transact(works))
        except StoreUnsureError as unsure:
            _log.info("doing %d works again after a failed COMMIT", len(works))
            try:
                return await self.call(lambda: self._transact(works))
            except StoreFailedError as error:
                raise unsure from error

    async def call(self, function: Callable[[], T]) -> T:
        """Run a function in the writer thread, to its end even if the caller is cancelled."""
        loop = asyncio.get_running_loop()
        return await asyncio.shield(loop.run_in_executor(self._thread, function))

    async def checkpoint(self) -> int:
        """Move the write-ahead log into the file; return the log's size in bytes before it."""
        log = self.path.with_name(self.path.name + "-wal")
        size = log.stat().st_size if log.exists() else 0
        if size > WAL_ALARM_BYTES:
            _log.warning("the write-ahead log has %d MB: a reader does not end", size >> 20)
        await self.call(self._checkpoint)
        return size

    async def close(self) -> None:
        """Finish the submitted works, close the connection, end the thread."""
        await self.call(self._disconnect)
        await asyncio.to_thread(self._thread.shutdown)

    def _transact(self, works: Sequence[Work[object]]) -> list[object]:
        is_committing = False
        try:
            connection = self._connected()
            with connection.begin():
                results = [work(connection) for work in works]
                is_committing = True
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.IntegrityError | sqlite3.ProgrammingError):
                raise
            self._disconnect()
            kind = StoreUnsureError if is_committing else StoreFailedError
            raise kind(reason=str(error.orig)) from error
        return results

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._engine.connect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        with suppress(SQLAlchemyError, sqlite3.Error):
            if connection is not None:
                connection.close()
            self._engine.dispose()

    def _checkpoint(self) -> None:
        driver = self._connected().connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute("PRAGMA wal_checkpoint(TRUNCATE)")
