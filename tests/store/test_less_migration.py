"""The migration that takes things away moves or deletes what is stored of them."""

from typing import Any

from alembic import command
from sqlalchemy import Connection, Text, inspect, text

from engine.store import Store, migrate
from tests.worlds.engines import changed_by

BEFORE = "0027"
GONE = ("note_book", "preset_results", "head_to_head")


def fill(connection: Connection) -> None:
    """Make the schema from before, with a row of everything that the migration changes."""
    config = migrate.migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, BEFORE)
    for table in GONE:
        _insert(connection, table)
    note = {"sender_id": 1, "receiver_id": 2, "sent_ms": 5}
    _insert(connection, "notes", note_id=10, words="hello", read_ms=6, **note)
    _insert(connection, "notes", note_id=11, words="", read_ms=None, **note)
    for match, away in ((20, None), (21, 701)):
        _insert(connection, "matches", match_id=match, away_guild_id=away)
        _insert(connection, "player_matches", user_id=1, match_id=match)
    _insert(connection, "rating_history", match_id=20, faced="[]")
    _insert(connection, "leases", name="statistics")
    _insert(connection, "leases", name="daily")


def _insert(connection: Connection, table: str, **given: object) -> None:
    """Insert a row with something in every column that needs it."""
    columns = [one for one in inspect(connection).get_columns(table) if not one["nullable"]]
    row = {one["name"]: "{}" if isinstance(one["type"], Text) else 2 for one in columns} | given
    names = ", ".join(f'"{name}"' for name in row)
    places = ", ".join(f":{name}" for name in row)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), row)


def changed(connection: Connection) -> dict[str, Any]:
    """What has become of it."""

    def rows(query: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in connection.execute(text(query))]

    return {
        "tables": [table for table in GONE if inspect(connection).has_table(table)],
        "notes": rows("SELECT note_id, words, read_ms FROM notes"),
        "requests": rows("SELECT * FROM friend_requests"),
        "across": rows("SELECT match_id, across FROM player_matches ORDER BY match_id"),
        "ratings": rows("SELECT match_id FROM rating_history"),
        "leases": rows("SELECT name FROM leases"),
    }


EXPECTED = {
    "tables": [],
    "notes": [(10, "hello", 6)],
    "requests": [(11, 1, 2, 5, None)],
    "across": [(20, 0), (21, 1)],
    "ratings": [(20,)],
    "leases": [("daily",)],
}


async def test_what_is_stored_is_moved_or_deleted(empty: str) -> None:
    await changed_by(empty, fill)
    await (await Store.open(empty)).close()
    assert await changed_by(empty, changed) == EXPECTED
