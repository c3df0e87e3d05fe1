"""Work done once across processes, and months that are closed by one of them."""

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from engine.clocks import DAY, MINUTE
from engine.game.presets import PRESETS
from engine.service import jobs
from engine.service.commands import Dependencies
from engine.service.standings import LeaderboardMetric
from engine.service.standings.seasons import Champion, Seasons, ended_season, season_board
from tests.service.world import ANN, BOB, GUILD, World

QUICK = replace(PRESETS["standard"], target=10)


async def test_once_is_once_and_keys_only_grow(world: World) -> None:
    service = world.service
    asked = ("2026-11-01", "2026-11-01", "2026-11-02", "2026-11-01")
    done = [await service._repeat(partial(jobs.once, name="daily", key=key)) for key in asked]
    assert done == [True, False, True, False]
    assert await service._read(lambda tx: jobs.done_key(tx, "daily")) == "2026-11-02"
    assert await service._read(lambda tx: jobs.done_key(tx, "other")) == ""


async def test_a_claim_is_held_until_it_is_finished_or_too_old(world: World) -> None:
    service = world.service
    began = world.clock.now

    async def claim(holder: str, after: int) -> bool:
        world.clock.now = began + after
        return await service._repeat(lambda tx: jobs.claim(tx, "work", "1", holder, 100))

    assert [await claim("a", 0), await claim("b", 50), await claim("a", 90)] == [True, False, True]
    assert [await claim("b", 190), await claim("a", 200)] == [True, False]
    assert not await service._repeat(lambda tx: jobs.finish(tx, "work", "1", "a"))
    assert await service._repeat(lambda tx: jobs.finish(tx, "work", "1", "b"))
    assert not await claim("a", 10_000)


def test_the_month_before() -> None:
    january = 1_767_225_600_000  # 2026-01-01 00:00 UTC
    assert ended_season(january + 4 * MINUTE) == "2025-11", "the last matches are still stored"
    assert ended_season(january + 6 * MINUTE) == "2025-12"
    assert ended_season(january + 40 * DAY) == "2026-01"


def test_a_season_board_is_read_from_settings() -> None:
    assert season_board("points") == (LeaderboardMetric.POINTS, "any")
    assert season_board("standard.live") == (LeaderboardMetric.RATING, "standard.live")
    assert season_board("something new") == (LeaderboardMetric.WON, "any")


@pytest.mark.slow
async def test_a_month_is_closed_once_and_its_places_stay(world: World) -> None:
    await world.play(await world.match(rules=QUICK), lambda now: now.is_over)
    month = world.service.seasons.last(1)[0]
    while world.service.seasons.ended != month:
        world.clock.pass_ms(DAY)
    other = Seasons(Dependencies(world.service._store, world.clock))
    both = await asyncio.gather(world.service.seasons.close_ended(), other.close_ended())
    assert sorted(both) == [False, True]
    places = await world.service.seasons.places(GUILD, month, LeaderboardMetric.WON)
    assert len(places) == 1
    assert places[0].place == 1
    assert places[0].user_id in (ANN.user_id, BOB.user_id)
    assert await world.service.seasons.closed() == month
    champion = Champion(places[0].user_id, 77, month)
    await world.service.seasons.crown(GUILD, champion)
    await world.service.seasons.crown(GUILD, champion)
    assert await world.service.seasons.champions(GUILD) == (champion,)
    assert await world.service.forget(world.press(), places[0].user_id)
    kept = await world.service.seasons.places(GUILD, month, LeaderboardMetric.WON)
    assert [one.user_id for one in kept] == [0], "the place stays, the person does not"
    assert await world.service.seasons.champions(GUILD) == ()
