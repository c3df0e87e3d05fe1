"""`python -m bot move URL` between SQLite and PostgreSQL: the real command line, real databases."""

import asyncio
import contextlib
import signal
import sqlite3
import time
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest
from sqlalchemy import Connection

from engine.service import LiveMatch
from engine.service.operations.processes import Shards
from engine.store import Repeatable, Store
from engine.store.schema import metadata, moves
from tests import postgres
from tests.bot.process.running import gin, until
from tests.bot.process.stalling import Stalling, stalling
from tests.postgres_pooler import behind
from tests.service.world import World, open_world, sqlite_url
from tests.store.every_table import fill_every_table, postgres_content, sqlite_content
from tests.waiting import PATIENCE_S
from tests.worlds.commands import ended, sentence_of

pytestmark = pytest.mark.postgres
TRIES = 5


def driver_url(url: str) -> str:
    return url.replace("postgresql+asyncpg://", "postgresql://", 1)


def moved(folder: Path, source: str, target: str) -> str:
    """Move a database and return what the command said of it."""
    done = ended(folder, "move", target, GIN_DATABASE_URL=source)
    assert done.returncode == 0, done.stderr
    assert not done.stderr.strip() or "%" in done.stderr
    return done.stdout


# -- everything arrives -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "way", ["directly", pytest.param("through a pooler", marks=pytest.mark.night)]
)
async def test_every_value_of_every_table_goes_there_and_back(
    tmp_path: Path, url: str, pooler_at: str, way: str
) -> None:
    if way != "directly":
        url = behind(pooler_at, url)
    here, there = tmp_path / "gin.db", tmp_path / "back.db"
    fill_every_table(here)
    content = sqlite_content(here)
    assert all(content.values())
    said = moved(tmp_path, sqlite_url(tmp_path), url)
    assert await postgres_content(url) == content
    for name, rows in content.items():
        assert f"{name}: {len(rows)} rows" in said
    assert moved(tmp_path, url, f"sqlite:///{there}").splitlines()[:-2] == said.splitlines()[:-2]
    assert sqlite_content(there) == content
    assert indexes(there) == indexes(here)
    assert not list(tmp_path.glob("*.moving*"))


def indexes(path: Path) -> list[tuple[str, str]]:
    with contextlib.closing(sqlite3.connect(path)) as file:
        return file.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


@pytest.mark.night
async def test_the_schema_of_the_target_is_that_of_the_migrations(
    tmp_path: Path, server: postgres.Server
) -> None:
    fill_every_table(tmp_path / "gin.db")
    filled, migrated = [await postgres.database(server.address) for _ in range(2)]
    moved(tmp_path, sqlite_url(tmp_path), filled)
    await (await Store.open(migrated)).close()
    described = []
    for url in (filled, migrated):
        book = await asyncpg.connect(driver_url(url))
        described.append(
            [
                await book.fetch("SELECT indexdef FROM pg_indexes ORDER BY indexname"),
                await book.fetch(
                    "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint ORDER BY conname"
                ),
            ]
        )
        # Ids come from Discord: there is no counter that would have to be set right.
        assert await book.fetchval("SELECT count(*) FROM information_schema.sequences") == 0
        await book.close()
    assert described[0] == described[1]


async def begun(url: str) -> LiveMatch:
    """A match that has begun."""
    world = await open_world(url)
    live = await world.turn(await world.turn(await world.match()))
    await world.service.close()
    return live


async def goes_on(url: str, live: LiveMatch, last_id: int) -> LiveMatch:
    """Load the match from another database and play a turn there."""
    world = await open_world(url, last_id=last_id)
    found = await world.load(live.id)
    assert found.version == live.version
    assert found.public() == live.public()
    for player in live.players:
        assert found.view(player.seat) == live.view(player.seat)
        assert found.revision(player.seat) == live.revision(player.seat)
    played = await world.turn(found)
    assert played.version == live.version + 1
    await world.service.close()
    return played


