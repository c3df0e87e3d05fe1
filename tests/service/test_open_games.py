"""Open games: only what everybody publishes, and nothing that leads back to anybody."""

import json
import random
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, MetaData, select, update

from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.record import MatchRecord, from_json, positions
from engine.service import LiveMatch, Person
from engine.service.operations import open_games
from engine.service.preferences import Prefs
from engine.store import Repeatable
from engine.store.schema import moves
from tests.service.world import ANN, BOB, CEE, World, open_world

DAY_MS = 86_400_000
SHORT = replace(PRESETS["standard"], target=10)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    found = await open_world(tmp_path)
    yield found
    await found.service.close()


async def publish(world: World, *people: Person, on: bool = True) -> None:
    for person in people:
        await world.service.set_prefs(world.press(), person, Prefs(open_games=on))


async def over(world: World, first: Person = ANN, second: Person = BOB) -> LiveMatch:
    match = await world.match(first, second, rules=SHORT)
    return await world.play(match, lambda now: now.is_over)


async def lines(world: World, seed: int = 1) -> list[str]:
    return [line async for line in open_games(world.service._store, random.Random(seed))]


async def games(world: World) -> list[MatchRecord]:
    _, *others = await lines(world)
    return [from_json(line) for line in others]


async def test_a_game_is_open_only_while_everybody_in_it_publishes_theirs(world: World) -> None:
    await over(world)
    assert await games(world) == []
    await publish(world, ANN)
    assert await games(world) == []
    await publish(world, BOB)
    (game,) = await games(world)
    *_, end = positions(game)
    assert end.phase is MatchPhase.OVER
    await publish(world, BOB, on=False)
    assert await games(world) == []
    await publish(world, BOB)
    assert await world.service.forget(world.press(), BOB.user_id)
    assert await games(world) == []


async def test_running_matches_and_those_with_computers_are_not_open(world: World) -> None:
    await publish(world, ANN, BOB)
    await world.between(await world.match())
    await world.play(await world.practice(rules=SHORT), lambda now: now.is_over)
    assert await games(world) == []


async def test_the_file_says_what_it_is_and_how_its_lines_are_written(world: World) -> None:
    await publish(world, ANN, BOB)
    await over(world)
    head, line = await lines(world)
    said = json.loads(head)
    assert (said["format"], said["version"], said["licence"]) == ("gin-games", 1, "CC0-1.0")
    assert set(said["schema"]["required"]) <= json.loads(line).keys()
    assert json.loads(line).keys() <= said["schema"]["properties"].keys()


async def test_people_have_other_numbers_in_each_file_and_the_same_in_all_its_games(
    world: World,
) -> None:
    await publish(world, ANN, BOB, CEE)
    await over(world, ANN, BOB)
    await over(world, ANN, CEE)
    seen = set()
    for seed in range(12):
        _, *others = await lines(world, seed)
        first, second = sorted((from_json(line) for line in others), key=lambda one: one.match_id)
        assert (first.match_id, second.match_id) == (1, 2)
        (ann,) = {*first.names} & {*second.names}
        seen.add(ann)
        assert {*first.names, *second.names} == {"1", "2", "3"}
    assert len(seen) > 1


def cells(connection: Connection) -> list[tuple[str, object]]:
    """Every value of every table, with its column."""
    tables = MetaData()
    tables.reflect(connection)
    return [
        (f"{table.name}.{column.name}", value)
        for table in tables.sorted_tables
        for row in connection.execute(select(table))
        for column, value in zip(table.columns, row, strict=True)
    ]


OF_THE_GAME = {"moves.action", "matches.lot", "rounds.number"}
"""What a game is made of."""


async def test_nothing_in_a_game_leads_back_to_anybody(world: World) -> None:
    await publish(world, ANN, BOB)
    await over(world)
    _, line = await lines(world)
    words = set(re.findall(r"[\w-]+", line))
    found = {
        column
        for column, value in await world.service._store.read(cells)
        if column not in OF_THE_GAME and len(str(value)) > 2 and str(value) in words
    }
    assert found == set()
    plain = json.loads(line)
    times = (plain["started_ms"], *(move[0] for move in plain["moves"]))
    assert {at % DAY_MS for at in times} == {0}
    assert ANN.name not in line
    assert BOB.name not in line


async def test_whoever_has_left_the_seat_to_another_has_to_publish_theirs_too(world: World) -> None:
    await publish(world, ANN, BOB)
    match = await over(world)

    def left(connection: Connection) -> None:
        first = (moves.c.match_id == match.id, moves.c.seq == 1)
        connection.execute(update(moves).where(*first).values(user_id=CEE.user_id))

    await world.service._store.write(Repeatable(left))
    assert await games(world) == []
    await publish(world, CEE)
    assert len(await games(world)) == 1
