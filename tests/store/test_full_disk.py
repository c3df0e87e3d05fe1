"""A disk that is full: what was not stored is refused for certain, and said to be."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from engine.game.actions import Resign
from engine.game.seats import Seat
from engine.service import Applied, Busy
from engine.store import Repeatable, Store, StoreFailedError
from tests.service.world import ANN, BOB, open_world, sqlite_url

LARGE = "x" * 100_000


def put(number: int) -> Repeatable[None]:
    def work(connection: Connection) -> None:
        row = {"id": number, "text": LARGE}
        connection.execute(text("INSERT INTO guilds VALUES (:id, :text, 0)"), row)

    return Repeatable(work)


def known(connection: Connection) -> list[int]:
    return list(connection.execute(text("SELECT guild_id FROM guilds")).scalars())


@contextmanager
def full(folder: Path, left: int) -> Iterator[None]:
    """Let no file grow beyond the log of the database and a little more, in bytes.

    The system refuses the write itself, in the middle of a COMMIT.
    """
    size = (folder / "gin.db-wal").stat().st_size
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + left, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("left", [0, 24, 5000, 60_000])
async def test_what_does_not_fit_is_surely_not_stored(tmp_path: Path, left: int) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    await store.write(put(1))
    with full(tmp_path, left):
        for number in (2, 3):
            with pytest.raises(StoreFailedError):
                await store.write(put(number))
            assert await store.read(known) == [1]
    await store.write(put(4))
    await store.close()
    again = await Store.open(sqlite_url(tmp_path))
    assert await again.read(known) == [1, 4], "the log holds nothing of what was refused"
    await again.close()


async def test_a_move_on_a_full_disk_is_refused_and_can_be_made_again(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await world.match(ANN, BOB)
    with full(tmp_path, 0):
        refused = await world.act(live, Seat.ONE, Resign())
        assert not (await world.load(live.id)).is_over
    assert refused == Busy("storage")
    assert isinstance(await world.act(live, Seat.ONE, Resign()), Applied)
    await world.service.close()


async def test_a_store_on_a_full_disk_closes_with_an_error_of_its_own(tmp_path: Path) -> None:
    store = await Store.open(sqlite_url(tmp_path))
    await store.write(put(1))
    with full(tmp_path, -50_000), pytest.raises(StoreFailedError):
        await store.close()
    again = await Store.open(sqlite_url(tmp_path))
    assert await again.read(known) == [1]
    await again.close()
