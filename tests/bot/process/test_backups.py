"""Backups by hand, through the real command line."""

from pathlib import Path

import pytest

from bot.__main__ import parsed
from bot.ops import backups
from bot.ops.backups import MaintenanceError
from bot.settings import Settings, SettingsError
from engine.store import StoreLockedError, backup
from tests.service.world import open_world, sqlite_url
from tests.worlds.commands import ended


@pytest.mark.slow
async def test_a_backup_made_during_play_is_restored_by_hand(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    live = await world.turn(await world.match())
    made = ended(tmp_path, "backup")
    assert made.returncode == 0, made.stderr
    [(_, copy)] = backup.backups(tmp_path / "backups")
    assert str(copy) in made.stdout
    assert copy.stat().st_mode & 0o077 == 0, "only its owner may read a backup"
    later = await world.turn(live)
    assert later.version > live.version
    with pytest.raises(StoreLockedError):
        await backups.restore(settings_for(tmp_path), copy)
    await world.service.close()
    done = ended(tmp_path, "restore", str(copy))
    assert done.returncode == 0, done.stderr
    assert "is kept as" in done.stdout
    world = await open_world(sqlite_url(tmp_path), last_id=9000)
    assert (await world.load(live.id)).version == live.version
    await world.service.close()


def settings_for(folder: Path, url: str | None = None) -> Settings:
    return Settings(database_url=url or sqlite_url(folder), backup_dir=folder / "backups")


async def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    with pytest.raises(MaintenanceError, match="There is no database"):
        await backups.need_database(settings)
    with pytest.raises(MaintenanceError, match="There is no file"):
        await backups.restore(settings, tmp_path / "nothing.db")
    for wrong in (["restore"], ["backup", "more.db"]):
        with pytest.raises(SystemExit):
            parsed(wrong)


async def test_other_databases_have_tools_of_their_own(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, "postgresql://gin:hunter2@localhost/gin")
    with pytest.raises(SettingsError, match="pg_dump") as refused:
        await backups.back_up(settings)
    assert "hunter2" not in str(refused.value)
    assert backups.before_migration(settings) is None


async def test_a_schema_is_copied_before_it_changes(tmp_path: Path) -> None:
    world = await open_world(sqlite_url(tmp_path))
    await world.match()
    await world.service.close()
    copy = backups.before_migration(settings_for(tmp_path))
    assert copy is not None
    await copy()
    [(_, made)] = backup.backups(tmp_path / "backups")
    await backup.check(made)
