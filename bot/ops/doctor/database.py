"""The database, its backups and the disks, looked at without a change."""

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.ops.disks import database_files, disk_spaces, existing, one_a_disk
from bot.ops.doctor.findings import Finding, right, skipped, wrong
from bot.ops.exits import ending_of
from bot.settings import Settings
from engine.store import StoreError, backup, sqlite_path
from engine.store.inspection import Inspection, inspected_file, inspected_server

HOUR_S: Final = 3600.0


async def database_findings(settings: Settings) -> list[Finding]:
    """Look at the database of the settings."""
    url = settings.database_url.get_secret_value()
    try:
        if url.startswith("sqlite"):
            return await _of_file(sqlite_path(url).resolve())
        return [*_described(await inspected_server(url))]
    except StoreError as error:
        return [wrong("database", ending_of(error).sentence.rstrip("."))]


async def _of_file(path: Path) -> list[Finding]:
    places = _places(path)
    if path not in places:
        found = [skipped("database", f"there is no {path} yet; the first start makes it")]
    else:
        found = [*_described(await inspected_file(path))]
    locked = [str(place) for place in places if not os.access(place, os.W_OK)]
    if locked:
        text = f"this user cannot write {' and '.join(locked)}. Give it both file and folder"
        return [*found, wrong("database rights", text)]
    return [*found, right("database rights", "file and folder can be written")]


def _places(path: Path) -> list[Path]:
    """Return what must be writable: the file, if it is there, and its folder."""
    return [one for one in (path, existing(path.parent)) if one.exists()]


def _described(found: Inspection) -> Iterator[Finding]:
    if found.is_current:
        yield right("database", f"{found.server}, schema {found.revision}")
    elif found.revision is None:
        yield right("database", f"{found.server}, empty; the first start makes the tables")
    else:
        text = f"{found.server}, schema {found.revision}; the next start brings it up to date"
        yield right("database", text)
    if found.missing:
        lacking = ", ".join(found.missing)
        yield wrong("database rights", f"the role lacks {lacking}. Grant them, or let it own them")
    elif found.server.startswith("PostgreSQL"):
        yield right("database rights", "the role may do what Gin does")
    if found.is_encrypted is False:
        yield wrong(
            "database TLS",
            "the connection to another machine is not encrypted. Add ?ssl=require to the address",
        )
    elif found.is_encrypted:
        yield right("database TLS", "the connection is encrypted")
    else:
        yield skipped("database TLS", "the database is on this machine")


def backup_finding(settings: Settings, now: float) -> Finding:
    """Compare the newest backup with the last change of the database."""
    url, what = settings.database_url.get_secret_value(), "backups"
    if not url.startswith("sqlite"):
        return skipped(what, "PostgreSQL is backed up by its own tools")
    database = sqlite_path(url).resolve()
    if not database.exists():
        return skipped(what, "there is no database yet")
    if not settings.backup_hours:
        return skipped(what, "GIN_BACKUP_HOURS is 0, so Gin makes none; something else must")
    changed = max(one.stat().st_mtime for one in database_files(database))
    found = backup.backups(settings.backup_dir) if settings.backup_dir.is_dir() else []
    newest = found[0][0].timestamp() if found else _born(database)
    late_s = changed - newest
    age = f"{(now - newest) / HOUR_S:.0f} hours old" if found else "not made yet"
    if late_s > 2 * settings.backup_hours * HOUR_S:
        return wrong(
            what,
            f"the newest in {settings.backup_dir} is {age}, though one is due every "
            f"{settings.backup_hours:g} hours. Run `gin-bot backup`, which says what fails",
        )
    return right(what, f"the newest is {age}")


def _born(database: Path) -> float:
    """Return the time from which on there was something to copy: that of the lock beside it."""
    lock = database.with_name(f"{database.name}.lock")
    return (lock if lock.exists() else database).stat().st_ctime


def disk_findings(settings: Settings) -> Iterator[Finding]:
    """Yield a finding for each folder that is written to, one for each disk."""
    for disk in one_a_disk(disk_spaces(settings)):
        text = f"{disk.free >> 20:,} MB free at {disk.path}"
        if disk.is_short:
            yield wrong("disk", f"{text}. Make room: there should be {disk.needed >> 20:,} MB")
        else:
            yield right("disk", text)


def is_running(settings: Settings, late_s: float) -> bool:
    """Whether a Gin with these settings has updated its heartbeat."""
    try:
        return time.time() - settings.heartbeat_file.stat().st_mtime <= late_s
    except OSError:
        return False
