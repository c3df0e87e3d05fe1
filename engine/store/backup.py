"""Backups of an SQLite database: copied while in use, checked, kept by schedule, restored.

PostgreSQL is backed up with its own tools; see the operator's documentation.
"""

import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, create_engine

from engine.store import migrate, sqlite
from engine.store.errors import StoreCorruptError, StoreFailedError
from engine.store.lock import FileLock

_STAMP: Final = "%Y%m%d-%H%M%S"
_PREFIX: Final = "gin-"
KEPT_NEWEST: Final = 4
KEPT_DAYS: Final = 7
KEPT_WEEKS: Final = 4
PARTIAL_S: Final = 3600
"""Time in seconds after which an incomplete copy counts as abandoned."""


def back_up(database: Path, folder: Path, now: datetime) -> Path:
    """Copy a database that may be in use into ``folder``, check the copy, and return it.

    The copy appears under its name only when it is complete and sound. The database itself is
    checked first: SQLite rebuilds indexes in a copy, which would hide damaged ones.
    Raises StoreFailedError if it cannot be written, StoreCorruptError if either is not sound.
    """
    target = folder / f"{_PREFIX}{now.astimezone(UTC).strftime(_STAMP)}.db"
    partial = target.with_suffix(".partial")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        if database.exists():
            check_pages(database)
        with contextlib.closing(_reading(database)) as source:
            source.execute("VACUUM INTO ?", (str(partial),))
        check(partial)
        flush(partial)
        partial.replace(target)
        flush(folder)
    except (sqlite3.Error, OSError) as error:
        raise StoreFailedError(reason=str(error), file=str(target)) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
    return target


def check_pages(database: Path) -> None:
    """Raise StoreCorruptError unless SQLite finds all pages, rows and indexes in order."""
    try:
        with contextlib.closing(_reading(database)) as file:
            found = str(file.execute("PRAGMA integrity_check(1)").fetchone()[0])
    except sqlite3.OperationalError as error:
        raise StoreFailedError(reason=str(error), file=str(database)) from error
    except sqlite3.Error as error:
        raise StoreCorruptError(file=str(database), found=str(error)) from error
    if found != "ok":
        raise StoreCorruptError(file=str(database), found=" ".join(found.split())[:80])


def check(database: Path) -> None:
    """Raise StoreCorruptError unless the file is a sound database of ours.

    Beside SQLite's own checks: a match has as many moves as its version says.
    """
    try:
        with contextlib.closing(_reading(database)) as file:
            found = file.execute("PRAGMA integrity_check(1)").fetchone()[0]
            dangling = file.execute("PRAGMA foreign_key_check").fetchone()
            uneven = file.execute(
                "SELECT match_id FROM matches WHERE version <> "
                "(SELECT count(*) FROM moves WHERE moves.match_id = matches.match_id)"
            ).fetchone()
    except sqlite3.Error as error:
        raise StoreCorruptError(file=str(database), found=str(error)) from error
    if found != "ok":
        raise StoreCorruptError(file=str(database), found=" ".join(str(found).split())[:80])
    if dangling is not None:
        raise StoreCorruptError(file=str(database), found=f"dangling rows in {dangling[0]}")
    if uneven is not None:
        raise StoreCorruptError(file=str(database), found=f"moves of match {uneven[0]}")


def backups(folder: Path) -> list[tuple[datetime, Path]]:
    """Return the backups in a folder with their times, the newest first."""
    found = []
    for path in folder.glob(f"{_PREFIX}*.db"):
        with contextlib.suppress(ValueError):
            stamp = path.stem.removeprefix(_PREFIX)
            found.append((datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC), path))
    return sorted(found, reverse=True)


def prune(folder: Path, now: datetime) -> list[Path]:
    """Remove backups that the schedule does not keep; return them.

    Kept are the newest few, the newest of each of the last seven days, and of the last four
    weeks.
    """
    found = backups(folder)
    kept = {path for _, path in found[:KEPT_NEWEST]}
    kept |= _newest_of_each(found, now - timedelta(days=KEPT_DAYS), "%Y-%m-%d")
    kept |= _newest_of_each(found, now - timedelta(weeks=KEPT_WEEKS), "%G-%V")
    gone = [path for _, path in found if path not in kept]
    # A process that ended during a copy leaves an incomplete file.
    gone += [path for path in folder.glob(f"{_PREFIX}*.partial") if _is_older(path, now)]
    for path in gone:
        path.unlink()
    return gone


def _is_older(partial: Path, now: datetime) -> bool:
    return now.timestamp() - partial.stat().st_mtime > PARTIAL_S


def restore(
    copy: Path, database: Path, now: datetime, renew: Callable[[Connection], object]
) -> Path | None:
    """Replace ``database`` with a checked copy; return where the old file was moved.

    ``renew`` changes the copy's content before it takes the place, in this release's schema.
    Raises StoreLockedError while a process uses the database, StoreCorruptError if the copy is
    not sound, SchemaTooNewError or SchemaTooOldError if this release cannot open it,
    StoreFailedError if it cannot be written; the old file is then untouched.
    """
    check(copy)
    _check_schema(copy)
    database = database.resolve()
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(database).take():
            fresh = database.with_name(database.name + ".restoring")
            shutil.copyfile(copy, fresh)
            _renewed(fresh, renew)
            flush(fresh)
            aside = _move_aside(database, now)
            fresh.replace(database)
            flush(database.parent)
    except OSError as error:
        raise StoreFailedError(reason=error.strerror, file=str(database)) from error
    return aside


def _renewed(fresh: Path, renew: Callable[[Connection], object]) -> None:
    sqlite.prepare(fresh)
    engine = sqlite.writer_engine(fresh)
    try:
        with engine.begin() as connection:
            renew(connection)
    finally:
        engine.dispose()  # the last connection moves the log into the file


def _check_schema(copy: Path) -> None:
    engine = create_engine("sqlite://", creator=lambda: _reading(copy))
    try:
        with engine.connect() as connection:
            migrate.is_current(connection)
    finally:
        engine.dispose()


def _move_aside(database: Path, now: datetime) -> Path | None:
    """Move the old file and its log together to a name of their own."""
    if not database.exists():
        return None
    aside = database.with_name(f"{database.name}.before-{now.astimezone(UTC).strftime(_STAMP)}")
    for ending in ("-wal", "-shm", ""):
        part = database.with_name(database.name + ending)
        if part.exists():
            part.replace(aside.with_name(aside.name + ending))
    return aside


def _newest_of_each(
    found: Iterable[tuple[datetime, Path]], since: datetime, period: str
) -> set[Path]:
    newest: dict[str, Path] = {}
    for moment, path in found:
        if moment >= since:
            newest.setdefault(moment.strftime(period), path)
    return set(newest.values())


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True, timeout=5)


def flush(path: Path) -> None:
    """Flush a file or a folder's list of names to disk."""
    if sys.platform == "win32" and path.is_dir():
        return  # Windows cannot open a folder
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
