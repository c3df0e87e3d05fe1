"""An SQLite file: the lock of the one process that uses it, and connections through aiosqlite.

An operating system lock lies beside the real file and is released when its holder dies, so every
spelling of its path and every symbolic link leads to the same lock. Hard links cannot be resolved
that way; such a file is refused (``refuse_links``), since SQLite keeps its log beside the name by
which the file was opened and would lose the content of the log under the other name.

aiosqlite changes threads for every statement, which takes longer than the statement itself. Here a
whole transaction or query is one job of the thread: SQLAlchemy compiles and executes inside it, on
the connection that aiosqlite opens, interrupts and closes. No other module connects to a file or
uses a private name of aiosqlite's.
"""

import asyncio
import sqlite3
import stat
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

import aiosqlite
import filelock
from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.pool import NullPool

from engine.store.committer import Work
from engine.store.errors import LinkedFileError, StoreFailedError, StoreLockedError

_POLL_S: Final = 0.1


class FileLock:
    """Holds ``<database>.lock`` until it is released."""

    def __init__(self, database: Path) -> None:
        self._database = database.resolve()
        path = self._database.with_name(self._database.name + ".lock")
        # Only an operating system lock ends with its holder.
        self._lock = filelock.FileLock(path, mode=0o600, thread_local=False, fallback_to_soft=False)

    async def acquire(self, wait_s: float) -> None:
        """Take the lock, waiting for its holder; StoreLockedError after ``wait_s``."""
        until = time.monotonic() + wait_s
        while not self._try():
            if time.monotonic() >= until:
                raise StoreLockedError(file=str(self._database))
            await asyncio.sleep(_POLL_S)

    def take(self) -> Self:
        """Take the lock now or raise StoreLockedError."""
        if not self._try():
            raise StoreLockedError(file=str(self._database))
        return self

    def release(self) -> None:
        """Release the lock; harmless when it is not held."""
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()

    def _try(self) -> bool:
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout:
            return False
        except OSError as error:
            reason = error.strerror or "no lock"
            raise StoreFailedError(reason=reason, file=self._lock.lock_file) from error
        return True


def refuse_links(database: Path) -> None:
    """Raise LinkedFileError if the file has another name; a missing file has none."""
    try:
        found = database.stat()
    except FileNotFoundError:
        return
    if stat.S_ISREG(found.st_mode) and found.st_nlink > 1:
        raise LinkedFileError(file=str(database), names=found.st_nlink)


T = TypeVar("T")
STEPS: Final = 200_000
"""How many steps of SQLite's machine, some milliseconds, a statement takes between two looks at
whether anybody waits for it."""


def sqlite_engine(
    path: Path,
    *settings: str,
    timeout_s: float,
    is_read_only: bool = False,
    is_immutable: bool = False,
) -> Engine:
    """Return an engine without a pool, whose connections have the settings, which are PRAGMAs.

    ``is_immutable``: nobody writes meanwhile, and not even a log is made beside the file.
    """
    address = f"{path.absolute().as_uri()}?mode={'ro' if is_read_only else 'rwc'}"
    if is_immutable:
        address += "&immutable=1"

    def connect() -> sqlite3.Connection:
        driver = sqlite3.connect(address, uri=True, timeout=timeout_s, isolation_level=None)
        try:
            for setting in settings:
                driver.execute(f"PRAGMA {setting}")
        except sqlite3.Error:
            driver.close()
            raise
        return driver

    return create_engine("sqlite://", creator=connect, poolclass=NullPool)


class SqliteConnection(aiosqlite.Connection):
    """A connection with a thread of its own, which ends when the connection is closed."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(self._connect_core, iter_chunk_size=64)
        self._engine = engine
        self._stopped: asyncio.Future[object] | None = None
        self._is_abandoned = False

    async def open(self) -> Self:
        """Open the connection; if that fails or is cancelled, nothing is left of it."""
        opening = asyncio.ensure_future(self)
        try:
            await asyncio.shield(opening)
        except BaseException:
            while not opening.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([opening])
            await self.close()
            await self.stopped()
            raise
        return self

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is asyncio.CancelledError:
            await self.abandon()
            await self.stopped()
        else:
            await self.close()

    async def run(self, function: Work[T]) -> T:
        """Run a function of SQLAlchemy's connection in the thread, as one job.

        Jobs run in order, and each to its end, also if its caller is cancelled.
        """
        answer: T = await self._execute(  # type: ignore[no-untyped-call]
            lambda: function(self._core)
        )
        return answer

    @property
    def is_stopped(self) -> bool:
        """Whether the connection takes no more jobs."""
        return self._stopped is not None

    @property
    def is_over(self) -> bool:
        """Whether its thread has closed it."""
        return self._stopped is not None and self._stopped.done()

    async def abandon(self) -> None:
        """Stop, and interrupt the job that runs, for which nobody waits any more.

        SQLite interrupts only a statement that has begun; one that begins later stops by itself.
        """
        self._is_abandoned = True
        with suppress(ValueError):  # it is closed already
            await self.interrupt()
        self.stop()

    def stop(self) -> asyncio.Future[object] | None:
        """Close the connection, and end its thread, after the jobs that it has."""
        if self._stopped is None:
            self._stopped = super().stop()
        return self._stopped

    async def stopped(self) -> None:
        """Wait for the end that :meth:`stop` asked for."""
        if self._stopped is not None:
            await self._stopped

    def _connect_core(self) -> sqlite3.Connection:
        self._core: Connection = self._engine.connect()
        driver = self._core.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        self._core.detach()  # aiosqlite closes it
        driver.set_progress_handler(lambda: self._is_abandoned, STEPS)
        return driver
