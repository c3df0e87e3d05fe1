"""Rows for every table of the schema, with the values at which two databases could differ."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Float, Table, Text, create_engine, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from engine.store import sqlite
from engine.store.address import parsed, plain_engine
from engine.store.schema import metadata
from tests.databases import make_empty

INTEGERS = (2**63 - 1, -(2**63), 0, -1, 2**53 + 1, 255)
FLOATS = (0.1, -1e308, 5e-324, float("inf"))
TEXTS = (
    "",
    "\\N",
    "tab\tline\nend\r\n\\.",
    "‘Ann’ “Bob” ♠︎ 🂡 é é ",
    "'; DROP TABLE moves; --",
    '{"a": [1, 2.50, null], "b": "\\u0000"}',
)
MATCHES = (5, 2**62)
FIXED: dict[str, dict[str, Any]] = {
    "lobbies": {"seats": 2, "max_seats": 8},
    "match_players": {"level": None},
    "coins": {"seq": 1, "amount": 7, "balance": 7},
    "processes": {"seen_ms": 1},
}
"""What the tables' own conditions demand; no process is running."""
KEYS: dict[str, tuple[str, ...]] = {
    "matches": ("match_id",),
    "lobbies": ("lobby_id",),
    "events": ("event_id",),
}


def fill_every_table(path: Path) -> None:
    """Insert several rows into every table of a new database."""
    make_empty(path)
    engine = sqlite.writer_engine(path)
    with engine.begin() as connection:
        for table in metadata.sorted_tables:
            connection.execute(insert(table), list(rows_of(table)))
    engine.dispose()


def rows_of(table: Table) -> Iterator[dict[str, Any]]:
    """Give several rows for a table."""
    for number in range(len(TEXTS)):
        row = {column.name: _value(column, number) for column in table.columns}
        if table.name == "match_players":
            row["seat"] = number
        for column in table.columns:
            if column.foreign_keys:
                row[column.name] = MATCHES[0]
        if table.name in ("attendance", "unrated", "shares", "event_matches") or table.name in KEYS:
            # The match is the whole key, or the row is one that others refer to.
            [key] = KEYS.get(table.name, ("match_id",))
            if number >= len(MATCHES):
                return
            row[key] = MATCHES[number]
        if table.name == "matches":
            row["version"] = len(TEXTS) if number == 0 else 0  # its moves
        yield row | FIXED.get(table.name, {})


def _value(column: Any, number: int) -> int | float | str | None:
    is_key = column.primary_key or column.unique
    if column.nullable and number % 2 and not is_key:
        return None
    if isinstance(column.type, Text):
        return TEXTS[number]
    if isinstance(column.type, Float):
        return FLOATS[number % len(FLOATS)]
    if is_key:
        return number
    return INTEGERS[number]


Content = dict[str, list[tuple[Any, ...]]]


def _content(connection: Connection) -> Content:
    return {
        table.name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
        for table in metadata.sorted_tables
    }


def sqlite_content(path: Path) -> Content:
    """Return all rows of all tables."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.connect() as connection:
        found = _content(connection)
    engine.dispose()
    return found


async def postgres_content(url: str) -> Content:
    """Return all rows of all tables."""
    engine: AsyncEngine = plain_engine(parsed(url))
    async with engine.connect() as connection:
        found = await connection.run_sync(_content)
    await engine.dispose()
    return found
