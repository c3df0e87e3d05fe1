"""A database whose disk fails and whose power may be cut, read and written on the virtual loop.

It is a real SQLite file and the product's own writer, but without threads: works run in
greenlets that let others go on between any two statements, so that readers look in the middle of
every transaction and a process can die there.
"""

import asyncio
import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool
from sqlalchemy.util import await_only, greenlet_spawn

from engine.store.sqlite import SqliteWriter, writer_engine
from engine.store.sqlite_file import SqliteConnection

T = TypeVar("T")
TROUBLES: Final = ("database or disk is full", "disk I/O error", "database is locked")


@dataclass
class Engines:
    """Engines on the one path that all runs use, so that no run compiles its statements anew."""

    path: Path
    writers: list[Engine] = field(default_factory=list)
    readers: list[Engine] = field(default_factory=list)

    def writer(self) -> Engine:
        return self.writers.pop() if self.writers else writer_engine(self.path)

    def reader(self) -> Engine:
        if self.readers:
            return self.readers.pop()
        address = self.path.absolute().as_uri() + "?mode=ro"

        def connect() -> sqlite3.Connection:
            return sqlite3.connect(
                address, uri=True, isolation_level=None, check_same_thread=False, timeout=0
            )

        return create_engine(
            "sqlite://", creator=connect, poolclass=QueuePool, pool_size=8, max_overflow=100
        )


@dataclass
class Disk:
    """One database file, shared by every process. ``failing``: the chance that a statement fails.

    ``lost``: how many answers of COMMIT were lost although it had been done.
    """

    engines: Engines
    chance: random.Random
    after_commit: Callable[[], None]
    failing: float = 0.0
    failures: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def path(self) -> Path:
        return self.engines.path

    def fails(self, factor: float = 1.0) -> bool:
        if self.failing and self.chance.random() < self.failing * factor:
            self.failures += 1
            return True
        return False

    def trouble(self) -> sqlite3.OperationalError:
        return sqlite3.OperationalError(self.chance.choice(TROUBLES))


class DeadError(BaseException):
    """Code of a process that has been killed tried to go on."""


class SteppingConnection(SqliteConnection):
    """The product's connection, one statement at a time on the virtual loop."""

    driver: sqlite3.Connection

    def __init__(self, engine: Engine, disk: Disk) -> None:
        super().__init__(engine)
        self._disk = disk

    async def open(self) -> Self:
        async with self._disk.lock:
            self.driver = self._connect_core()
        return self

    async def run(self, function: Callable[[Connection], T]) -> T:
        async with self._disk.lock:
            return await greenlet_spawn(function, self._core)

    async def close(self) -> None:
        self.driver.close()


class SteppingWriter(SqliteWriter):
    """The product's writer on such a connection."""

    def __init__(self, disk: Disk) -> None:
        super().__init__(disk.path)
        self.is_dead = False
        self._is_put_back = False
        self._disk = disk
        self._engine = disk.engines.writer()
        event.listen(self._engine, "do_execute", self._step)
        event.listen(self._engine, "do_executemany", self._step)
        self._commit_for_good = self._engine.dialect.do_commit
        self._engine.dialect.do_commit = self._commit  # type: ignore[method-assign, assignment]

    async def connected(self) -> SteppingConnection:
        if self._connection is None:
            self._connection = await self._connect()
        assert isinstance(self._connection, SteppingConnection)
        return self._connection

    async def _connect(self) -> SteppingConnection:
        return await SteppingConnection(self._engine, self._disk).open()

    def kill(self) -> None:
        """The process is gone: what it had not committed is as if it had never been."""
        self.is_dead = True
        if isinstance(self._connection, SteppingConnection):
            self._connection.driver.close()
        self._put_back()

    async def close(self) -> None:
        await super().close()
        self._put_back()

    def _put_back(self) -> None:
        if self._is_put_back:
            return
        self._is_put_back = True
        event.remove(self._engine, "do_execute", self._step)
        event.remove(self._engine, "do_executemany", self._step)
        self._engine.dialect.do_commit = self._commit_for_good  # type: ignore[method-assign]
        self._disk.engines.writers.append(self._engine)

    def _step(self, *statement: object) -> None:
        if self.is_dead:
            raise DeadError
        disk = self._disk
        if disk.chance.random() < 0.12:
            await_only(asyncio.sleep(disk.chance.random() * 0.004))
        if disk.fails():
            raise disk.trouble()

    def _commit(self, connection: Any) -> None:
        if self.is_dead:
            raise DeadError
        disk = self._disk
        if disk.fails(4):
            raise disk.trouble()
        await_only(asyncio.sleep(disk.chance.random() * 0.002))
        self._commit_for_good(connection)
        disk.after_commit()
        await_only(asyncio.sleep(disk.chance.random() * 0.002))
        if disk.fails(2):
            raise disk.trouble()


class SteppingReaders:
    """Read-only connections that also let others go on between two statements."""

    in_use = size = 0

    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._is_put_back = False
        self.engine = disk.engines.reader()
        event.listen(self.engine, "do_execute", self._step)

    async def read(self, query: Callable[[Connection], T], until: float = 0.0) -> T:
        with self.engine.connect() as connection:
            return await greenlet_spawn(query, connection)

    async def close(self) -> None:
        self.put_back()

    def put_back(self) -> None:
        if self._is_put_back:
            return
        self._is_put_back = True
        self.engine.dispose()
        event.remove(self.engine, "do_execute", self._step)
        self._disk.engines.readers.append(self.engine)

    def _step(self, *statement: object) -> None:
        if self._disk.chance.random() < 0.1:
            await_only(asyncio.sleep(self._disk.chance.random() * 0.004))
        if self._disk.fails(0.5):
            raise self._disk.trouble()
