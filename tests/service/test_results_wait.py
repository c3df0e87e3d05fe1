"""How long a result stays before the next round is dealt without being asked for."""

import pytest

from engine.clocks import DAILY, DAY, EIGHT_HOURS, HOUR, LIVE, UNTIMED, ClockRules
from engine.game.actions import Ready
from engine.game.seats import Seat
from engine.service import LiveMatch
from tests.service.world import World


async def number_after(world: World, live: LiveMatch, span: int) -> int:
    await world.pass_ms(span)
    return (await world.load(live.id)).public().number


async def test_practice_waits_for_its_player(world: World) -> None:
    live = await world.between(await world.practice())
    assert await number_after(world, live, 20 * HOUR) == 1
    assert (await world.did(live, Seat.ONE, Ready())).public().number == 2


async def test_practice_without_a_limit_waits_for_good(world: World) -> None:
    live = await world.between(await world.practice(clock=UNTIMED))
    assert world.service.deals_at(live) is None
    assert await number_after(world, live, 300 * DAY) == 1


@pytest.mark.parametrize(
    ("clock", "early", "late"),
    [
        pytest.param(DAILY, 7 * HOUR, HOUR, id="a day a turn"),
        pytest.param(EIGHT_HOURS, 2 * HOUR, HOUR, id="eight hours a turn"),
        pytest.param(UNTIMED, 7 * HOUR, HOUR, id="no limit"),
        pytest.param(LIVE, 59_000, 1_000, id="live"),
    ],
)
async def test_slow_games_give_everybody_hours_to_see_the_result(
    world: World, clock: ClockRules, early: int, late: int
) -> None:
    live = await world.between(await world.match(clock=clock))
    assert await number_after(world, live, early) == 1
    assert await number_after(world, live, late) == 2


async def test_a_slow_game_goes_on_at_once_when_both_have_seen_the_result(world: World) -> None:
    live = await world.between(await world.match(clock=DAILY))
    for seat in (Seat.ONE, Seat.TWO):
        live = await world.did(live, seat, Ready())
    assert live.public().number == 2
