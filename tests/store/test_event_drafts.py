"""Events of a database from before there were drafts keep the length of their matches."""

import json

import pytest
from alembic import command
from sqlalchemy import Connection, inspect, text

from engine.events.kinds import SWISS
from engine.events.plan import LENGTHS, MatchLength, with_length
from engine.game.presets import PRESETS
from engine.service.events.rows import plan_from, plan_text
from engine.store import migrate
from engine.store.schema import event_drafts, metadata
from tests.service.events.hall import plan
from tests.worlds.engines import NIGHTLY, changed_by, database

BEFORE = "0028"
RULES = ("standard", "hollywood", "tedesco", "multi_match", "casual")


def of_before(preset: str, length: MatchLength) -> str:
    """A plan as it was stored."""
    rules = with_length(PRESETS[preset], length)
    stored = json.loads(plan_text(plan(SWISS, preset=preset, rules=rules)))
    del stored["length"]
    return json.dumps(stored | {"own_length": rules != PRESETS[preset]})


def lengths(preset: str) -> list[MatchLength]:
    rules = PRESETS[preset]
    return [one for one in LENGTHS if one == MatchLength() or with_length(rules, one) != rules]


ALL = [(preset, length) for preset in RULES for length in lengths(preset)]


def migrated(connection: Connection) -> dict[int, str]:
    config = migrate.migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, BEFORE)
    insert = text(
        "INSERT INTO events (event_id, state, plan, guild_id, channel_id, host_id, seed, version, "
        "rendered_version, created_ms) VALUES (:id, 'finished', :plan, 1, 1, 1, 1, 1, 1, 1)"
    )
    for number, (preset, length) in enumerate(ALL):
        connection.execute(insert, {"id": number, "plan": of_before(preset, length)})
    command.upgrade(config, "head")
    columns = {one["name"] for one in inspect(connection).get_columns(event_drafts.name)}
    assert columns == {one.name for one in metadata.tables[event_drafts.name].columns}
    found = connection.execute(text("SELECT event_id, plan FROM events"))
    return {row.event_id: row.plan for row in found}


@pytest.mark.parametrize("engine", NIGHTLY)
async def test_events_keep_the_length_of_their_matches(
    request: pytest.FixtureRequest, engine: str
) -> None:
    found: dict[int, str] = {}

    def work(connection: Connection) -> None:
        found.update(migrated(connection))

    async with database(engine, request, is_empty=True) as url:
        await changed_by(url, work)
    for number, (preset, length) in enumerate(ALL):
        read = plan_from(found[number])
        assert read.length == length
        assert read.rules == with_length(PRESETS[preset], length)
