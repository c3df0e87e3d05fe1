"""Sharing a finished match: by its players, until one of them ends it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.game.presets import PRESETS
from engine.service import LiveMatch, Person, UserId
from tests.service.world import World, open_world, sqlite_url

ANN, BOB, CEE = (Person(UserId(n), name) for n, name in ((11, "Ann"), (12, "Bob"), (13, "Cee")))
QUICK = replace(PRESETS["single"], target=10)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    opened = await open_world(sqlite_url(tmp_path))
    yield opened
    await opened.service.close()


async def over(world: World) -> LiveMatch:
    live = await world.match(ANN, BOB, rules=QUICK)
    return await world.play(live, lambda now: now.is_over)


async def test_a_match_is_found_by_its_name_until_a_player_ends_that(world: World) -> None:
    live, shares = await over(world), world.service.shares
    name = await shares.share(world.press(), live.id, ANN.user_id)
    assert name is not None
    assert len(name) == 32
    assert await shares.match_of(name) == live.id
    assert await shares.share(world.press(), live.id, BOB.user_id) == name
    assert await shares.unshare(world.press(), live.id, BOB.user_id)
    assert await shares.match_of(name) is None
    again = await shares.share(world.press(), live.id, ANN.user_id)
    assert again not in (None, name), "an old link never works again"


async def test_a_repeated_press_gets_the_first_answer(world: World) -> None:
    live, shares = await over(world), world.service.shares
    press = world.press()
    name = await shares.share(press, live.id, ANN.user_id)
    assert await shares.share(press, live.id, ANN.user_id) == name
    ended = world.press()
    assert await shares.unshare(ended, live.id, ANN.user_id)
    assert await shares.unshare(ended, live.id, ANN.user_id)


@pytest.mark.slow
async def test_nobody_else_shares_and_no_match_that_goes_on(world: World) -> None:
    live, shares = await over(world), world.service.shares
    assert await shares.share(world.press(), live.id, CEE.user_id) is None
    name = await shares.share(world.press(), live.id, ANN.user_id)
    assert not await shares.unshare(world.press(), live.id, CEE.user_id)
    assert await shares.name_of(live.id) == name
    running = await world.match(ANN, BOB, rules=QUICK)
    assert await shares.share(world.press(), running.id, ANN.user_id) is None
    assert await shares.match_of("") is None


@pytest.mark.slow
async def test_deleting_oneself_ends_what_one_has_shared(world: World) -> None:
    live, shares = await over(world), world.service.shares
    name = await shares.share(world.press(), live.id, ANN.user_id)
    assert name is not None
    exported = await world.service.export_of(ANN.user_id)
    assert name in str(exported["shares"])
    assert await world.service.forget(world.press(), ANN.user_id)
    assert await shares.match_of(name) is None
