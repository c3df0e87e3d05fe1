"""PostgreSQL as the source and as the target of a move, directly or through a pooler."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from typing import Any, Final, Self

from sqlalchemy import Connection, Table, func, inspect, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.store import migrate, postgres
from engine.store.address import parsed, plain_engine
from engine.store.errors import InUseError, MoveRefusedError, StoreError, StoreUnsureError
from engine.store.move.ends import BATCH, TableRow, quoted
from engine.store.schema import metadata, processes

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
