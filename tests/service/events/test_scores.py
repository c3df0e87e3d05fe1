"""The points of one's matches in an event, as its page lists them."""

from pathlib import Path

from engine.events.kinds import FIELD, SWISS
from engine.service.events.types import MatchScore
from tests.service.events.hall import hall
from tests.service.world import sqlite_url


async def test_the_points_of_a_match_are_told_from_its_players_view(tmp_path: Path) -> None:
    async with hall(sqlite_url(tmp_path)) as here:
        event = await here.started(SWISS, 4)
        [first, second] = here.playing(event)
        assert first.second is not None
        assert await here.events.scores_of(event.id, first.first) == {}
        await here.play(first)
        (mine,) = (await here.events.scores_of(event.id, first.first)).values()
        (theirs,) = (await here.events.scores_of(event.id, first.second)).values()
        assert mine == MatchScore(theirs.other, theirs.own)
        assert max(mine.own, mine.other) > 0
        assert await here.events.scores_of(event.id, second.first) == {}


async def test_only_their_event_tells_of_boards(tmp_path: Path) -> None:
    async with hall(sqlite_url(tmp_path)) as here:
        event = await here.started(FIELD, 4, boards=4, rounds=1)
        for one in here.playing(event):
            await here.play(one)
        assert await here.events.scores_of(event.id, event.pairings[0].first) == {}
