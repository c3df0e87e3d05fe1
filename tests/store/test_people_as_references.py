"""An older database keeps the invited people, and its reports are shown with the same names."""

import json

from alembic import command
from sqlalchemy import Connection, inspect, text

from engine.game.record import to_json
from engine.game.seats import Seat
from engine.store import migrate
from tests.service.world import ANN, BOB, CEE, GUILD, World, existing, open_world
from tests.worlds.engines import changed_by

BEFORE = "0029"
LOBBY = """
INSERT INTO lobbies (lobby_id, guild_id, channel_id, host_id, status, preset, rules, clock, rated,
    seats, max_seats, invited, anchor, version, rendered_version, created_ms, expires_ms, place)
VALUES (:id, 700, 800, 11, 'cancelled', 'standard', '{}', '{}', 0, 2, 2, :invited, '', 0, 0, 1, 1,
    'server')
"""
REPORT = """
INSERT INTO reports (report_id, guild_id, reporter_id, reported_id, match_id, reason, record, at_ms)
VALUES (:id, 700, 11, 12, 5, 'Bob stalls', :record, 1)
"""
RECORDS = {1: '{"names": ["Ann", "Bob"], "lot": 3, "seal": "abc"}', 2: '{"unreadable": "x"}', 3: ""}


def fill(connection: Connection) -> None:
    config = migrate.migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, BEFORE)
    for number, invited in enumerate(([], [[12, "Bob"]], [[13, "Cee"], [12, "Bob"]])):
        connection.execute(text(LOBBY), {"id": number, "invited": json.dumps(invited)})
    for number, record in RECORDS.items():
        connection.execute(text(REPORT), {"id": number, "record": record})
    command.upgrade(config, "head")


async def test_the_invited_are_moved_and_records_have_no_names(empty: str) -> None:
    await changed_by(empty, fill)

    def found(connection: Connection) -> tuple[list[tuple[object, ...]], dict[int, str]]:
        assert "invited" not in {one["name"] for one in inspect(connection).get_columns("lobbies")}
        people = "SELECT lobby_id, user_id, name FROM lobby_invitees ORDER BY lobby_id, position"
        records = connection.execute(text("SELECT report_id, record FROM reports"))
        rows = [tuple(row) for row in connection.execute(text(people))]
        return rows, {row.report_id: row.record for row in records}

    people, records = await changed_by(empty, found)
    assert people == [(1, 12, "Bob"), (2, 13, "Cee"), (2, 12, "Bob")]
    assert json.loads(records[1]) == {"names": [], "lot": 3, "seal": ""}
    assert (records[2], records[3]) == (RECORDS[2], "")


async def test_a_record_without_names_is_shown_with_those_of_the_seats(address: str) -> None:
    world: World = await open_world(address)
    service = world.service
    live = await world.play(await world.match(ANN, BOB), lambda now: now.public().number == 2)
    record = to_json(existing(await service.record(live.id)))
    pair = (CEE.user_id, BOB.user_id)
    assert await service.reports.make(world.press(), GUILD, pair, "slow", (live.id, record))
    [report] = await service.reports.of(GUILD)
    assert await service.reports.record_of(report.id) == record
    assert json.loads(record)["names"][Seat.TWO] == BOB.name
    await service.close()
