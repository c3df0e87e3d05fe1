"""Backups are made while people play, are checked, kept by schedule, and can be restored."""

import asyncio
import contextlib
import os
import sqlite3
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection

from benchmarks.crowd import Crowd
from benchmarks.populate import populate
from engine.service import SystemEntropy
from engine.service.commands import Dependencies
from engine.service.jobs import Job, JobRunner
from engine.service.operations import BackupPlan, maintenance
from engine.service.operations.maintenance import Maintenance
from engine.store import (
    ForeignDatabaseError,
    Store,
    StoreCorruptError,
    StoreFailedError,
    StoreLockedError,
    backup,
)
from tests.service.world import NOW, Hands, open_world, sqlite_url
from tests.waiting import until
from tests.worlds.sqlite_jobs import FOR_EVER

MOMENT = datetime(2027, 1, 15, 12, tzinfo=UTC)


async def test_a_backup_made_in_play_can_be_restored_and_played_on(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await world.turn(await world.match())
    copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", MOMENT)
    later = await world.turn(live)
    await world.service.close()
    aside = await maintenance.restore(copy, tmp_path / "gin.db", MOMENT, SystemEntropy())
    world = await open_world(sqlite_url(tmp_path), last_id=9000)
    restored = await world.load(live.id)
    assert restored.public() == live.public()
    assert (await world.turn(restored)).public() == later.public()
    await world.service.close()
    assert aside is not None
    await backup.check(aside)


async def test_a_database_in_use_is_not_replaced(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", MOMENT)
    with pytest.raises(StoreLockedError):
        await maintenance.restore(copy, tmp_path / "gin.db", MOMENT, SystemEntropy())
    await world.service.close()


async def test_a_copy_that_is_not_sound_is_refused(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await world.turn(await world.match())
    await world.service.close()
    copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", MOMENT)
    with contextlib.closing(sqlite3.connect(copy)) as file:
        file.execute("DELETE FROM moves WHERE match_id = ?", (live.id,))
        file.commit()
    with pytest.raises(StoreCorruptError, match="moves of match"):
        await maintenance.restore(copy, tmp_path / "gin.db", MOMENT, SystemEntropy())
    copy.write_bytes(copy.read_bytes()[:5000])
    with pytest.raises(StoreCorruptError):
        await maintenance.restore(copy, tmp_path / "gin.db", MOMENT, SystemEntropy())
    await backup.check(tmp_path / "gin.db")


def damage(copy: Path, statement: str) -> None:
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as file:
        file.execute("PRAGMA foreign_keys=OFF")
        file.execute("PRAGMA writable_schema=ON")
        file.execute(statement)


async def test_a_copy_whose_rows_and_references_do_not_fit_is_refused(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    await world.turn(await world.match())
    await world.service.close()
    other_index = "CREATE INDEX ix_timers_due ON timers (fence)"
    for statement, found in (
        (
            f"UPDATE sqlite_schema SET sql='{other_index}' WHERE name='ix_timers_due'",
            "ix_timers_due",
        ),
        ("UPDATE moves SET match_id = match_id + 1", "dangling rows in moves"),
    ):
        copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", MOMENT)
        damage(copy, statement)
        with pytest.raises(StoreCorruptError, match=found):
            await maintenance.restore(copy, tmp_path / "gin.db", MOMENT, SystemEntropy())
    await backup.check(tmp_path / "gin.db")


async def test_a_copy_is_restored_also_where_nothing_is_left(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await world.turn(await world.match())
    await world.service.close()
    copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", MOMENT)
    fresh = tmp_path / "other disk"
    assert await maintenance.restore(copy, fresh / "gin.db", MOMENT, SystemEntropy()) is None
    world = await open_world(sqlite_url(fresh), last_id=9000)
    assert (await world.load(live.id)).public() == live.public()
    await world.service.close()


async def test_nothing_is_left_of_a_backup_that_failed(tmp_path: Path) -> None:
    with pytest.raises(StoreFailedError):
        await backup.back_up(tmp_path / "none.db", tmp_path / "backups", MOMENT)
    assert list((tmp_path / "backups").iterdir()) == []


def test_old_backups_go_by_schedule(tmp_path: Path) -> None:
    for hours in range(0, 24 * 60, 6):
        stamp = (MOMENT - timedelta(hours=hours)).strftime("%Y%m%d-%H%M%S")
        (tmp_path / f"gin-{stamp}.db").touch()
    (tmp_path / "gin-holiday.db").touch()
    backup.prune(tmp_path, MOMENT)
    left = backup.backups(tmp_path)
    ages = [(MOMENT - moment) / timedelta(days=1) for moment, _ in left]
    assert ages[:4] == [0, 0.25, 0.5, 0.75]
    assert len({moment.date() for moment, _ in left if MOMENT - moment < timedelta(days=7)}) >= 7
    assert 20 < max(ages) <= 28
    assert len(left) <= 4 + 8 + 5
    assert (tmp_path / "gin-holiday.db").exists(), "what is not a backup is not touched"


def denied(folder: Path, now: datetime) -> list[Path]:
    raise PermissionError("not allowed")


async def test_looking_after_goes_on_when_it_fails_and_ends_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    world = await open_world(sqlite_url(tmp_path))
    kept = tmp_path / "kept"
    kept.touch()
    clock = Hands(NOW)
    upkeep = Maintenance(Dependencies(world.service._store, clock), BackupPlan(kept, 6))
    failures = Counter[str]()
    jobs = JobRunner(Job("upkeep", 0.01, upkeep.look), failures=failures)
    await jobs.start()
    await until(lambda: failures["upkeep"] > 0)
    kept.unlink()
    await until(lambda: bool(backup.backups(kept)))
    monkeypatch.setattr(backup, "prune", denied)
    clock.pass_ms(6 * 3_600_000)
    await until(lambda: "not allowed" in caplog.text)
    await jobs.stop()
    await world.service.close()


async def test_backups_are_made_when_they_are_due(tmp_path: Path) -> None:
    clock = Hands(NOW)
    world = await open_world(sqlite_url(tmp_path), clock=clock)
    upkeep = Maintenance(
        Dependencies(world.service._store, clock), BackupPlan(tmp_path / "kept", 6)
    )
    assert await upkeep.look() is not None
    assert await upkeep.look() is None
    clock.pass_ms(6 * 3_600_000)
    assert await upkeep.look() is not None
    assert len(backup.backups(tmp_path / "kept")) == 2
    await world.service.close()


async def test_the_newest_backup_is_tried_every_week(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    clock, kept = Hands(NOW), tmp_path / "kept"
    world = await open_world(sqlite_url(tmp_path), clock=clock)
    await world.match()
    plan = BackupPlan(kept, 6)
    upkeep = Maintenance(Dependencies(world.service._store, clock), plan)
    with caplog.at_level("INFO"):
        await upkeep.look()
        assert "it has 1 matches" in caplog.text
    first = upkeep.restore_tested
    assert first == datetime.fromtimestamp(clock.now_ms() / 1000, UTC)
    clock.pass_ms(6 * 24 * 3_600_000)
    upkeep = Maintenance(Dependencies(world.service._store, clock), plan)
    await upkeep.look()
    assert upkeep.restore_tested == first, "another process knows of it"
    clock.pass_ms(24 * 3_600_000)
    made = await upkeep.look()
    assert made is not None
    assert upkeep.restore_tested == first + timedelta(days=7)
    clock.pass_ms(7 * 24 * 3_600_000)
    ahead = datetime.fromtimestamp(clock.now_ms() / 1000, UTC)
    bad = kept / f"gin-{ahead:%Y%m%d-%H%M%S}.db"
    bad.write_bytes(made.read_bytes()[:5000])
    await upkeep.look()
    assert upkeep.restore_tested == first + timedelta(days=7)
    assert upkeep.unrestorable.startswith(bad.name)
    assert not upkeep.damage
    caplog.clear()
    await upkeep.look()
    assert "cannot be restored" not in caplog.text, "the same backup is not tried again"
    assert upkeep.unrestorable.startswith(bad.name)
    clock.pass_ms(6 * 3_600_000)
    await upkeep.look()
    assert upkeep.unrestorable == ""
    await world.service.close()


async def a_damaged_index(folder: Path) -> None:
    world = await open_world(sqlite_url(folder))
    await world.turn(await world.match())
    await world.service.close()
    damage(
        folder / "gin.db",
        "UPDATE sqlite_schema SET sql='CREATE INDEX ix_timers_due ON timers (fence)' "
        "WHERE name='ix_timers_due'",
    )


async def test_a_damaged_database_is_not_backed_up_and_no_backup_is_removed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await a_damaged_index(tmp_path)
    kept = tmp_path / "kept"
    kept.mkdir()
    for hours in range(48):
        stamp = (MOMENT - timedelta(days=60, hours=hours)).strftime("%Y%m%d-%H%M%S")
        (kept / f"gin-{stamp}.db").touch()
    before = backup.backups(kept)
    world = await open_world(sqlite_url(tmp_path), last_id=9000)
    upkeep = Maintenance(Dependencies(world.service._store, Hands(NOW)), BackupPlan(kept, 6))
    with pytest.raises(StoreCorruptError):
        await upkeep.look()
    assert "ix_timers_due" in upkeep.damage
    assert "restore one" in caplog.text
    assert backup.backups(kept) == before
    assert list(kept.glob("*.partial")) == []
    await world.service.close()


async def test_without_backups_a_database_is_checked_every_week(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[Path] = []
    real = backup.check_pages

    async def counting(path: Path) -> None:
        checked.append(path)
        await real(path)

    monkeypatch.setattr(backup, "check_pages", counting)
    clock = Hands(NOW)
    world = await open_world(sqlite_url(tmp_path), clock=clock)
    for plan in (None, BackupPlan(tmp_path / "kept", 0)):
        upkeep = Maintenance(Dependencies(world.service._store, clock), plan)
        checked.clear()
        clock.pass_ms(7 * 24 * 3_600_000)
        for _ in range(6):
            assert await upkeep.look() is None
            clock.pass_ms(3_600_000)
        assert checked == [tmp_path / "gin.db"], "also not again by the next process"
        assert await Maintenance(Dependencies(world.service._store, clock), plan).look() is None
        assert len(checked) == 1
    await world.service.close()


def test_what_an_interrupted_backup_left_goes_with_the_old_ones(tmp_path: Path) -> None:
    for name, age in (("gin-20270101-000000.partial", 2 * backup.PARTIAL_S), ("gin-2.partial", 0)):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (MOMENT.timestamp() - age,) * 2)
    backup.prune(tmp_path, MOMENT)
    assert [path.name for path in tmp_path.iterdir()] == ["gin-2.partial"]


async def test_a_file_without_our_tables_is_neither_backed_up_nor_restored(tmp_path: Path) -> None:
    empty, text = tmp_path / "empty.db", tmp_path / "text.db"
    empty.touch()
    text.write_text("not a database at all, but long enough to be read as a header " * 20)
    for path in (empty, text):
        with pytest.raises(StoreCorruptError):
            await backup.restore(path, tmp_path / "gin.db", MOMENT, lambda _: None)
    with pytest.raises(StoreCorruptError):
        await backup.check_pages(text)
    assert not (tmp_path / "gin.db").exists()


async def test_a_file_that_cannot_be_opened_is_no_damaged_one(tmp_path: Path) -> None:
    with pytest.raises(StoreFailedError):
        await backup.check_pages(tmp_path / "nowhere" / "gin.db")


async def test_pages_that_do_not_fit_are_found(tmp_path: Path) -> None:
    await a_damaged_index(tmp_path)
    with pytest.raises(StoreCorruptError, match="index"):
        await backup.check_pages(tmp_path / "gin.db")


async def test_a_copy_is_not_restored_into_a_folder_that_cannot_be(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    await world.service.close()
    copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", MOMENT)
    (tmp_path / "taken").touch()
    with pytest.raises(StoreFailedError) as failed:
        await backup.restore(copy, tmp_path / "taken" / "gin.db", MOMENT, lambda _: None)
    assert failed.value.data["file"] == str(tmp_path / "taken" / "gin.db")


async def test_a_backup_that_is_cancelled_ends_at_once_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()

    def endless(connection: Connection) -> str:
        begun.set()
        return str(connection.exec_driver_sql(FOR_EVER).scalar_one())

    world = await open_world(sqlite_url(tmp_path))
    monkeypatch.setattr(backup, "_fault", endless)
    making = asyncio.create_task(backup.back_up(tmp_path / "gin.db", tmp_path / "backups", MOMENT))
    await until(begun.is_set)
    making.cancel()
    with pytest.raises(asyncio.CancelledError):
        await making
    assert list((tmp_path / "backups").iterdir()) == []
    await world.service.close()


async def test_a_backup_of_an_unsound_database_names_the_database_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    world = await open_world(sqlite_url(tmp_path))
    await world.match()
    await world.service.close()
    database, folder = tmp_path / "gin.db", tmp_path / "copies"
    with contextlib.closing(sqlite3.connect(database)) as file:
        file.execute("UPDATE matches SET version = version + 7")
        file.commit()
    with pytest.raises(StoreCorruptError) as refused:
        await backup.back_up(database, folder, datetime.now(UTC))
    assert refused.value.data["file"] == str(database)
    assert [*folder.iterdir()] == []


@pytest.mark.slow
async def test_a_database_that_is_filled_for_measurements_can_be_backed_up(tmp_path: Path) -> None:
    await populate(sqlite_url(tmp_path), Crowd(people=60, matches=20, moves=200))
    await backup.back_up(tmp_path / "gin.db", tmp_path / "copies", datetime.now(UTC))


async def test_the_file_of_another_program_is_named_and_unchanged(tmp_path: Path) -> None:
    database = tmp_path / "gin.db"
    for statements in (
        ("CREATE TABLE recipes (name)", "INSERT INTO recipes VALUES ('soup')"),
        ("CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('1')"),
    ):
        with contextlib.closing(sqlite3.connect(database)) as file:
            for statement in statements:
                file.execute(statement)
            file.commit()
        before = database.read_bytes()
        with pytest.raises(ForeignDatabaseError) as refused:
            await Store.open(sqlite_url(tmp_path))
        assert refused.value.data == {"file": str(database), "found": "recipes"}
        assert database.read_bytes() == before


async def test_a_table_with_the_name_of_one_of_ours_makes_no_file_ours(tmp_path: Path) -> None:
    database = tmp_path / "gin.db"
    with contextlib.closing(sqlite3.connect(database)) as file:
        file.execute("CREATE TABLE players (name)")
    for revision in (None, "1a2b3c"):
        if revision is not None:
            with contextlib.closing(sqlite3.connect(database)) as file:
                file.execute("CREATE TABLE alembic_version (version_num)")
                file.execute("INSERT INTO alembic_version VALUES (?)", (revision,))
                file.commit()
        with pytest.raises(ForeignDatabaseError) as refused:
            await Store.open(sqlite_url(tmp_path))
        assert refused.value.data == {"file": str(database), "found": "players"}


async def test_backups_and_restores_report_their_steps_in_order(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    await world.match()
    await world.service.close()
    heard: list[tuple[str, str, int]] = []

    def hear(step: str, what: str, done: int, total: int) -> None:
        heard.append((step, what, 100 * done // total))

    copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "copies", MOMENT, hear)
    names = {"checking": 0, "copying": 33}
    assert [one[:2] for one in heard if one[2] < 34][:1] == [("checking", "gin.db")]
    assert all(percent >= names[step] for step, _, percent in heard)
    assert [one[2] for one in heard] == sorted(one[2] for one in heard)
    assert heard[-1] == ("checking", copy.name, 100)
    heard.clear()
    await maintenance.restore(copy, tmp_path / "gin.db", MOMENT, SystemEntropy(), hear)
    assert list(dict.fromkeys(step for step, *_ in heard)) == ["checking", "copying", "preparing"]
    assert heard[-1] == ("preparing", "gin.db", 100)


async def test_a_backup_whose_matches_cannot_be_counted_is_corrupt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was sound when it was checked, and is damaged when it is read."""
    copy = tmp_path / "gin-20270115-120000.db"
    copy.write_bytes(b"no database at all" * 100)

    async def sound(_: Path) -> None:
        pass

    monkeypatch.setattr(backup, "check", sound)
    with pytest.raises(StoreCorruptError, match="not a database"):
        await backup.count_matches(copy)
