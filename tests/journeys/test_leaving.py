"""A world that has ended leaves no work to the event loop, in which it would never be done."""

from pathlib import Path

import pytest

from engine.clocks import DAILY
from tests.journeys.club import gathered


@pytest.mark.slow
async def test_no_call_to_a_turn_is_left_when_a_world_ends(tmp_path: Path) -> None:
    async with gathered(tmp_path, people=2) as club:
        await club.bob.accepts(await club.alice.challenges(club.bob, clock=DAILY.name))
        pings = club.bot.parts.display.pings._events
        assert pings._timers
        await club.restart()
        assert not pings._timers
        pings = club.bot.parts.display.pings._events
        assert pings._timers
    assert not pings._timers
