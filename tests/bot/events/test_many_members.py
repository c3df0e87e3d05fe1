"""Every kind of event with many members on the real bot, from the announcement to the end.

Knockout, Swiss and the field of duplicate are in the journeys of these kinds.
"""

from itertools import combinations
from pathlib import Path

import pytest

from engine.clocks import MINUTE
from engine.events.kinds import ARENA, LEAGUE, ROUND_ROBIN, TEAMS
from engine.events.plan import EventKind
from engine.service import UserId
from engine.service.events.types import Event, EventState, PairingState
from tests.bot.events.evening import Evening, evening
from tests.seeds import times
from tests.worlds.events import member_of, play_boards

pytestmark = pytest.mark.slow
PLAYERS = min(16, times(8))


async def honoured(here: Evening, event: Event) -> Event:
    """The event is over, everybody has a place, and thread and message say so once."""
    event = await here.event(event)
    assert event.state is EventState.FINISHED
    assert len(event.standings) == len(here.players)
    assert all(one.state is PairingState.DONE for one in event.pairings)
    news = [one.text for one in here.thread(event)]
    assert sum("is over" in text for text in news) == 1
    assert "🥇 " in here.message(event).text
    table = await here.panel(here.players[-1], event, "Standings")
    assert len(table.pictures) == 1
    assert not here.world.env.errors
    return event


@pytest.mark.parametrize("kind", [ROUND_ROBIN, LEAGUE])
async def test_everybody_plays_everybody(tmp_path: Path, kind: EventKind) -> None:
    async with evening(tmp_path, PLAYERS) as here:
        event = await here.start(await here.announce(kind))
        await here.play_out(event)
        event = await honoured(here, event)
        order = [UserId(one.id) for one in here.players]
        met = [frozenset((one.first, one.second)) for one in event.pairings if one.matches]
        assert len(met) == len(set(met))
        for division in {one.division for one in event.standings}:
            ranked = [one.user_id for one in event.standings if one.division == division]
            assert ranked == sorted(ranked, key=order.index), "who entered earlier has won"
            assert {frozenset(pair) for pair in combinations(ranked, 2)} <= set(met)


async def test_an_arena_of_many(tmp_path: Path) -> None:
    async with evening(tmp_path, PLAYERS) as here:
        event = await here.start(await here.announce(ARENA, minutes="30"))
        assert event.ends_ms is not None
        for _ in range(4):
            event = await here.play_round(event)
            await here.wait(MINUTE)
            event = await here.event(event)
            tables = [one for one in event.pairings if one.state is PairingState.PLAYING]
            busy = [user for one in tables for user in (one.first, one.second)]
            assert len(busy) == len(set(busy)), "nobody sits at two tables"
        await here.until(event.ends_ms or 0)
        await here.play_round(event)
        await here.wait(MINUTE)
        event = await honoured(here, event)
        points = [one.half_points for one in event.standings]
        assert points == sorted(points, reverse=True)
        assert all(one.played >= 3 for one in event.standings)
        assert len(event.pairings) >= 4 * PLAYERS // 2


async def test_two_large_teams(tmp_path: Path) -> None:
    async with evening(tmp_path, PLAYERS) as here:
        event = await here.announce(TEAMS, side=str(PLAYERS // 2), boards="4")
        for number, member in enumerate(here.players):
            await here.panel(member, event, f"Team {1 + number % 2}")
        await here.until(event.plan.starts_ms - 15 * MINUTE)
        for member in here.players:
            await here.panel(member, event, "Check in")
        await here.until(event.plan.starts_ms)
        event = await here.event(event)
        assert sum(bool(one.matches) for one in event.pairings) == PLAYERS // 2
        event = await play_boards(here, event)
        await here.wait(max(MINUTE, here.world.terms.pause_ms))
        event = await honoured(here, event)
        assert event.team_points is not None
        assert sum(event.team_points) == 0
        for standing in event.standings:
            boards = await here.panel(member_of(here, standing.user_id), event, "My boards")
            assert "The cards gave you" in boards.text
