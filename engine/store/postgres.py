"""PostgreSQL through asyncpg: a batch is retried whenever that can help.

Only features that every such server has are used: no advisory locks, no LISTEN, no triggers. A
batch whose COMMIT ended in an error is repeated on a new connection; ids make that exact.
"""

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypeVar

from asyncpg.exceptions import (
    InterfaceError,
    InternalClientError,
    PostgresError,
    TargetServerAttributeNotMatched,
)
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import QueuePool

from engine.game.errors import Detail
from engine.store import migrate
from engine.store.address import (
    CONNECT_S,
    POOL_SIZE,
    direct_engine,
    parsed,
    plain_engine,
    pooled_engine,
    where,
)
from engine.store.committer import PATIENCE_S, Work
from engine.store.errors import (
    AccessError,
    AddressError,
    ConflictError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreCorruptError,
    StoreError,
    StoreFailedError,
    StoreSlowError,
    StoreUnsureError,
    UnreachableError,
)

T = TypeVar("T")
_log = logging.getLogger(__name__)

MAX_TRIES: Final = 8
UNREACHABLE: Final = (OSError, TimeoutError, PostgresError, InterfaceError, InternalClientError)
"""The exceptions of connecting, where SQLAlchemy does not wrap the errors of asyncpg."""
_CUT_OFF: Final = "57014"
"""A statement that was cancelled, as one is that takes longer than ``statement_timeout``."""
_LOST: Final = ("08", "25006", "53", _CUT_OFF, "57P0", "58")
"""Prefixes of the SQLSTATEs of a server that is lost, is not the leader any more, has no disk,
memory or connections left, does not answer in time, or fails at its files."""
_CROSSED: Final = ("40001", "40P01", "55P03", "23505")
"""Serialization failure, deadlock, lock timeout, and a key that was inserted concurrently."""
_NO_ACCESS: Final = ("28", "3D000", "42501")
"""User or password refused, no such database, insufficient rights."""
_STARTING: Final = "57P03"
_NO_ENCRYPTION: Final = "rejected SSL upgrade"
"""What asyncpg says, as an error of the connection."""
_MIGRATING: Final = "SELECT pg_advisory_xact_lock(6777198)"
"""The lock of whoever migrates the database, until its transaction ends; any number will do."""


async def opened(url: str) -> AsyncEngine:
    """Migrate the database at ``url`` and return a pool of connections to it.

    Raises AddressError or an error of :func:`prepare`.
    """
    address = parsed(url)
    engine = plain_engine(address)
    try:
        await prepare(engine)
        is_behind_pooler = await is_pooled(engine)
    finally:
        await engine.dispose()
    return pooled_engine(address) if is_behind_pooler else direct_engine(address)


async def is_pooled(engine: AsyncEngine) -> bool:
    """Whether a pooler such as PgBouncer stands between the engine and the server.

    A pooler invents the process id that a client is told, because it has to receive the client's
    requests to cancel. A server, also behind a TCP proxy, tells its own.
    """
    try:
        async with engine.connect() as connection:
            answers = (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            return bool(driver.get_server_pid() != answers)
    except (DBAPIError, PoolTimeoutError, *UNREACHABLE) as error:
        raise unopened(engine.url, error) from error


async def prepare(engine: AsyncEngine) -> None:
    """Migrate the database, in one transaction, and check its schema.

    Raises SchemaTooNewError, SchemaTooOldError, StoreCorruptError, or a StoreFailedError that
    names the cause.
    """
    try:
        async with engine.connect() as connection:
            if await connection.run_sync(migrate.is_current):
                await connection.run_sync(migrate.check)
                return
        async with engine.begin() as connection:
            # Whoever has waited for another's migration sees it, whatever the server's default.
            await connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL READ COMMITTED")
            await connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            # Processes that start at once migrate one after another.
            await connection.exec_driver_sql(_MIGRATING)
            await connection.exec_driver_sql("SET LOCAL lock_timeout = 1000")
            await connection.run_sync(migrate.upgrade)
            await connection.run_sync(migrate.check)
    except (DBAPIError, PoolTimeoutError, *UNREACHABLE) as error:
        raise unopened(engine.url, error) from error
    except (StoreCorruptError, SchemaTooNewError, SchemaTooOldError) as error:
        error.data.setdefault("file", str(engine.url.database))
        raise


def unopened(url: URL, error: Exception) -> StoreError:
    """Return the reason why a database server cannot be used, without the password."""
    state, reason = _state(error), message_of(error)
    if _NO_ENCRYPTION in reason:
        return AddressError(reason="the server offers no encryption, which ssl or sslmode demands")
    if state.startswith(_NO_ACCESS):
        return AccessError(reason=reason)
    if isinstance(error, TargetServerAttributeNotMatched):
        reason = "the server only reads, as a standby does"
    if isinstance(error, OSError | TimeoutError | InternalClientError) or state == _STARTING:
        return UnreachableError(where=where(url), reason=reason or f"no answer in {CONNECT_S} s")
    if isinstance(error, InterfaceError):
        return AddressError(reason=reason)
    return StoreFailedError(reason=reason, file=str(url.database))


def message_of(error: Exception) -> str:
    """Return the first line of a driver's error message."""
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, OSError) and original.strerror:
        return original.strerror
    text = str(getattr(original, "__cause__", None) or original).strip()
    return text.partition("\n")[0].rstrip(".")


