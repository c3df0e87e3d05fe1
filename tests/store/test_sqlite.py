"""The SQLite store on real files: settings, lock, damage, a full disk, cancelled readers."""

import asyncio
import contextlib
import errno
import fcntl
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from engine.service import Service
from engine.service.matches import match_timers
from engine.service.tx import Tx
from engine.store import (
    LinkedFileError,
    Repeatable,
    Store,
    StoreCorruptError,
    StoreFailedError,
    StoreLockedError,
    sqlite,
)
from engine.store.schema import players
from engine.store.sqlite_file import FileLock
from tests.waiting import PATIENCE_S, until


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'gin.db'}"


def remember(number: int, name: str = "x") -> Callable[[Connection], int]:
    def work(connection: Connection) -> int:
        row = {"user_id": number, "name": name, "prefs": "{}", "seen_ms": 0}
        connection.execute(insert(players), row)
        return number

    return work


def known(connection: Connection) -> list[int]:
    return list(connection.execute(select(players.c.user_id)).scalars())


async def test_the_writer_is_durable_and_the_readers_cannot_write(tmp_path: Path) -> None:
    store = await Store.open(url(tmp_path))

    def settings(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert await store.write(Repeatable(settings)) == ["wal", 2, 1]
    assert await store.read(lambda c: c.exec_driver_sql("PRAGMA query_only").scalar()) == 1
    with pytest.raises(StoreFailedError):
        await store.read(lambda c: c.exec_driver_sql("DELETE FROM players").rowcount)
    await store.close()


async def test_types_are_strict(tmp_path: Path) -> None:
    store = await Store.open(url(tmp_path))
    with pytest.raises(IntegrityError):
        await store.write(
            Repeatable(lambda c: c.execute(text("INSERT INTO guilds VALUES ('x', '{}', 0)")))
        )
    await store.close()


async def test_a_full_disk_refuses_and_recovers(tmp_path: Path) -> None:
    store = await Store.open(url(tmp_path))

    def limit(pages: int) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

        return work

    await store.write(Repeatable(limit(1)))
    big = "x" * 100_000
    refused = await asyncio.gather(
        *(store.write(Repeatable(remember(number, big))) for number in range(3)),
        return_exceptions=True,
    )
    assert all(isinstance(one, StoreFailedError) for one in refused)
    assert await store.read(known) == []
    await store.write(Repeatable(limit(1_000_000)))
    await store.write(Repeatable(remember(9, big)))
    assert await store.read(known) == [9]
    await store.close()


async def test_a_disk_that_goes_away_before_the_first_write_refuses_and_recovers(
    tmp_path: Path,
) -> None:
    store = await Store.open(url(tmp_path))
    file, aside = tmp_path / "gin.db", tmp_path / "elsewhere.db"
    file.rename(aside)
    file.mkdir()
    with pytest.raises(StoreFailedError):
        await store.write(Repeatable(remember(1)))
    with pytest.raises(StoreFailedError):
        await store.write(Repeatable(remember(1)))
    file.rmdir()
    aside.rename(file)
    await store.write(Repeatable(remember(2)))
    assert await store.read(known) == [2]
    await store.close()


async def test_an_error_of_the_disk_is_a_refusal_and_not_a_crash(tmp_path: Path) -> None:
    store = await Store.open(url(tmp_path))

    def fail(connection: Connection) -> None:
        remember(1)(connection)
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("disk I/O error"))

    with pytest.raises(StoreFailedError):
        await store.write(Repeatable(fail))
    await store.write(Repeatable(remember(2)))
    assert await store.read(known) == [2]
    await store.close()


