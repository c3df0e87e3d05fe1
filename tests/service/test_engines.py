"""The same service on PostgreSQL: play, lost connections, a server and processes that die."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game.actions import Pass, Resign, RoundAction
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.record import positions, replay
from engine.game.seats import Seat
from engine.game.view import SeatView, seat_view
from engine.players import Level, choose
from engine.service import Applied, Busy, MatchCommand, Repeated
from engine.service.commands import Dependencies
from engine.service.operations import BackupPlan
from engine.service.operations.maintenance import Maintenance
from engine.service.standings import LeaderboardMetric, LeaderboardQuery, Profile
from tests import postgres
from tests.service.world import (
    ANN,
    BOB,
    GUILD,
    World,
    open_world,
    sensible,
)
from tests.waiting import PATIENCE_S
from tests.worlds.engines import POOLER, POSTGRES, database

pytestmark = pytest.mark.postgres
KILL = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND datname = '{name}'
"""
SHORT = replace(PRESETS["standard"], target=20)


@pytest.fixture(params=[POSTGRES, pytest.param(POOLER, marks=pytest.mark.night)])
async def url(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """A database, also by way of the pooler."""
    async with database(request.param, request) as made:
        yield made


@pytest.fixture
async def world(url: str) -> AsyncIterator[World]:
    opened = await open_world(url)
    yield opened
    await opened.service.close()


async def test_people_and_computers_play_to_the_end(world: World) -> None:
    ended = await world.play(await world.match(rules=SHORT), lambda now: now.is_over)
    assert ended.public().outcome is not None
    kept = await world.service.record(ended.id)
    assert kept is not None
    assert replay(kept).sheet() == ended.public().sheet
    board = await world.service.boards.page(
        LeaderboardQuery(GUILD, LeaderboardMetric.POINTS), ANN.user_id
    )
    assert len(board.lines) >= 1
    assert isinstance(
        await world.service.statistics.profile(BOB.user_id, ANN.user_id, GUILD), Profile
    )
    alone = await world.play(await world.practice(SHORT), lambda now: now.is_over)
    assert alone.public().outcome is not None


async def test_lost_connections_lose_nothing_and_double_nothing(
    server: postgres.Server, world: World, url: str
) -> None:
    kill = KILL.format(name=postgres.name_of(url))
    live, presses = await world.match(), 0
    while presses < 20:
        killing = asyncio.create_task(postgres.execute(server.address, kill))
        seat = live.public().to_act[0]
        interaction = world.press()
        while True:
            outcome = await world.act(live, seat, sensible(live, seat), interaction)
            if isinstance(outcome, Applied | Repeated):
                break
        live, presses = outcome.live, presses + 1
        assert live.version == presses
        await killing


@pytest.mark.parametrize("url", [POSTGRES], indirect=True)
async def test_files_and_copies_of_them_are_sqlites_business(world: World, tmp_path: Path) -> None:
    upkeep = Maintenance(
        Dependencies(world.service._store, world.clock), BackupPlan(tmp_path / "kept", 6)
    )
    assert await upkeep.look() is None
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("url", [POSTGRES], indirect=True)
async def test_the_whole_server_is_killed(server: postgres.Server, world: World) -> None:
    live = await world.turn(await world.match())
    seat = live.public().to_act[0]
    interaction = world.press()
    await asyncio.to_thread(server.kill)
    outcome = await world.act(live, seat, sensible(live, seat), interaction)
    assert isinstance(outcome, Busy), "nothing can be stored, and it is said"
    await asyncio.to_thread(server.restart)
    async with asyncio.timeout(PATIENCE_S):
        while isinstance(outcome, Busy):
            outcome = await world.act(live, seat, sensible(live, seat), interaction)
    assert isinstance(outcome, Applied | Repeated)
    assert outcome.live.version == 2
    assert await world.service.act(
        MatchCommand(interaction, live.id, ANN.user_id, Pass(), None)
    ) == Repeated(outcome.live)


class Slow:
    """Plays sensibly, but gives another process time to be faster."""

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        action = choose(view, Level.CASUAL, 0)
        await asyncio.sleep(0.01)
        return action


@pytest.mark.night
@pytest.mark.parametrize("url", [POSTGRES], indirect=True)
async def test_a_computer_served_by_two_processes_moves_once(url: str) -> None:
    one = await open_world(url, chooser=Slow())
    two = await open_world(url, chooser=Slow())
    live = await one.practice(SHORT)
    for _ in range(12):
        await asyncio.gather(one.service.idle(), two.service.idle())
        live = await one.load(live.id)
        if live.public().phase is not MatchPhase.PLAYING:
            break
        live = await one.turn(live)
    user = ANN.user_id
    ended = await one.service.act(MatchCommand(one.press(), live.id, user, Resign()))
    assert isinstance(ended, Applied)
    kept = await one.service.record(live.id)
    assert kept is not None
    for position, move in zip(positions(kept), kept.moves, strict=False):
        if move.seat is Seat.TWO and position.phase is MatchPhase.PLAYING:
            assert move.action == choose(seat_view(position, Seat.TWO), Level.CASUAL, 0)
    assert sum(move.seat is Seat.TWO for move in kept.moves) >= 6
    await one.service.close()
    await two.service.close()
