"""The database: SQLite by default, PostgreSQL by its URL."""

import asyncio
import contextvars
import errno
import math
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from engine.store import postgres, sqlite
from engine.store.committer import (
    PATIENCE_S,
    QUEUE_LIMIT,
    READ_PATIENCE_S,
    Backend,
    Change,
    Committer,
    Repeatable,
    Work,
    unobserved,
)
from engine.store.errors import (
    AccessError,
    AddressError,
    ConflictError,
    ForeignDatabaseError,
    InUseError,
    LinkedFileError,
    MoveFailedError,
    MoveRefusedError,
    NotSqliteError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreBusyError,
    StoreCorruptError,
    StoreError,
    StoreFailedError,
    StoreLockedError,
    StoreSlowError,
    StoreUnsureError,
    UnreachableError,
)
from engine.store.sqlite_file import FileLock, refuse_links

__all__ = [
    "AccessError",
    "AddressError",
    "Change",
    "ConflictError",
    "ForeignDatabaseError",
    "InUseError",
    "LinkedFileError",
    "MoveFailedError",
    "MoveRefusedError",
    "NotSqliteError",
    "PoolUse",
    "Repeatable",
    "SchemaTooNewError",
    "SchemaTooOldError",
    "Store",
    "StoreBusyError",
    "StoreCorruptError",
    "StoreError",
    "StoreFailedError",
    "StoreLockedError",
    "StoreSlowError",
    "StoreUnsureError",
    "UnreachableError",
]

T = TypeVar("T")
LOCK_WAIT_S: Final = 30.0
SLOW_READS: Final = 2
"""Concurrent long reads, fewer than the readers' connections, so that short reads find one free."""
POSTGRES_LANES: Final = 4


class PoolUse(NamedTuple):
    """The connections of a pool: how many work now, and how many there may be."""

    in_use: int
    size: int


class Readers(Protocol):
    """Connections for queries. ``in_use``: of ``size``, those that work now."""

    @property
    def in_use(self) -> int: ...

    @property
    def size(self) -> int: ...

    async def read(self, query: Work[T], until: float = math.inf) -> T:
        """Run a query; one that the server cuts off before ``until`` (monotonic) runs once more."""

    async def close(self) -> None: ...


