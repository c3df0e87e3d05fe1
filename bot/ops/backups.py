"""Backups and the move of a database, and the folders that they write to."""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

from bot.settings import Settings, SettingsError, async_database_url
from engine.service import SystemClock, SystemEntropy, operations
from engine.service.operations import ALIVE_MS
from engine.store import (
    MoveRefusedError,
    SchemaTooNewError,
    SchemaTooOldError,
    StoreCorruptError,
    StoreError,
    backup,
    sqlite_path,
)
from engine.store.address import parsed, where
from engine.store.inspection import inspected_file, inspected_server
from engine.store.move import (
    Moved,
    MoveSource,
    PostgresSource,
    PostgresTarget,
    SqliteSource,
    SqliteTarget,
    Target,
    transfer,
)


def make_folders(settings: Settings, *, is_new: bool = True) -> None:
    """Create the folders of the settings. Raises SettingsError for one that cannot be written.

    ``is_new``: whether the database may be made, and its folder with it.
    """
    for variable, folder in _folders(settings):
        if variable == SETTING and not (is_new or folder.exists()):
            continue
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                pass
        except OSError as error:
            raise SettingsError(
                f"{variable}: the folder {folder.absolute()} cannot be written by {_user()} "
                f"({error.strerror}). Give that user the folder, or set {variable} to another."
            ) from None


def _folders(settings: Settings) -> Iterator[tuple[str, Path]]:
    yield "GIN_DATA_DIR", settings.data_dir
    url = settings.database_url.get_secret_value()
    if url.startswith("sqlite"):
        yield SETTING, sqlite_path(url).resolve().parent
        yield "GIN_BACKUP_DIR", settings.backup_dir


def _user() -> str:
    return "this user" if sys.platform == "win32" else f"user {os.geteuid()}"


SETTING: Final = "GIN_DATABASE_URL"
"""The place of the database's address, where an error names no other."""


def database_place(settings: Settings) -> str:
    """Return the full path of an SQLite file, or the name and the server of another database."""
    url = settings.database_url.get_secret_value()
    if url.startswith(_SQLITE):
        return str(sqlite_path(url).absolute())
    address = parsed(url)
    return f"{address.database or address.username} at {where(address)}"


_WIDTH: Final = 30
_TERMINAL_S: Final = 0.2
_LINES_S: Final = 5.0
_AFTER_S: Final = 1.0


