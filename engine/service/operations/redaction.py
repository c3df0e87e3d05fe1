"""Redaction of a person in other people's texts: audit log, reports, reasons of bans.

Such texts stay, because they concern others or a server's decisions, but without the person's id
and without any name they have played under.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Column, Connection, Table, select, update

from engine.game.errors import RecordError
from engine.game.record import from_json, sealed, to_json
from engine.store.schema import (
    audit,
    bans,
    event_entries,
    lobby_players,
    match_players,
    players,
    reports,
)

GONE: Final = "Former player"
"""The name of a deleted person in the matches of others."""
NOBODY: Final = 0
"""The id that replaces a deleted person's."""
_TEXTS: Final[tuple[Column[str], ...]] = (audit.c.detail, reports.c.reason, bans.c.reason)
_NAMES: Final[tuple[Column[str], ...]] = (
    players.c.name,
    match_players.c.name,
    match_players.c.world_name,
    lobby_players.c.name,
    lobby_players.c.world_name,
    event_entries.c.name,
    event_entries.c.world_name,
)
_ACTORS: Final[tuple[Column[int], ...]] = (
    audit.c.actor_id,
    audit.c.subject_id,
    bans.c.banned_by,
    reports.c.closed_by,
)


def names_of(connection: Connection, user_id: int) -> frozenset[str]:
    """Return every name that is stored for a person."""
    found: set[str] = set()
    for name in _NAMES:
        asked = select(name).where(name.table.c.user_id == user_id, name.is_not(None)).distinct()
        found |= set(connection.execute(asked).scalars())
    return frozenset(found) - {""}


def redact(
    connection: Connection, user_id: int, names: frozenset[str], matches: Iterable[int]
) -> None:
    """Redact a person in the audit log, in reports and in reasons of bans."""
    for column in _ACTORS:
        connection.execute(
            update(column.table).where(column == user_id).values({column.name: NOBODY})
        )
    said = pattern_of(user_id, names)
    for text in _TEXTS:
        _redact_text(connection, text, said)
    for match_id in matches:
        _redact_records(connection, match_id, names)


def pattern_of(user_id: int, names: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern of a person's id and every name, as whole words."""
    said = sorted({str(user_id), *names}, key=len, reverse=True)
    either = "|".join(re.escape(one) for one in said)
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)


def _redact_text(connection: Connection, text: Column[str], said: re.Pattern[str]) -> None:
    table = text.table
    assert isinstance(table, Table)
    for row in connection.execute(select(*table.primary_key.columns, text)).all():
        new = said.sub(GONE, row[-1])
        if new != row[-1]:
            key: list[Any] = [
                one == value for one, value in zip(table.primary_key.columns, row, strict=False)
            ]
            connection.execute(update(table).where(*key).values({text.name: new}))


def _redact_records(connection: Connection, match_id: int, names: frozenset[str]) -> None:
    """Rename a person in the records that reports about other players of a match contain."""
    stored = reports.c.match_id == match_id
    asked = select(reports.c.report_id, reports.c.record).where(stored)
    for row in connection.execute(asked.where(reports.c.record.is_not(None))).all():
        connection.execute(
            update(reports)
            .where(reports.c.report_id == row.report_id)
            .values(record=_renamed(row.record, names))
        )


def _renamed(text: str, names: frozenset[str]) -> str | None:
    """Return the record with replaced names and a new seal; ``None`` if the text is no record."""
    try:
        record = from_json(text)
    except RecordError:
        return None
    kept = tuple(GONE if name in names else name for name in record.names)
    return to_json(sealed(replace(record, names=kept)))
