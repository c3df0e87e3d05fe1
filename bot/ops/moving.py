"""`python -m bot move URL`: the configured database, carried over to an empty one at the URL."""

import asyncio
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from typing import Final

from bot.ops import backups
from bot.ops.progress import ProgressBar
from bot.settings import Settings, async_database_url
from engine.service import SystemClock
from engine.service.operations.processes import ALIVE_MS
from engine.store import MoveRefusedError, StoreError, sqlite_path
from engine.store.move import (
    Moved,
    PostgresSource,
    PostgresTarget,
    Source,
    SqliteSource,
    SqliteTarget,
    Target,
    transfer,
)

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
        read: Source = await opened.enter_async_context(_source(settings, source))
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
        return SqliteSource(sqlite_path(url).resolve(), backups.before_migration(settings))
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
