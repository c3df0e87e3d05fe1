"""`python -m bot backup` and `python -m bot restore FILE`, for an SQLite database."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

from bot.settings import Settings
from engine.service import SystemEntropy
from engine.service.operations import epochs
from engine.store import (
    SchemaTooNewError,
    SchemaTooOldError,
    StoreCorruptError,
    backup,
    sqlite_path,
)


class NoBackupError(Exception):
    """A backup or restore that is impossible here; the text states the alternative."""


async def back_up(settings: Settings) -> str:
    """Copy the database, also while Gin runs, and return the copy's path.

    Raises NoBackupError, StoreFailedError or StoreCorruptError; a bad copy is deleted.
    """
    database = database_file(settings)
    if not database.exists():
        raise NoBackupError(f"There is no database at {database} yet.")
    copy = await backup.back_up(database, settings.backup_dir, datetime.now(UTC))
    return f"Backup made and checked: {copy} ({copy.stat().st_size:,} bytes)."


async def restore(settings: Settings, copy: Path) -> str:
    """Replace the database with a backup, and return the path of the old one.

    Raises NoBackupError for an unusable copy and StoreLockedError while Gin runs; the database is
    then unchanged.
    """
    database = _to_replace(settings, copy)
    try:
        aside = await epochs.restore(copy, database, datetime.now(UTC), SystemEntropy())
    except (StoreCorruptError, SchemaTooNewError, SchemaTooOldError) as error:
        reason = error.data.get("found", "?")
        if isinstance(error, SchemaTooNewError):
            reason = f"a newer release made it (schema {reason})"
        if isinstance(error, SchemaTooOldError):
            reason = f"a version that is too old made it (schema {reason})"
        raise NoBackupError(
            f"{copy} cannot be restored: {reason}. The database is as it was; name another backup."
        ) from error
    kept = "" if aside is None else f" The database that was there is kept as {aside}."
    return f"Restored {copy} as {database}.{kept}"


def _to_replace(settings: Settings, copy: Path) -> Path:
    database = database_file(settings)
    if not copy.is_file():
        raise NoBackupError(
            f"There is no file {copy}. Backups lie in {settings.backup_dir}, with their time (UTC)."
        )
    if database.exists() and copy.samefile(database):
        raise NoBackupError(f"{copy} is the database itself. Name a backup of it.")
    return database


def before_migration(settings: Settings) -> Callable[[], Awaitable[None]] | None:
    """Return the callback that copies an SQLite database before a schema migration."""
    try:
        database = database_file(settings)
    except NoBackupError:
        return None

    async def copy() -> None:
        await backup.back_up(database, settings.backup_dir, datetime.now(UTC))

    return copy


def database_file(settings: Settings) -> Path:
    """Return the SQLite file of the settings. Raises NoBackupError for another kind of database."""
    url = settings.database_url.get_secret_value()
    if not url.startswith("sqlite"):
        raise NoBackupError(
            "Only an SQLite database is backed up by Gin. Use pg_dump or pg_basebackup for "
            "PostgreSQL; docs/OPERATIONS.md says how."
        )
    return sqlite_path(url)