class ProgressBar:
    """Writes to ``stream``, at most every few tenths of a second, or seconds where it is a log.

    ``after_s``: what is over within this time is not shown at all.
    """

    def __init__(
        self,
        stream: TextIO,
        now: Callable[[], float] = time.monotonic,
        *,
        after_s: float = 0.0,
    ) -> None:
        self._stream = stream
        self._now = now
        self._is_terminal = stream.isatty()
        self._began = now()
        self._next = self._began + after_s
        self._is_shown = not after_s
        self._width = 0

    def __call__(self, step: str, table: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` rows are dealt with."""
        if self._now() < self._next and (done < total or not self._is_shown):
            return
        self._is_shown = True
        self._next = self._now() + (_TERMINAL_S if self._is_terminal else _LINES_S)
        text = f"{100 * done // max(total, 1):3} %  {step} {table}{self._left(done, total)}"
        if self._is_terminal:
            full = _WIDTH * done // max(total, 1)
            text = f"[{'#' * full}{'.' * (_WIDTH - full)}] {text}"
            # A shorter text covers the longer one before it.
            self._stream.write(f"\r{text:{self._width}}")
            self._width = len(text)
        else:
            self._stream.write(f"{text}\n")
        self._stream.flush()

    def close(self) -> None:
        """Leave the line of the bar."""
        if self._is_terminal and self._width:
            self._stream.write("\n")
            self._stream.flush()

    def _left(self, done: int, total: int) -> str:
        """Return the time until the end at the speed so far, once that says something."""
        if 100 * done < total:
            return ""
        return f", {(self._now() - self._began) * (total - done) / max(done, 1):.0f} s left"


@contextmanager
def _bar() -> Iterator[ProgressBar]:
    """Show the progress of a command that takes longer than people wait for without a word."""
    bar = ProgressBar(sys.stderr, after_s=_AFTER_S)
    try:
        yield bar
    finally:
        bar.close()


class MaintenanceError(Exception):
    """A command about the database that is impossible here; the text states the alternative."""


async def need_database(settings: Settings) -> None:
    """Raise MaintenanceError unless the settings lead to a database with Gin's tables.

    Opening a mistyped address would make an empty one there. Raises every StoreError of opening.
    """
    url = settings.database_url.get_secret_value()
    if url.startswith(_SQLITE):
        file = sqlite_path(url).absolute()
        found = (await inspected_file(file)).revision if file.exists() else None
    else:
        found = (await inspected_server(url)).revision
    if found is None:
        raise MaintenanceError(
            f"There is no database at {database_place(settings)} yet. Correct GIN_DATABASE_URL, "
            "or start Gin once to make one."
        )


async def back_up(settings: Settings) -> str:
    """Copy the database, also while Gin runs, and return the copy's path.

    Raises StoreFailedError or StoreCorruptError; a bad copy is deleted.
    """
    database = database_file(settings)
    with _bar() as bar:
        copy = await backup.back_up(database, settings.backup_dir, datetime.now(UTC), bar)
    return f"Backup made and checked: {copy} ({copy.stat().st_size:,} bytes)."


async def restore(settings: Settings, copy: Path) -> str:
    """Replace the database with a backup, and return the path of the old one.

    Raises MaintenanceError for an unusable copy and StoreLockedError while Gin runs; the database
    is then unchanged.
    """
    database = _to_replace(settings, copy)
    try:
        with _bar() as bar:
            now, entropy = datetime.now(UTC), SystemEntropy()
            aside = await operations.restore(copy, database, now, entropy, bar)
    except (StoreCorruptError, SchemaTooNewError, SchemaTooOldError) as error:
        reason = error.data.get("found", "?")
        if isinstance(error, SchemaTooNewError):
            reason = f"a newer release made it (schema {reason})"
        if isinstance(error, SchemaTooOldError):
            reason = f"a version that is too old made it (schema {reason})"
        raise MaintenanceError(
            f"{copy} cannot be restored: {reason}. The database is as it was; name another backup."
        ) from error
    former = "" if aside is None else f" The database that was there is kept as {aside}."
    return f"Restored {copy} as {database}.{former}"


def _to_replace(settings: Settings, copy: Path) -> Path:
    database = database_file(settings)
    if not copy.is_file():
        raise MaintenanceError(
            f"There is no file {copy}. Backups lie in {settings.backup_dir}, with their time (UTC)."
        )
    if database.exists() and copy.samefile(database):
        raise MaintenanceError(f"{copy} is the database itself. Name a backup of it.")
    return database


def before_migration(settings: Settings) -> Callable[[], Awaitable[None]] | None:
    """Return the callback that copies an SQLite database before a schema migration."""
    if not settings.database_url.get_secret_value().startswith(_SQLITE):
        return None
    database = database_file(settings)

    async def copy() -> None:
        await backup.back_up(database, settings.backup_dir, datetime.now(UTC))

    return copy


def database_file(settings: Settings) -> Path:
    """Return the SQLite file of the settings. Raises SettingsError for another kind of database."""
    url = settings.database_url.get_secret_value()
    if not url.startswith(_SQLITE):
        raise SettingsError(
            "Only an SQLite database is backed up by Gin. Use pg_dump or pg_basebackup for "
            "PostgreSQL; docs/host/upgrade.md says how."
        )
    return sqlite_path(url)


_SQLITE: Final = "sqlite"
_POSTGRES: Final = "postgresql+asyncpg"
_HERE: Final = "the command"
"""The place of the target's address in the sentence of an error."""
_NEXT: Final = (
    "Set GIN_DATABASE_URL to the new database, then start Gin. The old database is unchanged; "
    "do not start Gin on it again."
)


async def move(settings: Settings, url: str) -> str:
    """Move the database of the settings to the one at ``url`` and return what was moved.

    Raises a StoreError, also when it is interrupted; the target is then as it was.
    """
    try:
        return await _move(settings, url)
    except (asyncio.CancelledError, StoreError) as error:
        # An interrupted statement may fail by the server's answer before it is cancelled here.
        task = asyncio.current_task()
        if isinstance(error, StoreError) and (task is None or not task.cancelling()):
            raise
        raise MoveRefusedError(reason="the command was interrupted") from None


async def _move(settings: Settings, url: str) -> str:
    source = settings.database_url.get_secret_value()
    target = _checked(source, url)
    bar = ProgressBar(sys.stderr)
    began = time.monotonic()
    async with AsyncExitStack() as opened:
        read: MoveSource = await opened.enter_async_context(_source(settings, source))
        with _address_in_the_command():
            filled: Target = await opened.enter_async_context(_target(target))
        opened.callback(bar.close)
        moved = await transfer(read, filled, bar)
    return _report(moved, time.monotonic() - began)


def _checked(source: str, url: str) -> str:
    """Return the target's URL with Gin's driver; raises MoveRefusedError if it cannot be one."""
    try:
        target = async_database_url(url)
    except ValueError as error:
        raise MoveRefusedError(reason=str(error)) from None
    if _is_same(source, target):
        raise MoveRefusedError(
            reason="the target is the database of GIN_DATABASE_URL itself; name another one"
        )
    kinds = {one.partition("://")[0] for one in (source, target)}
    if kinds != {_SQLITE, _POSTGRES}:
        raise MoveRefusedError(
            reason="this command moves between SQLite and PostgreSQL; backup and restore copy an "
            "SQLite database, pg_dump a PostgreSQL database"
        )
    return target


def _is_same(source: str, target: str) -> bool:
    if source.startswith(_SQLITE) and target.startswith(_SQLITE):
        return sqlite_path(source).resolve() == sqlite_path(target).resolve()
    return source == target


def _source(settings: Settings, url: str) -> SqliteSource | PostgresSource:
    if url.startswith(_SQLITE):
        return SqliteSource(sqlite_path(url).resolve(), before_migration(settings))
    return PostgresSource(url, SystemClock().now_ms(), ALIVE_MS)


def _target(url: str) -> SqliteTarget | PostgresTarget:
    if url.startswith(_SQLITE):
        return SqliteTarget(sqlite_path(url).resolve())
    return PostgresTarget(url)


@contextmanager
def _address_in_the_command() -> Iterator[None]:
    """Let errors name the command as the place of the address, instead of the setting."""
    try:
        yield
    except StoreError as error:
        error.data.setdefault("setting", _HERE)
        raise


def _report(moved: Sequence[Moved], seconds: float) -> str:
    rows = sum(one.rows for one in moved)
    lines = [f"{one.table}: {one.rows:,} rows, {one.digest}" for one in moved if one.rows]
    speed = f"{rows / max(seconds, 0.001):,.0f} a second"
    lines.append(f"Moved and compared: {rows:,} rows in {seconds:.1f} s ({speed}).")
    return "\n".join((*lines, _NEXT))
