"""Backups of an SQLite database: copied while in use, checked, kept by schedule, restored.

PostgreSQL is backed up with its own tools; see the operator's documentation.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, OperationalError

from engine.store import migrate, sqlite
from engine.store.committer import Work
from engine.store.errors import StoreCorruptError, StoreFailedError
from engine.store.sqlite_file import FileLock, SqliteConnection, sqlite_engine


class Progress(Protocol):
    """Hears the step, the table or file, and how much of the total is done, in rows or bytes."""

    def __call__(self, step: str, what: str, done: int, total: int, /) -> None: ...


_STAMP: Final = "%Y%m%d-%H%M%S"
_PREFIX: Final = "gin-"
RETAINED_NEWEST: Final = 4
RETAINED_DAYS: Final = 7
RETAINED_WEEKS: Final = 4
LOOK_S: Final = 0.2
CHUNK_BYTES: Final = 1 << 20
PARTIAL_S: Final = 3600
"""Time in seconds after which an incomplete copy counts as abandoned."""


class _Steps:
    """The steps of a command, each counted as one pass over ``size`` bytes."""

    def __init__(self, progress: Progress | None, steps: int, size: int) -> None:
        self._progress = progress
        self._size = max(size, 1)
        self._total = steps * self._size
        self._before = 0

    @contextlib.asynccontextmanager
    async def step(self, name: str, file: Path, written: Path | None = None) -> AsyncIterator[None]:
        """Report a step while the block runs. ``written``: the file that grows meanwhile."""
        if self._progress is None:
            yield
            return
        looking = asyncio.create_task(self._look(self._progress, name, file, written))
        try:
            yield
        finally:
            looking.cancel()
        self._before += self._size
        if self._before == self._total:
            self._progress(name, file.name, self._total, self._total)

    async def _look(self, progress: Progress, name: str, file: Path, written: Path | None) -> None:
        while True:
            size = 0 if written is None else _size_of(written)
            progress(name, file.name, self._before + min(size, self._size), self._total)
            await asyncio.sleep(LOOK_S)


async def back_up(
    database: Path, folder: Path, now: datetime, progress: Progress | None = None
) -> Path:
    """Copy a database that may be in use into ``folder``, check the copy, and return it.

    The copy appears under its name only when it is complete and sound. The database itself is
    checked first: SQLite rebuilds indexes in a copy, which would hide damaged ones.
    Raises StoreFailedError if it cannot be written, StoreCorruptError if either is not sound.
    """
    target = folder / f"{_PREFIX}{now.astimezone(UTC).strftime(_STAMP)}.db"
    partial = target.with_suffix(".partial")
    try:
        _place(partial).unlink(missing_ok=True)
        steps = _Steps(progress, 3, _size_of(database))
        async with steps.step("checking", database):
            await check_pages(database)
        async with _reading(database) as source:
            async with steps.step("copying", database, partial):
                copying = "VACUUM INTO ?", (str(partial),)
                await source.run(lambda c: c.exec_driver_sql(*copying).close())
            async with steps.step("checking", target):
                await check(partial)
            await source.run(lambda _: put(partial, target))  # a flush takes long
    except StoreCorruptError as error:
        # The copy is as the database is, and is deleted.
        error.data["file"] = str(database)
        raise
    except (DBAPIError, OSError) as error:
        raise StoreFailedError(reason=_reason(error), file=str(target)) from error
    finally:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
    return target


def _size_of(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


async def check_pages(database: Path) -> None:
    """Raise StoreCorruptError unless SQLite finds all pages, rows and indexes in order."""
    try:
        async with _reading(database) as file:
            found = await file.run(_fault_of_pages)
    except OperationalError as error:
        raise StoreFailedError(reason=_reason(error), file=str(database)) from error
    except DBAPIError as error:
        raise StoreCorruptError(file=str(database), found=_reason(error)) from error
    if found:
        raise StoreCorruptError(file=str(database), found=found)


async def check(database: Path) -> None:
    """Raise StoreCorruptError unless the file is a sound database of ours.

    Beside SQLite's own checks: a match has as many moves as its version says.
    """
    try:
        async with _reading(database) as file:
            found = await file.run(_fault)
    except DBAPIError as error:
        raise StoreCorruptError(file=str(database), found=_reason(error)) from error
    if found:
        raise StoreCorruptError(file=str(database), found=found)


async def count_matches(copy: Path) -> int:
    """Check a backup as ``restore`` does, without a change, and return how many matches it has.

    Raises StoreCorruptError if it cannot be restored.
    """
    await check(copy)
    try:
        async with _reading(copy) as file:
            return await file.run(_matches)
    except DBAPIError as error:
        raise StoreCorruptError(file=str(copy), found=_reason(error)) from error


def _matches(connection: Connection) -> int:
    return int(connection.exec_driver_sql("SELECT count(*) FROM matches").scalar_one())


def _fault_of_pages(connection: Connection) -> str:
    found = str(connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar_one())
    return "" if found == "ok" else " ".join(found.split())[:80]


def _fault(connection: Connection) -> str:
    if found := _fault_of_pages(connection):
        return found
    dangling = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if dangling is not None:
        return f"dangling rows in {dangling[0]}"
    uneven = connection.exec_driver_sql(
        "SELECT match_id FROM matches WHERE version <> "
        "(SELECT count(*) FROM moves WHERE moves.match_id = matches.match_id)"
    ).first()
    return "" if uneven is None else f"moves of match {uneven[0]}"


def _reason(error: Exception) -> str:
    return str(error.orig if isinstance(error, DBAPIError) else error)


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
    retained = {path for _, path in found[:RETAINED_NEWEST]}
    retained |= _newest_of_each(found, now - timedelta(days=RETAINED_DAYS), "%Y-%m-%d")
    retained |= _newest_of_each(found, now - timedelta(weeks=RETAINED_WEEKS), "%G-%V")
    gone = [path for _, path in found if path not in retained]
    # A process that ended during a copy leaves an incomplete file.
    gone += [path for path in folder.glob(f"{_PREFIX}*.partial") if _is_older(path, now)]
    for path in gone:
        path.unlink()
    return gone


def _is_older(partial: Path, now: datetime) -> bool:
    return now.timestamp() - partial.stat().st_mtime > PARTIAL_S


async def restore(
    copy: Path,
    database: Path,
    now: datetime,
    renew: Work[object],
    progress: Progress | None = None,
) -> Path | None:
    """Replace ``database`` with a checked copy; return where the old file was moved.

    ``renew`` changes the copy's content before it takes the place, in this release's schema.
    Raises StoreLockedError while a process uses the database, StoreCorruptError if the copy is
    not sound, SchemaTooNewError or SchemaTooOldError if this release cannot open it,
    StoreFailedError if it cannot be written; the old file is then untouched.
    """
    steps = _Steps(progress, 3, _size_of(copy))
    async with steps.step("checking", copy):
        await check(copy)
    async with _reading(copy) as file:
        await file.run(migrate.is_current)
    try:
        place = _place(database)
        with FileLock(place).take():
            fresh = place.with_name(place.name + ".restoring")
            async with steps.step("copying", copy, fresh):
                await _copy(copy, fresh)
            async with steps.step("preparing", database):
                await _renewed(fresh, renew)
            aside = _move_aside(place, now)
            put(fresh, place)
    except OSError as error:
        raise StoreFailedError(reason=error.strerror, file=str(database)) from error
    return aside


async def _copy(source: Path, target: Path) -> None:
    with source.open("rb") as read, target.open("wb") as written:
        while part := read.read(CHUNK_BYTES):
            written.write(part)
            await asyncio.sleep(0)


async def _renewed(fresh: Path, renew: Work[object]) -> None:
    await sqlite.prepare(fresh)
    # Its end moves the log into the file.
    async with SqliteConnection(sqlite.writer_engine(fresh)) as connection:
        await connection.run(lambda c: sqlite.transact([renew], c))


def put(fresh: Path, place: Path) -> None:
    """Give a complete file its name, for good."""
    flush(fresh)
    fresh.replace(place)
    flush(place.parent)


def _place(database: Path) -> Path:
    place = database.resolve()
    place.parent.mkdir(parents=True, exist_ok=True)
    return place


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


def _reading(path: Path) -> SqliteConnection:
    return SqliteConnection(sqlite_engine(path, timeout_s=5, is_read_only=True))


def flush(path: Path) -> None:
    """Flush a file or a folder's list of names to disk."""
    if sys.platform == "win32" and path.is_dir():
        return  # Windows cannot open a folder
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
