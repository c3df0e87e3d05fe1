"""Finding an opponent: whoever fits and has waited longest, and nobody else."""

import asyncio
from typing import Any

import pytest

from engine.clocks import DAILY, LIVE
from engine.game.presets import PRESETS
from engine.service import (
    ChannelId,
    GuildId,
    LiveMatch,
    LobbyCode,
    LobbyOpened,
    LobbyOutcome,
    LobbyRefused,
    LobbyStatus,
    Person,
    Started,
    UserId,
)
from engine.service.lobbies.commands import JUST_NOW_MS
from engine.standings.rating import pool_of
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, CHANNEL, DAN, GUILD, World

OTHER = ChannelId(801)
HERE = frozenset({CHANNEL})
SINGLE = PRESETS["single"]
POOL = pool_of(SINGLE, DAILY)


def over(live: LiveMatch) -> bool:
    return live.is_over


async def seek(
    world: World,
    person: Person,
    window: int | None = None,
    sees: frozenset[ChannelId] = HERE,
    **more: object,
) -> LobbyOutcome:
    return await world.service.find(world.offer(person, **more), window, sees)  # type: ignore[arg-type]


def met(outcome: LobbyOutcome) -> list[str]:
    assert isinstance(outcome, Started), outcome
    return [player.name for player in outcome.live.players]


async def test_the_first_waits_and_the_second_joins(world: World) -> None:
    first = await seek(world, ANN)
    assert isinstance(first, LobbyOpened)
    second = await seek(world, BOB)
    assert met(second) == ["Ann", "Bob"]
    assert isinstance(second, Started)
    assert second.lobby is not None
    assert second.lobby.id == first.lobby.id
    assert second.lobby.status is LobbyStatus.STARTED


async def test_whoever_has_waited_longest_is_met_first(world: World) -> None:
    for person in (ANN, BOB):
        await world.opened(person)
        world.clock.pass_ms(1000)
    assert met(await seek(world, CEE)) == ["Ann", "Cee"]
    assert met(await seek(world, DAN)) == ["Bob", "Dan"]


@pytest.mark.parametrize(
    "other",
    [
        {"rules": PRESETS["oklahoma"], "preset": "oklahoma"},
        {"clock": LIVE},
        {"rated": True},
        {"guild": GuildId(701)},
        {"rules": PRESETS["three_handed"], "seats": 3, "max_seats": 3},
    ],
)
async def test_only_the_same_game_on_the_same_server_fits(
    world: World, other: dict[str, object]
) -> None:
    await world.opened(ANN, **other)
    assert isinstance(await seek(world, BOB), LobbyOpened)


async def test_a_challenge_to_somebody_else_is_not_taken(world: World) -> None:
    await world.opened(ANN, CEE)
    assert isinstance(await seek(world, BOB), LobbyOpened)


async def test_a_table_in_a_channel_that_one_does_not_see_is_not_found(world: World) -> None:
    await world.opened(ANN, channel=OTHER)
    assert isinstance(await seek(world, BOB), LobbyOpened)
    assert met(await seek(world, CEE, sees=frozenset({OTHER}))) == ["Ann", "Cee"]


async def test_two_who_have_blocked_each_other_never_meet(world: World) -> None:
    await world.service.blocks.block(fresh(), ANN.user_id, BOB.user_id)
    await world.opened(ANN)
    assert isinstance(await seek(world, BOB), LobbyOpened)
    assert met(await seek(world, CEE)) == ["Ann", "Cee"]


async def test_nobody_waits_twice_for_the_same(world: World) -> None:
    await seek(world, ANN)
    again = await seek(world, ANN)
    assert isinstance(again, LobbyRefused)
    assert again.code is LobbyCode.ALREADY_OPEN
    assert isinstance(await seek(world, ANN, clock=LIVE), LobbyOpened)


async def strong_and_weak(world: World) -> tuple[Person, Person, int]:
    """Return two people, and by how much their ratings differ after a match."""
    await world.play(await world.match(ANN, CEE, rules=SINGLE, rated=True), over)
    rated = {
        one: round((await world.service.ratings.of(one.user_id, POOL, GUILD)).value)
        for one in (ANN, CEE)
    }
    weak, strong = sorted(rated, key=rated.__getitem__)
    assert rated[strong] - rated[weak] > 10, rated
    return strong, weak, rated[strong] - rated[weak]


@pytest.mark.slow
async def test_ratings_are_close_for_both(world: World) -> None:
    strong, weak, apart = await strong_and_weak(world)
    near = await seek(world, strong, window=apart - 1)
    assert isinstance(near, LobbyOpened)
    low, high = near.lobby.ratings or (0, 0)
    assert high - low == 2 * (apart - 1)
    assert isinstance(await seek(world, weak), LobbyOpened), "too far from the other's rating"
    met_by = await seek(world, BOB, window=apart)
    assert isinstance(met_by, Started)


@pytest.mark.slow
async def test_whoever_asks_for_close_ratings_does_not_sit_down_with_others(world: World) -> None:
    strong, weak, apart = await strong_and_weak(world)
    await world.opened(strong)
    assert isinstance(await seek(world, weak, window=apart - 1), LobbyOpened)


async def test_the_same_press_again_finds_the_same(world: World) -> None:
    await world.opened(ANN)
    ask = world.offer(BOB)
    twice = [await world.service.find(ask, None, HERE) for _ in range(2)]
    assert met(twice[0]) == met(twice[1]) == ["Ann", "Bob"]
    assert len(await world.service.live_matches_of(BOB.user_id)) == 1


async def test_many_at_once_are_all_paired(world: World) -> None:
    people = [Person(UserId(100 + n), f"P{n}") for n in range(20)]
    outcomes = await asyncio.gather(*(seek(world, one) for one in people))
    assert sum(isinstance(one, Started) for one in outcomes) == 10
    assert await world.service.open_tables_in(GUILD) == ()


async def test_a_second_search_right_after_a_match_has_begun_finds_nobody_else(
    world: World,
) -> None:
    await seek(world, BOB)
    assert met(await seek(world, ANN)) == ["Bob", "Ann"]
    await seek(world, CEE)
    for person in (ANN, BOB):
        again = await seek(world, person)
        assert isinstance(again, LobbyRefused)
        assert again.code is LobbyCode.JUST_MET
    assert len(await world.service.live_matches_of(ANN.user_id)) == 1
    world.clock.pass_ms(JUST_NOW_MS)
    assert met(await seek(world, ANN)) == ["Cee", "Ann"]


async def test_three_who_seek_a_table_for_three_share_one(world: World) -> None:
    table: dict[str, Any] = {
        "rules": PRESETS["three_handed"],
        "preset": "three_handed",
        "seats": 3,
        "max_seats": 3,
    }
    first = await seek(world, ANN, **table)
    assert isinstance(first, LobbyOpened)
    assert isinstance(await seek(world, DAN), LobbyOpened), "a table for two is another one"
    await seek(world, BOB, **table)
    second = await seek(world, BOB, **table)
    assert second == LobbyRefused(LobbyCode.ALREADY_IN, await world.service.lobby(first.lobby.id))
    again = await seek(world, ANN, **table)
    assert isinstance(again, LobbyRefused)
    assert again.code is LobbyCode.ALREADY_OPEN
    assert met(await seek(world, CEE, **table)) == ["Ann", "Bob", "Cee"]