async def test_a_match_goes_on_there_and_back_again(tmp_path: Path, url: str) -> None:
    live = await begun(sqlite_url(tmp_path))
    moved(tmp_path, sqlite_url(tmp_path), url)
    live = await goes_on(url, live, 5000)
    back = f"sqlite:///{tmp_path / 'back.db'}"
    moved(tmp_path, url, back)
    await goes_on(back, live, 9000)


async def test_an_empty_schema_is_filled(tmp_path: Path, url: str) -> None:
    await (await Store.open(url)).close()
    fill_every_table(tmp_path / "gin.db")
    moved(tmp_path, sqlite_url(tmp_path), url)
    assert await postgres_content(url) == sqlite_content(tmp_path / "gin.db")


# -- killed in the middle -----------------------------------------------------------------------

LONG_MATCH, ROWS_AT_ONCE = 20_000, 500


async def with_many_moves(url: str) -> None:
    """Make a database of some megabytes."""
    world = await open_world(url)
    live = await world.match()
    rows = [
        {"match_id": live.id, "seq": n, "interaction_id": n, "action": "d7h" * 20, "at_ms": n}
        for n in range(1, LONG_MATCH + 1)
    ]
    versions = metadata.tables["matches"].update().values(version=LONG_MATCH)
    store = world.service._store
    for first in range(0, LONG_MATCH, ROWS_AT_ONCE):
        part = rows[first : first + ROWS_AT_ONCE]
        add = Repeatable(partial(_added, rows=part))
        await store.write(add, patience_s=PATIENCE_S)
    await store.write(Repeatable(lambda c: c.execute(versions).rowcount), patience_s=PATIENCE_S)
    await world.service.close()


def _added(connection: Connection, rows: list[dict[str, object]]) -> int:
    return connection.execute(moves.insert(), rows).rowcount


async def killed(folder: Path, wire: Stalling, source: str, target: str) -> None:
    """Begin a move over a wire that stalls, and kill the process there."""
    async with gin(folder, "move", target, GIN_DATABASE_URL=source) as process:
        stalled = asyncio.create_task(wire.stalled.wait())
        gone = asyncio.create_task(process.wait())
        await asyncio.wait([stalled, gone], return_when=asyncio.FIRST_COMPLETED)
        assert process.returncode is None, (await process.communicate())[1].decode()
        process.kill()
        await gone
        stalled.cancel()
    wire.cut.set()


def over(wire: Stalling, url: str) -> str:
    """The URL of the same database over a wire."""
    return f"postgresql://postgres@127.0.0.1:{wire.port}{urlsplit(url).path}"


async def tables_of(url: str) -> int:
    book = await asyncpg.connect(driver_url(url))
    found = await book.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")
    await book.close()
    return int(found)


async def test_killed_on_the_way_to_postgresql_it_leaves_nothing_there(
    tmp_path: Path, server: postgres.Server, url: str
) -> None:
    await with_many_moves(sqlite_url(tmp_path))
    async with stalling(server.address, 1_000_000, to_server=True) as wire:
        await killed(tmp_path, wire, sqlite_url(tmp_path), over(wire, url))
    assert await tables_of(url) == 0
    moved(tmp_path, sqlite_url(tmp_path), url)
    assert await postgres_content(url) == sqlite_content(tmp_path / "gin.db")


@pytest.mark.night
async def test_killed_on_the_way_to_sqlite_it_leaves_nothing_there(
    tmp_path: Path, server: postgres.Server, url: str
) -> None:
    await with_many_moves(url)
    there = tmp_path / "there.db"
    async with stalling(server.address, 1_000_000, to_server=False) as wire:
        await killed(tmp_path, wire, over(wire, url), f"sqlite:///{there}")
    assert not there.exists()
    assert (tmp_path / "there.db.moving").exists()
    moved(tmp_path, url, f"sqlite:///{there}")
    assert not list(tmp_path.glob("*.moving*"))
    assert sqlite_content(there) == await postgres_content(url)


