"""Carrying a whole database between SQLite and PostgreSQL, all or nothing.

Everything is copied as it is and nothing is interpreted: what a backup would hold, the copy holds.
The target is one transaction (PostgreSQL) or one file under another name (SQLite) until the copy
has been read again and compared with its source, so that a process that dies in the middle leaves
an empty target.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

import aiosqlite
from sqlalchemy import Table
from sqlalchemy.exc import DBAPIError

from engine.store.backup import Progress
from engine.store.errors import MoveFailedError
from engine.store.move.ends import (
    Content,
    MoveSource,
    PostgresSource,
    PostgresTarget,
    SqliteSource,
    SqliteTarget,
    Target,
)
from engine.store.postgres import UNREACHABLE, message_of
from engine.store.schema import metadata

__all__ = [
    "MoveSource",
    "Moved",
    "PostgresSource",
    "PostgresTarget",
    "SqliteSource",
    "SqliteTarget",
    "Target",
    "transfer",
]

TABLES: Final = tuple(metadata.sorted_tables)
"""Every table, after those that it refers to."""


class Moved(NamedTuple):
    """A table that is the same in both databases."""

    table: str
    rows: int
    digest: str


async def transfer(source: MoveSource, target: Target, progress: Progress) -> list[Moved]:
    """Copy every table, compare the copies with their sources, and keep the target.

    Raises MoveFailedError if a table cannot be copied exactly; nothing is kept then.
    """
    rows = 0
    for table in TABLES:
        with _naming(table.name):
            rows += await source.count(table)
    counter = _Counter(progress, 2 * rows)
    contents = {}
    for table in TABLES:
        with _naming(table.name):
            contents[table.name] = await _copied(source, target, table, counter)
    with _naming("of an index"):
        counter.add("indexing", "all tables", 0)
        await target.index()
    for table in TABLES:
        with _naming(table.name):
            await _compare(target, table, contents[table.name], counter)
    await _keep(target)
    return [Moved(name, one.rows, one.digest) for name, one in contents.items()]


async def _keep(target: Target) -> None:
    """Keep the target, also when the command is interrupted meanwhile."""
    keeping = asyncio.ensure_future(target.keep())
    try:
        await asyncio.shield(keeping)
    except asyncio.CancelledError:
        await keeping


@contextmanager
def _naming(table: str) -> Iterator[None]:
    """Turn the errors of both databases into one that names the table."""
    try:
        yield
    except (DBAPIError, aiosqlite.Error, *UNREACHABLE) as error:
        raise MoveFailedError(table=table, reason=message_of(error)) from error


async def _copied(source: MoveSource, target: Target, table: Table, counter: "_Counter") -> Content:
    content = Content(table)
    async for rows in source.rows(table):
        await target.add(table, rows)
        content.add(rows)
        counter.add("copying", table.name, len(rows))
    return content


async def _compare(target: Target, table: Table, expected: Content, counter: "_Counter") -> None:
    content = Content(table)
    async for rows in target.rows(table):
        content.add(rows)
        counter.add("comparing", table.name, len(rows))
    if content != expected:
        reason = f"its copy differs, with {content.rows} rows for {expected.rows}"
        raise MoveFailedError(table=table.name, reason=reason)


class _Counter:
    """The rows that were copied and compared so far."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._total = total
        self._done = 0

    def add(self, step: str, table: str, rows: int) -> None:
        self._done += rows
        self._progress(step, table, self._done, self._total)
