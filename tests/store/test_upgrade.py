"""A database of release 1.0.0 is upgraded: what went is deleted, all else stays."""

from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData, insert, select
from sqlalchemy.types import Text

from engine.store import Store, migrate
from engine.store.schema import exercise_answers, exercise_lists, players
from tests.store import answers_of_1_0_0
from tests.worlds.engines import changed_by

RELEASED = "0036"
GONE = {"push_subscriptions", "server_keys"}
MOVED = {"puzzle_answers", "trainer_answers", "trainer_attempts", "trainer_races", "weekly_answers"}
"""Their rows are in ``exercise_answers`` and ``exercise_lists``."""
Rows = dict[str, list[tuple[Any, ...]]]


def fill(connection: Connection) -> None:
    """Make the schema of the release, with a row in every table."""
    config = migrate.migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, RELEASED)
    tables = MetaData()
    tables.reflect(connection)
    for table in tables.sorted_tables:
        if table.name != migrate.VERSIONS:
            row = {
                column.name: "{}" if isinstance(column.type, Text) else 2
                for column in table.columns
                if not column.nullable or column.name == "user_id"
            }
            connection.execute(insert(table).values(row))


def contents(connection: Connection) -> Rows:
    """The rows of every table."""
    tables = MetaData()
    tables.reflect(connection)
    return {
        table.name: [tuple(row) for row in connection.execute(select(table))]
        for table in tables.sorted_tables
        if table.name != migrate.VERSIONS
    }


async def test_an_upgrade_deletes_what_went_and_keeps_every_other_row(empty: str) -> None:
    await changed_by(empty, fill)
    before = await changed_by(empty, contents)
    assert before.keys() >= GONE
    await (await Store.open(empty)).close()
    after = await changed_by(empty, contents)
    [rating] = before["ratings"]
    # Up to here the rating rests on all matches alike: value, deviation, volatility and last match.
    before["ratings"] = [(*rating, *rating[3:6], rating[-1])]
    answers, lists = after.pop("exercise_answers"), after.pop("exercise_lists")
    assert (len(answers), len(lists)) == (len(MOVED) - 1, 1)
    assert after == {name: rows for name, rows in before.items() if name not in GONE | MOVED}
    assert await changed_by(empty, migrate.current) == migrate.head()


def answer(connection: Connection) -> None:
    """Make the schema of the release, with what people had answered by then."""
    config = migrate.migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, RELEASED)
    tables = MetaData()
    tables.reflect(connection)
    for name, rows in answers_of_1_0_0.BEFORE.items():
        for row in rows:
            connection.execute(insert(tables.tables[name]).values(row))


def answered(connection: Connection) -> list[dict[str, Any]]:
    """All answers, as they are exported."""
    return [dict(row._mapping) for row in connection.execute(select(exercise_answers))]


async def test_what_people_have_answered_is_carried_over(empty: str) -> None:
    await changed_by(empty, answer)
    store = await Store.open(empty)
    try:
        found = await store.read(answered)
        prefs = await store.read(
            lambda c: {row.user_id: row.prefs for row in c.execute(select(players))}
        )
        lists = await store.read(
            lambda c: [tuple(row) for row in c.execute(select(exercise_lists))]
        )
    finally:
        await store.close()
    assert sorted(found, key=repr) == sorted(map(ordered, answers_of_1_0_0.AFTER), key=repr)
    assert prefs == answers_of_1_0_0.PREFS, "every other preference stays, known or not"
    assert lists == [("race", answers_of_1_0_0.RACE, "[5, 6, 7, 8]", 100)]


def ordered(row: dict[str, Any]) -> dict[str, Any]:
    return {column.name: row[column.name] for column in exercise_answers.columns}