@pytest.mark.night
async def test_interrupted_it_says_so_and_keeps_nothing(
    tmp_path: Path, server: postgres.Server, url: str
) -> None:
    await with_many_moves(sqlite_url(tmp_path))
    async with stalling(server.address, 1_000_000, to_server=True) as wire:
        target = over(wire, url)

        async def is_held_up() -> bool:
            return wire.stalled.is_set()

        async with gin(tmp_path, "move", target, GIN_DATABASE_URL=sqlite_url(tmp_path)) as process:
            await until(is_held_up, process)
            process.send_signal(signal.SIGINT)
            _, errors = await process.communicate()
    assert process.returncode == 2, errors.decode()
    assert "the command was interrupted" in errors.decode().splitlines()[-1]
    assert "Traceback" not in errors.decode()
    assert await tables_of(url) == 0


@pytest.mark.night
async def test_interrupted_while_it_waits_for_a_table_it_says_so_too(
    tmp_path: Path, url: str
) -> None:
    await begun(sqlite_url(tmp_path))
    await (await Store.open(url)).close()
    book = await asyncpg.connect(driver_url(url))
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND database = (SELECT oid FROM "
    waiting += "pg_database WHERE datname = current_database()) "
    # The server's own vacuum may wait for the table, too, and before the program has begun.
    waiting += "AND mode <> 'ShareUpdateExclusiveLock'"

    async def is_held_up() -> bool:
        return bool(await book.fetchval(waiting))

    code, said = None, ""
    for _ in range(TRIES):
        async with book.transaction():
            await book.execute("LOCK TABLE audit")
            async with gin(tmp_path, "move", url, GIN_DATABASE_URL=sqlite_url(tmp_path)) as process:
                await until(is_held_up, process)
                process.send_signal(signal.SIGINT)
                _, errors = await process.communicate()
        code, said = process.returncode, errors.decode()
        if code == 2:
            break  # else a busy machine was slower than the five seconds that it waits by itself
    assert code == 2, said
    assert "the command was interrupted" in said.splitlines()[-1]
    assert "Traceback" not in said
    assert await book.fetchval("SELECT count(*) FROM players") == 0
    await book.close()


async def test_a_match_without_all_its_moves_is_not_carried_on(tmp_path: Path, url: str) -> None:
    await begun(url)
    book = await asyncpg.connect(driver_url(url))
    await book.execute("DELETE FROM moves WHERE seq = 1")
    await book.close()
    done = ended(tmp_path, "move", f"sqlite:///{tmp_path / 'there.db'}", GIN_DATABASE_URL=url)
    assert done.returncode == 3
    assert "The table matches cannot be moved: moves of match" in done.stderr
    assert not (tmp_path / "there.db").exists()


# -- refusals -----------------------------------------------------------------------------------


@pytest.fixture
async def source(tmp_path: Path) -> str:
    """A small SQLite database."""
    await begun(sqlite_url(tmp_path))
    return sqlite_url(tmp_path)


def refused(folder: Path, source: str, target: str, code: int) -> str:
    return sentence_of(ended(folder, "move", target, GIN_DATABASE_URL=source), code)


async def test_a_target_that_is_not_empty_is_refused(tmp_path: Path, source: str, url: str) -> None:
    await begun(url)
    before = await postgres_content(url)
    said = refused(tmp_path, source, url, 2)
    assert said.startswith("Nothing was moved: the database gin_")
    assert "is not empty" in said
    assert await postgres_content(url) == before
    other = tmp_path / "other.db"
    fill_every_table(other)
    held = other.read_bytes()
    assert f"the file {other} exists already" in refused(tmp_path, url, f"sqlite:///{other}", 2)
    assert other.read_bytes() == held


async def test_a_log_without_its_file_is_not_played_into_the_copy(tmp_path: Path, url: str) -> None:
    await begun(url)
    (tmp_path / "there.db-wal").write_bytes(b"left behind")
    said = refused(tmp_path, url, f"sqlite:///{tmp_path / 'there.db'}", 2)
    assert "there.db-wal exists already" in said


async def test_a_source_in_use_is_refused(tmp_path: Path, url: str) -> None:
    world = await open_world(sqlite_url(tmp_path))
    assert "Another process uses" in refused(tmp_path, sqlite_url(tmp_path), url, 3)
    await world.service.close()
    assert await tables_of(url) == 0
    running = await open_world(url, clock=None)
    await alive(running)
    there = tmp_path / "there.db"
    assert "sign of life" in refused(tmp_path, url, f"sqlite:///{there}", 3)
    assert not there.exists()
    await running.service.processes.leave()
    await running.service.close()
    moved(tmp_path, url, f"sqlite:///{there}")


async def alive(world: World) -> None:
    """Give a sign of life as the bot does, by the real time."""
    world.clock.now = int(time.time() * 1000)
    await world.service.processes.beat(Shards())


@pytest.mark.night
async def test_a_source_that_is_written_to_without_a_sign_of_life_is_held_still(
    tmp_path: Path, url: str
) -> None:
    """A lock keeps writers out: who holds one already is waited for, and then refused."""
    await begun(url)
    book = await asyncpg.connect(driver_url(url))
    async with book.transaction():
        await book.execute("UPDATE players SET seen_ms = seen_ms + 1")
        said = refused(tmp_path, url, f"sqlite:///{tmp_path / 'there.db'}", 3)
    await book.close()
    assert "lock" in said
    assert not (tmp_path / "there.db").exists()


async def test_what_is_no_move_is_refused(tmp_path: Path, source: str, url: str) -> None:
    here = tmp_path / "gin.db"
    (tmp_path / "link.db").symlink_to(here)
    for same in (source, f"sqlite:///{tmp_path}/../{tmp_path.name}/link.db"):
        assert "GIN_DATABASE_URL itself" in refused(tmp_path, source, same, 2)
    assert "GIN_DATABASE_URL itself" in refused(tmp_path, url, url, 2)
    for one, other in ((source, f"{source}2"), (url, f"{url}&port=1")):
        said = refused(tmp_path, one, other, 2)
        assert "between SQLite and PostgreSQL" in said
        assert "hunter2" not in said


async def test_a_source_that_is_not_there_is_named(tmp_path: Path, url: str) -> None:
    nothing = f"sqlite:///{tmp_path / 'nothing.db'}"
    assert f"no database at {tmp_path / 'nothing.db'}" in refused(tmp_path, nothing, url, 2)
    assert "holds no tables of Gin" in refused(tmp_path, url, nothing, 2)
    assert not (tmp_path / "nothing.db").exists()
    assert await tables_of(url) == 0


@pytest.mark.parametrize(
    ("target", "code", "says"),
    [
        ("mysql://gin:hunter2@localhost/gin", 2, "'mysql' is not one of"),
        ("gin.db", 2, "is not one of"),
        ("sqlite://", 2, "is not one of"),
        ("postgresql://gin:hunter2@localhost:port/gin", 2, "address in the command"),
        ("postgresql://gin:hunter2@localhost/gin?sslmode=x", 2, "in the command"),
        ("postgresql://gin:hunter2@127.0.0.1:1/gin", 3, "host and port in the command"),
    ],
)
async def test_a_target_that_cannot_be_used_is_described(
    tmp_path: Path, source: str, target: str, code: int, says: str
) -> None:
    said = refused(tmp_path, source, target, code)
    assert says in said
    assert "hunter2" not in said


async def test_a_server_that_lets_nobody_in_is_quoted(
    tmp_path: Path, source: str, url: str
) -> None:
    wrong = url.replace("/gin_", "/nothing_here_")
    said = refused(tmp_path, source, wrong, 2)
    assert "nothing_here" in said
    assert "database in the command" in said


async def test_a_row_that_postgresql_cannot_hold_stops_everything(
    tmp_path: Path, source: str, url: str
) -> None:
    with contextlib.closing(sqlite3.connect(tmp_path / "gin.db")) as file:
        file.execute("UPDATE players SET name = 'a' || char(0) || 'b'")
        file.commit()
    done = ended(tmp_path, "move", url, GIN_DATABASE_URL=source)
    assert done.returncode == 3
    [said] = [line for line in done.stderr.splitlines() if "%" not in line]
    assert said.startswith("The table players cannot be moved: ")
    assert await tables_of(url) == 0
