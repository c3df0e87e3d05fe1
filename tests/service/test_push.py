"""Browsers that want to hear of turns: whose they are, and how many."""

from collections.abc import AsyncIterator

import pytest

from engine.service import PushSubscription, UserId
from engine.service.social.notifications import MOST_BROWSERS
from tests.service.world import World, open_world
from tests.worlds.engines import ENGINES, database

ANN, BOB = UserId(11), UserId(12)


@pytest.fixture(params=ENGINES)
async def world(request: pytest.FixtureRequest) -> AsyncIterator[World]:
    async with database(request.param, request) as url:
        opened = await open_world(url)
        yield opened
        await opened.service.close()


def browser(number: int) -> PushSubscription:
    return PushSubscription(f"https://push.example.org/{number}", f"key {number}", "secret")


async def test_a_browser_is_of_one_person_at_a_time(world: World) -> None:
    push = world.service.push
    await push.subscribe(ANN, browser(1))
    await push.subscribe(ANN, browser(1))
    assert await push.of(ANN) == (browser(1),)
    await push.subscribe(BOB, browser(1))
    assert (await push.of(ANN), await push.of(BOB)) == ((), (browser(1),))
    await push.unsubscribe(ANN, browser(1).endpoint)
    assert await push.of(BOB) == (browser(1),)
    await push.leave(BOB)
    assert await push.of(BOB) == ()


async def test_the_browsers_of_long_ago_make_room(world: World) -> None:
    push = world.service.push
    await push.subscribe(BOB, browser(0))
    for number in range(1, MOST_BROWSERS + 3):
        world.clock.now += 1
        await push.subscribe(ANN, browser(number))
    kept = [browser(number) for number in range(3, MOST_BROWSERS + 3)]
    assert list(await push.of(ANN)) == kept
    assert await push.of(BOB) == (browser(0),)


async def test_the_first_key_counts(world: World) -> None:
    push = world.service.push
    assert await push.key("vapid") is None
    assert await push.keep_key("vapid", "first") == "first"
    assert await push.keep_key("vapid", "second") == "first"
    assert await push.key("vapid") == "first"
