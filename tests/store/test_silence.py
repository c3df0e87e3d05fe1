"""A server that falls silent: nothing is closed, and nothing is answered any more."""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from sqlalchemy import Connection

from engine.store import Repeatable, Store, StoreError, address
from engine.store.address import parsed, plain_engine
from tests.postgres import Server, drop, execute, migrated
from tests.postgres_pooler import behind, pooler
from tests.store.silent_line import Line, line_to
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.postgres

_TABLES = """
CREATE TABLE kept (number int PRIMARY KEY);
CREATE TABLE many (number int PRIMARY KEY, words text);
CREATE SEQUENCE attempts;
CREATE FUNCTION wait_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number = 1 THEN PERFORM pg_sleep(1); END IF;
  RETURN NULL;
END $$;
CREATE TABLE slow (number int PRIMARY KEY);
CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION wait_once();
"""


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for less time than the program does; whatever is given up is asked again."""
    monkeypatch.setattr(address, "STATEMENT_S", 0.5)
    monkeypatch.setattr(address, "COMMIT_S", 0.5)


def sockets_of(url: str) -> str:
    return parse_qs(urlsplit(url).query)["host"][0]


@pytest.fixture
async def url(server: Server) -> AsyncIterator[str]:
    made = await migrated(server.address)
    await execute(made, _TABLES, "SELECT 1")
    yield made
    await drop(server.address, made)


@pytest.fixture
def folder(url: str) -> Iterator[Path]:
    """A folder for a socket, with a short name, of the user who runs the server."""
    owner = Path(sockets_of(url)).stat()
    with tempfile.TemporaryDirectory(prefix="gin-line-", ignore_cleanup_errors=True) as name:
        os.chown(name, owner.st_uid, owner.st_gid)
        yield Path(name)


@pytest.fixture
async def line(url: str, folder: Path) -> AsyncIterator[Line]:
    async with line_to(Path(sockets_of(url)), folder) as opened:
        yield opened


@pytest.fixture(params=["direct", pytest.param("behind a pooler", marks=pytest.mark.night)])
async def store(
    request: pytest.FixtureRequest, url: str, line: Line, folder: Path, tmp_path: Path
) -> AsyncIterator[Store]:
    """A store whose packets to the server, or whose pooler's, go over the line."""
    with ExitStack() as running:
        over_line = url.replace(sockets_of(url), str(folder))
        if request.param != "direct":
            over_line = behind(running.enter_context(pooler(over_line, tmp_path)), url)
        opened = await Store.open(over_line)
        yield opened
        await opened.close()


def keep(connection: Connection) -> int:
    connection.exec_driver_sql("INSERT INTO kept VALUES (1) ON CONFLICT DO NOTHING")
    return int(connection.exec_driver_sql("SELECT count(*) FROM kept").scalar_one())


async def pressed(store: Store, work: Callable[[Connection], int]) -> int:
    """Write again and again, as people press, until it is done."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(StoreError):
                return await store.write(Repeatable(work))


async def test_a_statement_without_an_answer_is_redone_on_another_connection(
    store: Store, line: Line, url: str
) -> None:
    line.lost = b"INSERT INTO kept"
    assert await pressed(store, keep) == 1
    assert line.silenced == 1


@pytest.mark.night
async def test_rows_that_nobody_takes_are_sent_again_on_another_connection(
    store: Store, line: Line
) -> None:
    """The rest of them waits for room, which asyncpg by itself does for ever."""
    rows = [(number, "-" * 1000) for number in range(5000)]

    def send(connection: Connection) -> int:
        connection.exec_driver_sql("INSERT INTO many VALUES ($1, $2) ON CONFLICT DO NOTHING", rows)
        return int(connection.exec_driver_sql("SELECT count(*) FROM many").scalar_one())

    line.lost, line.is_deaf = b"-" * 1000, True
    assert await pressed(store, send) == len(rows)
    assert line.silenced == 1


@pytest.mark.parametrize("arrives", [True, pytest.param(False, marks=pytest.mark.night)])
async def test_a_commit_without_an_answer_is_made_once(
    store: Store, line: Line, url: str, arrives: bool
) -> None:
    line.lost, line.arrives = b"COMMIT", arrives
    assert await pressed(store, keep) == 1
    assert line.silenced == 1
    assert await execute(url, "SELECT count(*) FROM kept") == 1


@pytest.mark.night
@pytest.mark.parametrize("store", ["direct"], indirect=True)  # a pooler has to notice it itself
async def test_queries_go_on_after_all_connections_have_fallen_silent(
    store: Store, line: Line
) -> None:
    def answer(connection: Connection) -> int:
        return int(connection.exec_driver_sql("SELECT 42 FROM pg_sleep(0.1)").scalar_one())

    assert await asyncio.gather(*(store.read(answer) for _ in range(8))) == [42] * 8
    line.silence()
    async with asyncio.timeout(PATIENCE_S):
        while True:
            with suppress(StoreError):
                assert await store.read(answer) == 42
                return


@pytest.mark.night
async def test_a_commit_that_is_given_up_is_not_cancelled(store: Store, url: str) -> None:
    def attempt(connection: Connection) -> int:
        connection.exec_driver_sql("INSERT INTO slow VALUES (nextval('attempts'))")
        return 0

    await pressed(store, attempt)
    wanted = "SELECT count(*) FROM slow WHERE number = 1"
    async with asyncio.timeout(PATIENCE_S):
        while not await execute(url, f"{wanted} AND pg_sleep(0.05) IS NOT NULL"):
            pass
    assert int(str(await execute(url, "SELECT last_value FROM attempts"))) > 1


async def test_migrations_and_moves_take_as_long_as_they_need(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(address, "STATEMENT_S", 0.1)
    engine = plain_engine(parsed(url))
    try:
        async with engine.begin() as connection:
            await connection.exec_driver_sql("SELECT pg_sleep(0.3)")
    finally:
        await engine.dispose()


_PROGRAMS = ("unshare", "ip", "iptables")


@pytest.mark.skipif(os.geteuid() != 0, reason="a network of its own needs root")
@pytest.mark.skipif(
    not all(shutil.which(name) for name in _PROGRAMS), reason="programs for networks are missing"
)
async def test_the_kernel_ends_a_connection_whose_packets_are_lost(url: str) -> None:
    child = await asyncio.create_subprocess_exec(
        *("unshare", "--net", sys.executable, "-m", "tests.store.lost_packets"),
        *(sockets_of(url), urlsplit(url).path),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE_S):
            said, errors = await child.communicate()
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    assert said.decode().strip() == "ended", errors.decode()
