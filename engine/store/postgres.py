"""PostgreSQL (and CockroachDB) through asyncpg: a batch is retried whenever that can help.

Only features that every such server has are used: no advisory locks, no LISTEN, no triggers. A
batch whose COMMIT ended in an error is repeated on a new connection; ids make that exact.
"""

import asyncio
import inspect
import logging
import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import asyncpg
from asyncpg.exceptions import (
    InterfaceError,
    InternalClientError,
    PostgresError,
    TargetServerAttributeNotMatched,
)
from sqlalchemy import URL, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DBAPIError,
    IntegrityError,
    NoSuchModuleError,
    SQLAlchemyError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from engine.store import migrate
from engine.store.committer import PATIENCE_S, Work
from engine.store.errors import (
    AccessError,
    AddressError,
    ConflictError,
    DriverMissingError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreCorruptError,
    StoreError,
    StoreFailedError,
    StoreUnsureError,
    UnreachableError,
)

_log = logging.getLogger(__name__)

MAX_TRIES: Final = 8
CONNECT_S: Final = 5
_SETTINGS: Final = {
    "synchronous_commit": "on",
    "statement_timeout": "2000",
    "lock_timeout": "1000",
    "idle_in_transaction_session_timeout": "5000",
}
UNREACHABLE: Final = (OSError, TimeoutError, PostgresError, InterfaceError, InternalClientError)
"""The exceptions of connecting, where SQLAlchemy does not wrap the errors of asyncpg."""
_LOST: Final = ("08", "25006", "53", "57014", "57P0", "58")
"""Prefixes of the SQLSTATEs of a server that is lost, is not the leader any more, has no disk,
memory or connections left, does not answer in time, or fails at its files."""
_CROSSED: Final = ("40001", "40P01", "55P03", "23505")
"""Serialization failure, deadlock, lock timeout, and a key that was inserted concurrently."""
_NO_ACCESS: Final = ("28", "3D000", "42501")
"""User or password refused, no such database, insufficient rights."""
_STARTING: Final = "57P03"
_DIALECTS_OWN: Final = frozenset(
    {"async_fallback", "prepared_statement_cache_size", "prepared_statement_name_func"}
)
"""URL options that SQLAlchemy consumes; all others go to ``asyncpg.connect``."""


def postgres_engine(url: str, size: int = 10) -> AsyncEngine:
    """Return a pool of connections, with timeouts so that a slow command does not block others.

    Raises AddressError or DriverMissingError; no connection is made yet.
    """
    address = _address(url)
    settings = dict(_SETTINGS)
    options: dict[str, object] = {"server_settings": settings, "timeout": CONNECT_S}
    is_cockroach = address.drivername.startswith("cockroachdb")
    if is_cockroach:
        del settings["synchronous_commit"]
    elif "target_session_attrs" not in address.query:
        # A standby may show what a failover takes back.
        options["target_session_attrs"] = "read-write"
    try:
        return create_async_engine(
            address,
            pool_size=size,
            max_overflow=0,
            pool_timeout=PATIENCE_S,
            connect_args=options,
        )
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        # SQLAlchemy supports databases whose drivers are not part of Gin.
        if not is_cockroach:
            raise AddressError(reason="there is no such kind of database") from error
        raise DriverMissingError(extra="cockroach") from error


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        # Their texts repeat the URL, which may contain a password.
        raise AddressError(reason="it cannot be read as a URL") from None
    known = inspect.signature(asyncpg.connect).parameters.keys() | _DIALECTS_OWN
    unknown = sorted(address.query.keys() - known)
    if unknown:
        raise AddressError(reason=f"it has an option that is not known, {unknown[0]}")
    return address


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
            await connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
            await connection.run_sync(migrate.upgrade)
            await connection.run_sync(migrate.check)
    except (DBAPIError, PoolTimeoutError, *UNREACHABLE) as error:
        raise _unopened(engine.url, error) from error
    except (StoreCorruptError, SchemaTooNewError, SchemaTooOldError) as error:
        error.data.setdefault("file", str(engine.url.database))
        raise


def _unopened(url: URL, error: Exception) -> StoreError:
    """Return the reason why a database server cannot be used, without the password."""
    state, said = _state(error), _said(error)
    if state.startswith(_NO_ACCESS):
        return AccessError(reason=said)
    if isinstance(error, TargetServerAttributeNotMatched):
        said = "the server only reads, as a standby does"
    if isinstance(error, OSError | TimeoutError | InternalClientError) or state == _STARTING:
        where = f"{url.host or 'localhost'}:{url.port or 5432}"
        return UnreachableError(where=where, reason=said or f"no answer in {CONNECT_S} s")
    if isinstance(error, InterfaceError):
        return AddressError(reason=said)
    return StoreFailedError(reason=said, file=str(url.database))


def _said(error: Exception) -> str:
    """Return the first line of a driver's error message."""
    original = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, OSError) and original.strerror:
        return original.strerror
    text = str(getattr(original, "__cause__", None) or original).strip()
    return text.partition("\n")[0].rstrip(".")


class PostgresWriter:
    """Runs batches; see :class:`engine.store.committer.Backend`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def run(self, works: Sequence[Work[object]]) -> list[object]:
        """Run the works in one transaction, with retries as long as they can help."""
        until = time.monotonic() + PATIENCE_S
        tries = 0
        is_unsure = False
        while True:
            tries += 1
            attempt = _Attempt(self._engine, after_doubt=is_unsure)
            try:
                return await attempt.run(works)
            except Exception as error:
                if not attempt.may_be_redone(error):
                    raise
                is_unsure = is_unsure or attempt.is_unsure(error)
                if tries >= MAX_TRIES or time.monotonic() > until:
                    if isinstance(error, IntegrityError):
                        raise
                    kind = StoreUnsureError if is_unsure else StoreFailedError
                    raise kind(reason=type(error).__name__, tries=tries) from error
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
