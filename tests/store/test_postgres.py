"""What the PostgreSQL writer does again, and what it does not; on a server that only pretends."""

import asyncio
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from asyncpg.exceptions import CannotConnectNowError
from sqlalchemy import Connection
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from engine.store import (
    AddressError,
    ConflictError,
    Store,
    StoreFailedError,
    postgres,
)
from engine.store.address import SilenceGuard
from engine.store.postgres import PostgresWriter


class DriverError(Exception):
    """An error of the driver with its SQLSTATE."""

    def __init__(self, sqlstate: str | None) -> None:
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def failure(state: str | None, kind: type[DBAPIError] = DBAPIError) -> DBAPIError:
    return kind("COMMIT", {}, DriverError(state))


@dataclass
class Server:
    """Fails at one place so many times, then works; counts what happens to its connections."""

    errors: list[Exception] = field(default_factory=list)
    at: str = "connect"
    opened: int = 0
    dropped: int = 0
    closed: int = 0
    done: int = 0
    dialect: PGDialect = field(default_factory=PGDialect)

    def may_fail(self, place: str) -> None:
        if place == self.at and self.errors:
            raise self.errors.pop(0)

    async def connect(self) -> "Server":
        self.may_fail("connect")
        self.opened += 1
        return self

    async def run_sync(self, function: Callable[[Connection], Any]) -> Any:
        self.may_fail("work")
        return function(cast(Connection, self))

    async def exec_driver_sql(self, statement: str) -> None:
        assert statement == "SELECT pg_current_xact_id()"

    async def commit(self) -> None:
        self.may_fail("commit")
        self.done += 1

    async def invalidate(self) -> None:
        self.dropped += 1

    async def close(self) -> None:
        self.closed += 1

    @property
    def writer(self) -> PostgresWriter:
        return PostgresWriter(cast(AsyncEngine, self))


async def written(server: Server) -> Sequence[object]:
    return await server.writer.run([lambda connection: 1, lambda connection: 2])


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "_pause", lambda tries: 0.0)


@pytest.mark.parametrize(
    ("place", "error", "dropped"),
    [
        ("connect", CannotConnectNowError("the database system is starting up"), 0),
        ("connect", ConnectionRefusedError(), 0),
        ("commit", failure("40001"), 0),
        ("commit", failure(None), 1),
        ("commit", ConnectionResetError(), 1),
        ("work", failure("40P01"), 0),
        ("work", failure("57P01"), 1),
        ("work", failure(None), 1),
        ("work", TimeoutError(), 1),
        ("work", ConflictError(), 0),
        ("work", failure("23505", IntegrityError), 0),
    ],
)
async def test_a_batch_is_done_again(place: str, error: Exception, dropped: int) -> None:
    server = Server([error, error], place)
    assert await written(server) == [1, 2]
    assert server.done == 1
    assert server.dropped == 2 * dropped
    assert server.closed == server.opened


@pytest.mark.parametrize("error", [ZeroDivisionError(), failure("42601"), failure("23502")])
async def test_what_a_work_raises_is_raised_at_once(error: Exception) -> None:
    server = Server([error, error], "work")
    with pytest.raises(type(error)):
        await written(server)
    assert len(server.errors) == 1


async def test_it_gives_up_after_some_tries() -> None:
    server = Server([CannotConnectNowError("starting") for _ in range(50)])
    with pytest.raises(StoreFailedError):
        await written(server)
    assert len(server.errors) == 50 - postgres.MAX_TRIES


async def test_a_key_that_is_always_there_is_the_works_own_error() -> None:
    server = Server([failure("23505", IntegrityError) for _ in range(50)], "work")
    with pytest.raises(IntegrityError):
        await written(server)


@pytest.mark.parametrize("patience_s", [-1.0, 60.0])
@pytest.mark.parametrize("before", [1, postgres.MAX_TRIES - 1])
async def test_a_key_that_was_just_inserted_is_found_however_late_it_is(
    monkeypatch: pytest.MonkeyPatch, patience_s: float, before: int
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE_S", patience_s)
    lost = [failure("57P01") for _ in range(1 if patience_s < 0 else before)]
    server = Server([*lost, failure("23505", IntegrityError)], "work")
    assert await written(server) == [1, 2]


async def test_it_gives_up_when_time_is_up_and_it_has_tried_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE_S", -1.0)
    server = Server([failure("40001") for _ in range(3)], "commit")
    with pytest.raises(StoreFailedError):
        await written(server)
    assert len(server.errors) == 1


async def test_a_database_that_is_not_there_cannot_be_opened() -> None:
    with pytest.raises(StoreFailedError):
        await Store.open("postgresql+asyncpg://nobody@127.0.0.1:1/nothing")


async def test_an_error_of_connecting_reaches_the_caller() -> None:
    """The driver may wrap it in an error of its own, which belongs to no connection."""

    async def refuse() -> None:
        raise engine.dialect.loaded_dbapi.OperationalError("too many connections")

    engine = create_async_engine("postgresql+asyncpg://", async_creator=refuse)
    SilenceGuard(engine)
    with pytest.raises(OperationalError, match="too many connections"):
        await engine.connect()


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://gin:hunter2@[::1/gin", "it cannot be read as a URL"),
        ("postgresql://gin:hunter2@127.0.0.1:port/gin", "it cannot be read as a URL"),
        (
            "postgresql://gin:hunter2@127.0.0.1/gin?channel_binding=require",
            "it has an option that is not known, channel_binding",
        ),
        (
            "postgresql+asyncpg://gin:hunter2@127.0.0.1/gin?sslmode=require&ssl=disable",
            "its options ssl and sslmode differ",
        ),
        (
            "postgresql+asyncpg://gin:hunter2@127.0.0.1:1/gin?ssl=x",
            (
                "`sslmode` parameter must be one of: "
                "disable, allow, prefer, require, verify-ca, verify-full"
            ),
        ),
        (
            "postgresql+asyncpg://gin:hunter2@127.0.0.1:1/gin?sslmode=x",
            (
                "`sslmode` parameter must be one of: "
                "disable, allow, prefer, require, verify-ca, verify-full"
            ),
        ),
        ("nosql://gin:hunter2@127.0.0.1/gin", "there is no such kind of database"),
        ("oracle://gin:hunter2@127.0.0.1/gin", "there is no such kind of database"),
    ],
)
async def test_an_address_that_cannot_be_used_is_refused_without_its_password(
    url: str, reason: str
) -> None:
    with pytest.raises(AddressError) as refused:
        await Store.open(url)
    assert refused.value.data["reason"] == reason
    assert "hunter2" not in str(refused.value)


SSL_REQUEST = 80877103
"""The code with which a client asks for encryption before it says anything else."""


@pytest.mark.parametrize(
    ("options", "asks"),
    [
        ("?sslmode=require", True),
        ("?ssl=require", True),
        ("?sslmode=require&ssl=require", True),
        ("?sslmode=disable", False),
    ],
)
async def test_the_option_of_providers_for_encryption_is_taken(options: str, asks: bool) -> None:
    """A server without encryption is told nothing by a client that requires it."""
    codes: list[int] = []

    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, code = struct.unpack("!ii", await reader.readexactly(8))
        codes.append(code)
        writer.write(b"N")
        writer.close()

    server = await asyncio.start_server(refuse, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server:
        with pytest.raises(AddressError if asks else StoreFailedError) as refused:
            await Store.open(f"postgresql+asyncpg://gin:hunter2@127.0.0.1:{port}/gin{options}")
    assert {code == SSL_REQUEST for code in codes} == {asks}
    assert ("the server offers no encryption" in str(refused.value.data["reason"])) == asks
