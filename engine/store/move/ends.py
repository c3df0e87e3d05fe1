"""The two ends of a move: SQLite or PostgreSQL as its source and as its target."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Protocol, Self, TypeAlias, cast

import aiosqlite
from sqlalchemy import Connection, Float, Table, func, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store import backup, migrate, postgres, sqlite
from engine.store.address import parsed, plain_engine
from engine.store.errors import (
    InUseError,
    MoveFailedError,
    MoveRefusedError,
    StoreCorruptError,
    StoreError,
    StoreFailedError,
    StoreUnsureError,
)
from engine.store.schema import metadata, processes
from engine.store.sqlite_file import FileLock, SqliteConnection, refuse_links, sqlite_engine

TableRow: TypeAlias = tuple[int | float | str | None, ...]

_BYTES: Final = 16
_MODULUS: Final = 1 << (8 * _BYTES)


class Content:
    """The rows of one table, added up as they pass."""

    def __init__(self, table: Table) -> None:
        self.rows = 0
        self._sum = 0
        self._floats = tuple(
            place for place, column in enumerate(table.columns) if isinstance(column.type, Float)
        )

    def add(self, rows: Iterable[TableRow]) -> None:
        """Add rows, in any order."""
        if self._floats:
            rows = map(self._without_negative_zero, rows)
        count, total = 0, 0
        for row in rows:
            count += 1
            hashed = blake2b(repr(row).encode(), digest_size=_BYTES).digest()
            total += int.from_bytes(hashed)
        self.rows += count
        self._sum = (self._sum + total) % _MODULUS

    @property
    def digest(self) -> str:
        """The hash of all rows, in hexadecimal digits."""
        return f"{self._sum:0{2 * _BYTES}x}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Content) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment]

    def _without_negative_zero(self, row: TableRow) -> TableRow:
        """Return the row with 0.0 for -0.0, which SQLite does not keep apart."""
        if not any(row[place] == 0.0 for place in self._floats):
            return row
        return tuple(
            0.0 if place in self._floats and value == 0.0 else value
            for place, value in enumerate(row)
        )


BATCH: Final = 10_000
"""The number of rows that are in memory at once."""


class MoveSource(Protocol):
    """A database that is read."""

    async def count(self, table: Table) -> int:
        """Return the number of rows."""

    def rows(self, table: Table) -> AsyncIterator[list[TableRow]]:
        """Yield all rows, with the columns in the order of the schema, in batches."""


class Target(MoveSource, Protocol):
    """An empty database that is filled."""

    async def add(self, table: Table, rows: list[TableRow]) -> None:
        """Insert rows."""

    async def index(self) -> None:
        """Make the indexes, which the target was without while it was filled."""

    async def keep(self) -> None:
        """Make everything permanent, at once."""


def quoted(table: Table) -> tuple[str, str]:
    """Return the names of a table and of its columns as SQL."""
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    return f'"{table.name}"', columns


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


_NO_LIMITS: Final = (
    "SELECT set_config('statement_timeout', '0', true), "
    "set_config('idle_in_transaction_session_timeout', '0', true), "
    "set_config('lock_timeout', '5000', true), "
    "set_config('synchronous_commit', 'on', true)"
)
_INDEXES: Final = text(
    "SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition "
    "FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid "
    "WHERE pg_table_is_visible(t.oid) AND t.relname = ANY(:names) "
    "AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid)"
)
_FAILURES: Final = (DBAPIError, PoolTimeoutError, *postgres.UNREACHABLE)


class _Server(ABC):
    """One transaction on a server, and the driver's connection below it."""

    _isolation = "READ COMMITTED"

    def __init__(self, url: str) -> None:
        self._engine = plain_engine(parsed(url))
        self._name = str(self._engine.url.database)

    async def __aenter__(self) -> Self:
        async with AsyncExitStack() as opened:
            opened.push_async_callback(self._engine.dispose)
            try:
                self._connection = await opened.enter_async_context(self._engine.connect())
                await self._connection.execution_options(isolation_level=self._isolation)
                await self._begin()
                raw = await self._connection.get_raw_connection()
                self._driver: Any = raw.driver_connection
            except _FAILURES as error:
                raise postgres.unopened(self._engine.url, error) from error
            except StoreError as error:
                error.data.setdefault("file", self._name)
                raise
            self._opened = opened.pop_all()
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        # What was kept is committed already. Anything else ends with its connection, which is cut:
        # a rollback would wait for a network that stands still.
        if kind is not None:
            self._driver.terminate()
        with suppress(*_FAILURES):
            await self._opened.aclose()

    @abstractmethod
    async def _begin(self) -> None:
        """Begin the transaction and check that it may go on."""

    async def count(self, table: Table) -> int:
        return int(await self._driver.fetchval(f"SELECT count(*) FROM {quoted(table)[0]}"))  # noqa: S608

    async def rows(self, table: Table) -> AsyncIterator[list[TableRow]]:
        name, columns = quoted(table)
        # A name of its own: behind a pooler others may have left theirs on the connection.
        statement = await self._driver.prepare(
            f"SELECT {columns} FROM {name}",  # noqa: S608
            name=f"gin_{secrets.token_hex(8)}",
        )
        cursor = await statement.cursor()
        while found := await cursor.fetch(BATCH):
            yield [tuple(row) for row in found]


