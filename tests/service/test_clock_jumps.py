"""The wall clock jumps by an hour while Gin runs: nothing breaks, and no turn ends twice."""

import pytest

from engine.clock import DAY, HOUR, LIVE, ClockRules
from engine.service import Applied
from tests.service.world import World, sensible

BY_THE_DAY = ClockRules("by_the_day", DAY)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_play_goes_on_after_a_jump(world: World, jump: int) -> None:
    live = await world.match(clock=BY_THE_DAY)
    due = live.deadline_ms
    world.clock.pass_ms(jump)
    await world.service.idle()
    assert (await world.load(live.id)).deadline_ms == due, "deadlines are moments, not durations"
    for _ in range(6):
        seat = live.public().to_act[0]
        outcome = await world.act(live, seat, sensible(live, seat))
        assert isinstance(outcome, Applied)
        live = outcome.live
        world.clock.pass_ms(-jump if live.version % 2 else jump)
        await world.service.idle()
    assert (await world.load(live.id)).version == live.version
    assert live.public().strikes == (0, 0)


async def test_a_turn_that_ended_in_a_jump_ends_once(world: World) -> None:
    live = await world.match(clock=LIVE)
    world.clock.pass_ms(HOUR)
    await world.service.idle()
    once = await world.load(live.id)
    assert once.version == 1
    world.clock.pass_ms(-HOUR)
    await world.service.idle()
    assert (await world.load(live.id)).version == 1, "going back takes nothing back"
    outcome = await world.act(
        once, once.public().to_act[0], sensible(once, once.public().to_act[0])
    )
    assert isinstance(outcome, Applied)