def failure(error: Exception, **data: Detail) -> StoreFailedError:
    """Return what a driver's error means for whoever asked; ``data``: what else is known."""
    kind = StoreSlowError if _state(error) == _CUT_OFF else StoreFailedError
    return kind(reason=kind_of(error), **data)


def kind_of(error: Exception) -> str:
    """Return the driver's own name of an error, such as ``QueryCanceledError``."""
    original = error.orig if isinstance(error, DBAPIError) else error
    return type(getattr(original, "__cause__", None) or original).__name__


class PostgresReaders:
    """Connections of the writer's pool, used for queries."""

    size = POOL_SIZE

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @property
    def in_use(self) -> int:
        """The number of connections that queries and transactions hold."""
        pool = self._engine.pool
        assert isinstance(pool, QueuePool)
        return pool.checkedout()

    async def read(self, query: Work[T], until: float = math.inf) -> T:
        """Run a query on its own connection; what is cut off before ``until`` is asked again."""
        try:
            return await self._run(query)
        except DBAPIError as error:
            is_cut_off = _state(error) == _CUT_OFF and time.monotonic() < until
            # The server ended it while it was idle, as in a failover; the next one is new.
            if not (error.connection_invalidated or is_cut_off):
                raise
            return await self._run(query)

    async def _run(self, query: Work[T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(query)

    async def close(self) -> None:
        """Close every connection of the pool."""
        await self._engine.dispose()


class PostgresWriter:
    """Runs batches; see :class:`engine.store.committer.Backend`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(self, works: Sequence[Work[object]]) -> list[object]:
        """Run the works in one transaction, with retries as long as they can help."""
        until = time.monotonic() + PATIENCE_S
        tries = 0
        is_unsure = is_taken = False
        while True:
            tries += 1
            attempt = _Attempt(self._engine, after_doubt=is_unsure)
            try:
                return await attempt.run(works)
            except Exception as error:
                if not attempt.may_be_redone(error):
                    raise
                is_unsure = is_unsure or attempt.is_unsure(error)
                was_taken, is_taken = is_taken, isinstance(error, IntegrityError)
                # The first one may have met a connection that was lost long ago, and a key that has
                # just been inserted, perhaps by the attempt before, is found by the next one.
                is_over = tries >= MAX_TRIES or (tries > 1 and time.monotonic() > until)
                if is_over and (was_taken or not is_taken):
                    if is_taken:
                        raise
                    if is_unsure:
                        raise StoreUnsureError(reason=kind_of(error), tries=tries) from error
                    raise failure(error, tries=tries) from error
                _log.info("doing %d works again after %s", len(works), type(error).__name__)
                await asyncio.sleep(_pause(tries))


class _Attempt:
    """One transaction, with the progress it has made.

    ``after_doubt``: an earlier attempt may have been committed.
    """

    def __init__(self, engine: AsyncEngine, *, after_doubt: bool) -> None:
        self._engine = engine
        self._after_doubt = after_doubt and engine.dialect.name == "postgresql"
        self._working = False
        self._committing = False

    async def run(self, works: Sequence[Work[object]]) -> list[object]:
        connection = await self._engine.connect()
        try:
            self._working = True
            if self._after_doubt:
                # A restarted server shows commits that its standby lacks. With an id of its own
                # this transaction waits for the standby, even if it finds everything done.
                await connection.exec_driver_sql("SELECT pg_current_xact_id()")
            results = await connection.run_sync(lambda sync: [work(sync) for work in works])
            self._working = False
            self._committing = True
            await connection.commit()
        except BaseException as error:
            await _put_away(connection, keep=_is_crossed(error))
            raise
        await connection.close()
        return results

    def is_unsure(self, error: Exception) -> bool:
        """Whether the server may have committed despite an error."""
        return self._committing and not _is_crossed(error)

    def may_be_redone(self, error: Exception) -> bool:
        """Whether the database is the cause of an error, and not one of the works."""
        if not self._working:
            return isinstance(error, (SQLAlchemyError, *UNREACHABLE))
        return _is_crossed(error) or _is_lost(error)


async def _put_away(connection: AsyncConnection, *, keep: bool) -> None:
    """Release a connection, or discard it after an error, when its state is unknown."""
    with suppress(SQLAlchemyError, OSError):
        if not keep:
            await connection.invalidate()
        await connection.close()


def _is_crossed(error: BaseException) -> bool:
    return isinstance(error, ConflictError) or _state(error).startswith(_CROSSED)


def _is_lost(error: BaseException) -> bool:
    """Whether an error is the server's or the connection's, so that another one may help."""
    if isinstance(error, OSError | TimeoutError):
        return True
    if not isinstance(error, DBAPIError):
        return False
    state = _state(error)
    return error.connection_invalidated or not state or state.startswith(_LOST)


def _state(error: BaseException) -> str:
    """Return the SQLSTATE of a driver's error, or an empty string."""
    original = error.orig if isinstance(error, DBAPIError) else error
    return str(getattr(original, "sqlstate", None) or "")


def _pause(tries: int) -> float:
    """Return the seconds until the next attempt: growing, and random to separate rivals."""
    return 0.005 * (1 << tries) * (0.5 + secrets.randbelow(1000) / 1000)
