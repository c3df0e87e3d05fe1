"""The wall clock is set while Gin runs, or the host sleeps: nothing breaks, no turn ends twice.

``pass_ms`` lets time pass, ``set_ms`` sets the clock on the wall and lets none pass.
"""

from collections.abc import Callable

import pytest

from engine.clocks import DAY, HOUR, LIVE, SECOND, ClockRules
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, scheduler
from engine.service.scheduler import GAP_S
from tests.service.world import CEE, DAN, Hands, World, existing, first_deadline, sensible
from tests.waiting import until

BY_THE_DAY = ClockRules("by_the_day", DAY)


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 20 * SECOND, -20 * SECOND])
@pytest.mark.parametrize("moved", [Hands.pass_ms, Hands.set_ms])
async def test_play_goes_on_after_a_jump(
    world: World, jump: int, moved: Callable[[Hands, int], None]
) -> None:
    live = await world.match(clock=BY_THE_DAY)
    due = first_deadline(live)
    moved(world.clock, jump)
    await world.service.idle()
    assert first_deadline(await world.load(live.id)) == due, "deadlines are moments, not durations"
    for _ in range(6):
        seat = live.public().to_act[0]
        live = await world.did(live, seat, sensible(live, seat))
        moved(world.clock, -jump if live.version % 2 else jump)
        await world.service.idle()
    assert (await world.load(live.id)).version == live.version
    assert live.public().strikes == (0, 0)


async def test_a_turn_that_ended_in_a_jump_ends_once(world: World) -> None:
    live = await world.match(clock=LIVE)
    await world.pass_ms(HOUR)
    once = await world.load(live.id)
    assert once.version == 1
    world.clock.set_ms(-HOUR)
    await world.service.idle()
    assert (await world.load(live.id)).version == 1, "going back takes nothing back"
    outcome = await world.act(
        once, once.public().to_act[0], sensible(once, once.public().to_act[0])
    )
    assert isinstance(outcome, Applied)


async def test_a_clock_set_ahead_and_back_again_gives_and_takes_nothing(world: World) -> None:
    """Longer than a look at the timers: there grace was given, and it stays (nobody loses by it).

    Shorter than that: nobody noticed, and nothing has changed.
    """
    live = await world.match(clock=LIVE)
    due = existing(first_deadline(live))
    await world.service.idle()
    world.clock.set_ms(HOUR)
    world.clock.set_ms(-HOUR)
    await world.service.idle()
    assert first_deadline(await world.load(live.id)) == due
    world.clock.set_ms(HOUR)
    await world.service.idle()
    world.clock.set_ms(-HOUR)
    await world.service.idle()
    after = await world.load(live.id)
    assert after.version == 0
    deadline = existing(first_deadline(after))
    assert deadline >= due
    outcome = await world.did(after, after.public().to_act[0], sensible(after, first(after)))
    deadline = existing(first_deadline(outcome))
    assert deadline <= world.clock.now + HOUR + world.service.time_settings.grace_ms


async def test_a_turn_that_was_over_before_the_clock_was_set_back_is_still_over_once(
    world: World,
) -> None:
    live = await world.match(clock=LIVE)
    world.clock.pass_ms(HOUR)
    world.clock.set_ms(-2 * HOUR)
    await world.service.idle()
    assert (await world.load(live.id)).version == 0, "by the wall it is not over yet"
    world.clock.set_ms(2 * HOUR)
    await world.service.idle()
    after = await world.load(live.id)
    assert after.version == 0, "and being set right again it is a clock that was set ahead"
    assert first_deadline(after) == world.clock.now + world.service.time_settings.grace_ms
    await world.pass_ms(world.service.time_settings.grace_ms)
    assert (await world.load(live.id)).version == 1
    await world.service.idle()
    assert (await world.load(live.id)).version == 1


@pytest.mark.slow
@pytest.mark.parametrize("ahead", [2 * GAP_S, 3600])
async def test_a_clock_that_is_set_between_two_looks_at_the_timers_takes_no_turn_away(
    world: World, ahead: float
) -> None:
    """The watch sleeps, the clock is set, and a press elsewhere wakes it within its 5 s."""
    assert scheduler.POLL_S == 5
    live, other = await world.match(clock=LIVE), await world.match(CEE, DAN, clock=LIVE)
    due = existing(first_deadline(live))
    await world.service.idle()
    world.clock.pass_ms(due - world.clock.now - int(GAP_S * 1000))
    await world.turn(other)
    await until(lambda: world.service._deadlines._asleep_until_ms > world.clock.now)
    world.clock.set_ms(int(ahead * 1000))
    assert world.clock.now > due
    await world.turn(await world.load(other.id))
    world.service._deadlines.wake(0)
    await until(lambda: world.service._deadlines._ahead_ms == world.clock.ahead)
    after = await world.load(live.id)
    assert after.version == 0
    assert first_deadline(after) == world.clock.now + world.service.time_settings.grace_ms


async def test_a_clock_that_is_set_by_less_than_half_a_minute_takes_no_more_than_that(
    world: World,
) -> None:
    live = await world.match(clock=LIVE)
    due = existing(first_deadline(live))
    await world.service.idle()
    world.clock.set_ms(int(GAP_S * 1000) - 1)
    await world.pass_ms(due - world.clock.now - 1)
    assert (await world.load(live.id)).version == 0
    await world.pass_ms(1)
    assert (await world.load(live.id)).version == 1


def first(live: LiveMatch) -> Seat:
    return live.public().to_act[0]