class PostgresSource(_Server):
    """A database that no process writes to, held still until the end of the move.

    ``now_ms`` and ``alive_ms``: a process of Gin that gave a sign of life so lately is running.
    """

    _isolation = "REPEATABLE READ"

    def __init__(self, url: str, now_ms: int, alive_ms: int) -> None:
        super().__init__(url)
        self._now_ms = now_ms
        self._alive_ms = alive_ms

    async def _begin(self) -> None:
        if await self._is_foreign():
            raise MoveRefusedError(reason=f"the database {self._name} holds no tables of Gin")
        await postgres.prepare(self._engine)
        await _lock(self._connection, set(metadata.tables), "SHARE")
        last = await self._connection.scalar(select(func.max(processes.c.seen_ms)))
        if last is not None and last > self._now_ms - self._alive_ms:
            raise InUseError(seconds=max(0, self._now_ms - last) // 1000)

    async def _is_foreign(self) -> bool:
        async with self._engine.connect() as connection:
            return await connection.run_sync(migrate.current) is None


class PostgresTarget(_Server):
    """An empty database, in which everything is one transaction.

    Raises MoveRefusedError if one of our tables holds a row.
    """

    async def _begin(self) -> None:
        found = await self._connection.run_sync(_our_tables)
        await _lock(self._connection, found, "ACCESS EXCLUSIVE")
        await self._connection.run_sync(_refuse_rows, found, self._name)
        await self._connection.run_sync(_made)
        self._indexes = await self._connection.run_sync(_without_indexes)

    async def add(self, table: Table, rows: list[TableRow]) -> None:
        columns = [column.name for column in table.columns]
        await self._driver.copy_records_to_table(table.name, records=rows, columns=columns)

    async def index(self) -> None:
        for definition in self._indexes:
            await self._connection.exec_driver_sql(definition)

    async def keep(self) -> None:
        try:
            await self._connection.commit()
        except _FAILURES as error:
            raise StoreUnsureError(reason=postgres.message_of(error), file=self._name) from error


async def _lock(connection: AsyncConnection, names: set[str], mode: str) -> None:
    """Keep writers out until the end of the transaction; no snapshot is taken before."""
    if names:
        tables = ", ".join(f'"{name}"' for name in sorted(names))
        await connection.exec_driver_sql("SET LOCAL lock_timeout = 5000")
        await connection.exec_driver_sql(f"LOCK TABLE {tables} IN {mode} MODE")
    await connection.exec_driver_sql(_NO_LIMITS)


def _our_tables(connection: Connection) -> set[str]:
    return metadata.tables.keys() & set(inspect(connection).get_table_names())


def _refuse_rows(connection: Connection, found: set[str], database: str) -> None:
    for name in sorted(found):
        if connection.exec_driver_sql(f'SELECT 1 FROM "{name}" LIMIT 1').first() is not None:  # noqa: S608
            raise MoveRefusedError(
                reason=f"the database {database} is not empty (the table {name} has rows); "
                "name an empty one"
            )


def _made(connection: Connection) -> None:
    if not migrate.is_current(connection):
        migrate.upgrade(connection)
    migrate.check(connection)


def _without_indexes(connection: Connection) -> list[str]:
    """Drop every index that is not a key; return the statements that make them again.

    To make an index of a full table is several times cheaper than to keep it through the copy.
    """
    found = connection.execute(_INDEXES, {"names": list(metadata.tables)}).all()
    for row in found:
        connection.exec_driver_sql(f"DROP INDEX {row.name}")
    return [row.definition for row in found]
