"""Ratings and totals are what the moves of all matches give, row by row."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from engine.clocks import DAY, LIVE
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import GuildId, LiveMatch, Prefs
from engine.store import Repeatable
from tests.keys import fresh
from tests.service.recount import DERIVED, counted_again, derived
from tests.service.world import ANN, BOB, CEE, DAN, GUILD, World, open_world

QUICK = replace(PRESETS["standard"], target=10)
RULES = (
    QUICK,
    replace(PRESETS["hollywood"], hollywood_target=20),
    replace(PRESETS["mahjong"], target=100),
    replace(PRESETS["oklahoma"], target=10),
)


async def resigned(world: World, live: LiveMatch) -> LiveMatch:
    seat = live.public().to_act[0]
    return await world.did(live, seat, Resign())


async def some_months(world: World) -> None:
    """Matches of every kind: two servers, two months, teams, three, resigned ones, unrated ones."""
    await world.service.set_prefs(fresh(), ANN, Prefs(world_board=True))
    for number in range(8):
        first, second = ((ANN, BOB), (BOB, CEE), (CEE, ANN), (ANN, DAN))[number % 4]
        guild = GUILD if number % 3 else GuildId(701)
        rated = number != 5
        more = {"rated": rated, "guild": guild} | ({"clock": LIVE} if number % 2 else {})
        rules = PRESETS["standard"] if number == 6 else RULES[number % len(RULES)]
        live = await world.match(first, second, rules=rules, **more)
        if number == 6:
            over = lambda now: now.public().phase is MatchPhase.BETWEEN  # noqa: E731
            await resigned_between(world, await world.play(live, over))
        else:
            await world.play(live, lambda now: now.is_over)
        world.clock.pass_ms(6 * DAY)
    await resigned(world, await world.match(ANN, BOB, rated=True))
    awarded = await world.match(ANN, BOB, rated=True)
    await world.service.adjudicate(
        world.press(), awarded.id, GUILD, CEE.user_id, "agreed", Seat.ONE
    )
    for rules, seats in ((PRESETS["partnership_4"], 4), (PRESETS["three_handed"], 3)):
        short = replace(rules, target=10)
        lobby = await world.opened(ANN, rules=short, seats=seats, max_seats=seats, rated=True)
        for person in (BOB, CEE, DAN)[: seats - 1]:
            await world.service.join(world.press(), lobby, person)
        (live,) = await world.service.live_matches_of(ANN.user_id)
        await world.play(live, lambda now: now.is_over)
        world.clock.pass_ms(DAY)


async def resigned_between(world: World, live: LiveMatch) -> None:
    await world.act(live, Seat.TWO, Resign())


async def check(world: World) -> None:
    store = world.service._store
    live = await store.read(derived)
    assert all(live[table.name] for table in DERIVED), "nothing is tested that is empty"
    assert {row[0] for row in live["ratings"]} == {0, GUILD, 701}
    assert await store.write(Repeatable(counted_again)) == live


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    opened = await open_world(tmp_path, patience_s=60.0)
    yield opened
    await opened.service.close()


@pytest.mark.slow
async def test_rows_are_what_the_moves_give(world: World) -> None:
    await some_months(world)
    await check(world)


@pytest.mark.slow
async def test_what_was_played_against_somebody_deleted_stays(world: World) -> None:
    await some_months(world)
    before = await world.service._store.read(derived)
    assert await world.service.forget(world.press(), BOB.user_id)
    after = await world.service._store.read(derived)
    for table in DERIVED:
        if "user_id" in table.c:
            place = list(table.c.keys()).index("user_id")
            others = [row for row in before[table.name] if row[place] != BOB.user_id]
            assert after[table.name] == others