class Store:
    """An open database: works are written in groups, queries run beside them."""

    def __init__(
        self,
        backend: Backend,
        readers: Readers,
        *,
        path: Path | None = None,
        lock: FileLock | None = None,
        lanes: int = 1,
        queue_limit: int = QUEUE_LIMIT,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.path = path
        self._backend = backend
        self._readers = readers
        self._lock = lock
        self._closed = False
        self._reading: set[asyncio.Future[Any]] = set()
        self._outside = contextvars.copy_context()
        self._slow_reads = asyncio.Semaphore(SLOW_READS)
        self._on_read: Callable[[float], None] = unobserved
        self._committer = Committer(
            backend, lanes=lanes, queue_limit=queue_limit, patience_s=patience_s
        )

    @classmethod
    async def open(
        cls,
        url: str,
        *,
        lock_wait_s: float = LOCK_WAIT_S,
        queue_limit: int = QUEUE_LIMIT,
        patience_s: float = PATIENCE_S,
        before_change: Callable[[], Awaitable[None]] | None = None,
        check: Callable[[], None] | None = None,
    ) -> "Store":
        """Open the database at ``url`` and migrate it to this release's schema.

        ``check`` runs before anything changes, when no other process has the SQLite file any more.
        ``before_change`` runs before the schema of an existing SQLite file changes. Raises what
        these raise,
        StoreLockedError if another process keeps the SQLite file for ``lock_wait_s``, and every
        other StoreError that says why the database cannot be used.
        """
        if not url.startswith("sqlite"):
            if check is not None:
                check()
            engine = await postgres.opened(url)
            return cls(
                postgres.PostgresWriter(engine),
                postgres.PostgresReaders(engine),
                lanes=POSTGRES_LANES,
                queue_limit=queue_limit,
                patience_s=patience_s,
            )
        path = sqlite_path(url).resolve()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreFailedError(reason=error.strerror, file=str(path.parent)) from error
        refuse_links(path)
        lock = FileLock(path)
        await lock.acquire(lock_wait_s)
        try:
            if check is not None:
                check()
            await sqlite.prepare(path, before_change)
        except BaseException:
            lock.release()
            raise
        return cls(
            sqlite.SqliteWriter(path),
            sqlite.SqliteReaders(path),
            path=path,
            lock=lock,
            queue_limit=queue_limit,
            patience_s=patience_s,
        )

    async def write(
        self,
        change: Change[T],
        *,
        key: int = 0,
        committed: Callable[[T], None] | None = None,
        patience_s: float | None = None,
    ) -> T:
        """Make a change in the next transaction; see :meth:`Committer.submit`."""
        return await self._committer.submit(
            change, key=key, committed=committed, patience_s=patience_s
        )

    async def read(self, query: Work[T], patience_s: float = READ_PATIENCE_S) -> T:
        """Run a short query on a connection that cannot write, undisturbed by a cancelled caller.

        Raises StoreBusyError after ``patience_s``, StoreFailedError if the database cannot answer.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._begun(query, patience_s).add_done_callback(partial(_hand_over, answer))
        # Outside the caller's context, so that the deadline does not count as work in progress.
        deadline = self._outside.copy().run(loop.call_later, patience_s, _give_up, answer)
        try:
            return await answer
        finally:
            deadline.cancel()

    async def read_long(self, query: Work[T]) -> T:
        """Run a long query; few run at once, so that short ones find a connection."""
        async with self._slow_reads:
            return await asyncio.shield(self._begun(query, math.inf))

    def _begun(self, query: Work[T], patience_s: float) -> asyncio.Future[T]:
        if self._closed:
            # It would open a connection that is never closed.
            raise StoreFailedError(reason="closed")
        task: asyncio.Future[T] = asyncio.ensure_future(self._read(query, patience_s))
        self._reading.add(task)
        task.add_done_callback(self._has_read)
        return task

    def _has_read(self, task: asyncio.Future[Any]) -> None:
        self._reading.discard(task)
        if not task.cancelled():
            task.exception()  # the caller may be gone

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same database."""
        return self._lock is None

    def observe(self, *, read: Callable[[float], None], commit: Callable[[float], None]) -> None:
        """Call ``read`` and ``commit`` with the seconds that each query and transaction takes."""
        self._on_read = read
        self._committer.on_commit = commit

    @property
    def pool(self) -> PoolUse:
        """The use of the connections for queries; on PostgreSQL transactions take them too."""
        return PoolUse(self._readers.in_use, self._readers.size)

    @property
    def waiting(self) -> int:
        """The number of queued works."""
        return self._committer.waiting

    @property
    def is_idle(self) -> bool:
        """Whether no work is queued or being written."""
        return self._committer.is_idle

    async def drained(self) -> None:
        """Wait until every accepted work is done."""
        await self._committer.drained()

    async def finish(self) -> None:
        """Refuse new works from now on and finish the accepted ones; queries still work."""
        await self._committer.close()

    async def close(self) -> None:
        """Finish, close every connection, release the lock; harmless a second time."""
        if self._closed:
            return
        self._closed = True
        async with AsyncExitStack() as closing:  # the program does not end before its connections
            if self._lock is not None:
                closing.callback(self._lock.release)
            if isinstance(self._backend, sqlite.SqliteWriter):
                closing.push_async_callback(self._backend.close)
                closing.push_async_callback(self._backend.checkpoint)
            closing.push_async_callback(self._readers.close)
            await self.finish()
            await asyncio.gather(*self._reading, return_exceptions=True)

    async def checkpoint(self) -> int:
        """Shorten SQLite's write-ahead log; return its previous size in bytes."""
        if isinstance(self._backend, sqlite.SqliteWriter):
            return await self._backend.checkpoint()
        return 0

    async def _read(self, query: Work[T], patience_s: float) -> T:
        began = time.perf_counter()
        try:
            return await self._readers.read(query, time.monotonic() + patience_s)
        except (DBAPIError, PoolTimeoutError, *postgres.UNREACHABLE) as error:
            raise postgres.failure(error) from error
        finally:
            self._on_read(time.perf_counter() - began)


def _hand_over(answer: asyncio.Future[T], read: asyncio.Future[T]) -> None:
    """Pass on the result of a read to a caller that still waits for it."""
    if answer.done() or read.cancelled():
        return
    error = read.exception()
    if error is None:
        answer.set_result(read.result())
    else:
        answer.set_exception(error)


def _give_up(answer: asyncio.Future[Any]) -> None:
    if not answer.done():
        answer.set_exception(StoreBusyError(reason="slow_read"))


def sqlite_path(url: str) -> Path:
    """Return the file of an ``sqlite:///…`` URL, or ValueError.

    Raises AddressError for a name that no file on this system can have.
    """
    _, _, rest = url.partition(":///")
    name = rest.partition("?")[0]
    if not name.strip("/") or name.startswith(":memory:"):
        raise ValueError("an SQLite URL names a file: sqlite:///path/to/gin.db")
    path = Path(name)
    try:
        path.resolve().lstat()
    except (ValueError, RuntimeError):  # a NUL character; a symbolic link that leads to itself
        raise AddressError(reason="no file can have its path") from None
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.ELOOP):
            raise AddressError(reason=error.strerror) from None
    return path
