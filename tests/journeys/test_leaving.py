"""A world that has ended leaves no work to the event loop, in which it would never be done."""

from pathlib import Path

import pytest

from engine.clocks import DAILY
from tests.journeys.world import running_world, shown


@pytest.mark.slow
async def test_no_call_to_a_turn_is_left_when_a_world_ends(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        message = (await world.slash(alice, "challenge", opponent=bob, clock=DAILY.name)).response
        await world.press(bob, shown(message, message.components), "Accept")
        pings = world.bot.parts.display.pings._events
        assert pings._timers
        await world.restart()
        assert not pings._timers
        pings = world.bot.parts.display.pings._events
        assert pings._timers
    assert not pings._timers