class Held:
    """A work that keeps the writer until it may end."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.end = threading.Event()

    def __call__(self, _: Connection) -> bool:
        self.begun.set()
        return self.end.wait(PATIENCE_S)


async def test_who_gives_up_waiting_for_the_writer_disturbs_nobody(tmp_path: Path) -> None:
    store = await Store.open(url(tmp_path))
    complaints: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, what: complaints.append(what))
    held = Held()
    writing = asyncio.create_task(store.write(Repeatable(held)))
    await until(held.begun.is_set)
    looking = asyncio.create_task(store.checkpoint())
    await asyncio.sleep(0.01)
    looking.cancel()
    await asyncio.gather(looking, return_exceptions=True)
    assert looking.cancelled()
    held.end.set()
    assert await writing is True
    await store.write(Repeatable(remember(1)))
    await asyncio.sleep(0.01)
    assert complaints == []
    await store.close()


HOLD = """
import sys, time
from pathlib import Path
from engine.service.tx import Tx
from engine.store.sqlite_file import FileLock
with FileLock(Path(sys.argv[1])).take():
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.slow
async def test_a_second_process_waits_for_the_first(tmp_path: Path) -> None:
    holder = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        HOLD,
        str(tmp_path / "gin.db"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert holder.stdout is not None
    try:
        assert await holder.stdout.readline() == b"held\n"
        with pytest.raises(StoreLockedError):
            await Store.open(url(tmp_path), lock_wait_s=0.2)
        waiting = asyncio.create_task(Store.open(url(tmp_path), lock_wait_s=PATIENCE_S))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        holder.kill()
        await (await waiting).close()
    finally:
        if holder.returncode is None:
            holder.kill()
        await holder.wait()


async def test_a_second_process_is_refused_by_every_name_of_the_file(tmp_path: Path) -> None:
    await (await Store.open(url(tmp_path))).close()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "link.db").symlink_to(tmp_path / "gin.db")
    (tmp_path / "folder").symlink_to(tmp_path, target_is_directory=True)
    holder = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        HOLD,
        str(tmp_path / "gin.db"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert holder.stdout is not None
    try:
        assert await holder.stdout.readline() == b"held\n"
        for name in ("elsewhere/link.db", "folder/gin.db", "elsewhere/../gin.db", "./gin.db"):
            with pytest.raises(StoreLockedError):
                await Store.open(f"sqlite:///{tmp_path}/{name}", lock_wait_s=0)
        (elsewhere / "hard.db").hardlink_to(tmp_path / "gin.db")
        with pytest.raises(LinkedFileError):
            await Store.open(f"sqlite:///{elsewhere}/hard.db", lock_wait_s=0)
    finally:
        holder.kill()
        await holder.wait()
    with pytest.raises(LinkedFileError):
        await Store.open(url(tmp_path), lock_wait_s=0)
    (elsewhere / "hard.db").unlink()
    await (await Store.open(f"sqlite:///{elsewhere}/link.db", lock_wait_s=PATIENCE_S)).close()
    assert sorted(path.name for path in elsewhere.iterdir()) == ["link.db"], (
        "its log lies beside it"
    )


async def test_a_start_waits_longer_than_a_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = match_timers.give_grace

    def slow(tx: Tx) -> object:
        time.sleep(0.3)
        return real(tx)

    monkeypatch.setattr(match_timers, "give_grace", slow)
    service = Service(await Store.open(url(tmp_path), patience_s=0.01))
    await service.start()
    await service.close()


async def test_a_damaged_file_is_named_and_not_opened(tmp_path: Path) -> None:
    await (await Store.open(url(tmp_path))).close()
    path = tmp_path / "gin.db"
    data = bytearray(path.read_bytes())
    data[4096:12288] = b"\xff" * 8192
    path.write_bytes(data)
    with pytest.raises(StoreCorruptError):
        await Store.open(url(tmp_path), lock_wait_s=1)
    path.write_bytes(b"this is no database at all, but long enough to look like one" * 30)
    with pytest.raises(StoreCorruptError):
        await Store.open(url(tmp_path), lock_wait_s=1)


async def test_a_file_that_cannot_be_read_is_no_damaged_one(tmp_path: Path) -> None:
    (tmp_path / "gin.db").mkdir()
    with pytest.raises(StoreFailedError):
        await Store.open(url(tmp_path), lock_wait_s=1)
    (tmp_path / "gin.db").rmdir()
    await (await Store.open(url(tmp_path), lock_wait_s=1)).close()


async def test_a_lock_file_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "gin.db.lock").mkdir()
    with pytest.raises(StoreFailedError) as refused:
        await Store.open(url(tmp_path))
    assert refused.value.data["file"] == str(tmp_path / "gin.db.lock")
    assert refused.value.data["reason"] == "Is a directory"


async def test_a_file_system_without_locks_is_no_second_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(descriptor: int, operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", no_locks)
        with pytest.raises(StoreFailedError) as refused:
            await Store.open(url(tmp_path))
    assert refused.value.data["reason"] == "No locks available"
    await (await Store.open(url(tmp_path))).close()


def test_a_lock_is_released_once_and_only_by_its_holder(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "gin.db"), FileLock(tmp_path / "gin.db")
    with first.take():
        second.release()
        with pytest.raises(StoreLockedError):
            second.take()
        first.release()
        with second.take():
            first.release()
            with pytest.raises(StoreLockedError):
                first.take()


@pytest.mark.parametrize(("safe", "told"), [((3, 0, 0), False), ((99, 0, 0), True)])
async def test_the_log_says_when_sqlite_is_an_old_one(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    safe: tuple[int, int, int],
    told: bool,
) -> None:
    monkeypatch.setattr(sqlite, "SAFE_VERSION", safe)
    with caplog.at_level("INFO", "engine.store.sqlite"):
        await (await Store.open(url(tmp_path))).close()
    assert (sqlite3.sqlite_version in caplog.text) is told


@pytest.mark.slow
async def test_the_log_is_emptied_by_a_checkpoint(tmp_path: Path) -> None:
    store = await Store.open(url(tmp_path))
    await store.write(Repeatable(remember(1, "x" * 50_000)))
    assert await store.checkpoint() > 50_000
    assert (tmp_path / "gin.db-wal").stat().st_size == 0
    await store.close()


async def test_a_log_that_a_reader_keeps_long_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_S", 0.1)
    monkeypatch.setattr(sqlite, "WAL_ALARM_BYTES", 50_000)
    store = await Store.open(url(tmp_path))
    await store.write(Repeatable(remember(1)))
    await store.checkpoint()
    assert "does not end" not in caplog.text
    with contextlib.closing(sqlite3.connect(tmp_path / "gin.db")) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM players").fetchone() == (1,)
        await store.write(Repeatable(remember(2, "x" * 60_000)))
        await store.checkpoint()
        await store.checkpoint()
    assert "does not end" in caplog.text
    await store.close()


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:"])
async def test_a_database_in_memory_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="names a file"):
        await Store.open(address)


async def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    with pytest.raises(StoreFailedError) as failed:
        await Store.open(f"sqlite:///{tmp_path / 'taken' / 'deep' / 'gin.db'}")
    assert failed.value.data["file"] == str(tmp_path / "taken" / "deep")
