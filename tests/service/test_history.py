"""Ended matches of a person: in order, by pages, by opponent and rules."""

import pytest

from engine.game.actions import Resign
from engine.game.seats import Seat
from engine.service import Finished, LiveMatch, MatchId, Person
from engine.service.people import FIRST_PAGE_KEY
from tests.service.world import ANN, BOB, CEE, World


async def ended(world: World, other: Person, preset: str = "standard") -> LiveMatch:
    live = await world.match(ANN, other, preset=preset)
    await world.act(live, Seat.ONE, Resign())
    return await world.load(live.id)


# Matches that began on a page have greater ids than chat's, in no order within a day.
IDS = (300, FIRST_PAGE_KEY + 900, 100, FIRST_PAGE_KEY + 500, 700, FIRST_PAGE_KEY + 700, 500)


@pytest.mark.slow
async def test_pages_go_both_ways_in_the_order_of_the_ends(world: World) -> None:
    made = list[MatchId]()
    for number in IDS:
        world.last_id = number
        made.insert(0, (await ended(world, BOB)).id)
        last = await world.service.last_match_of(ANN.user_id)
        assert last is not None
        assert last.id == made[0]
        await world.pass_ms(1000)
    await world.match(ANN, CEE)

    async def page(**cursor: MatchId) -> list[MatchId]:
        found = await world.service.ended_matches_of(ANN.user_id, Finished(**cursor), 3)  # type: ignore[arg-type]
        return [live.id for live in found]

    assert await page() == made[:3]
    assert await page(before=made[2]) == made[3:6]
    assert await page(before=made[5]) == made[6:]
    assert await page(after=made[6]) == made[3:6]
    assert await page(after=made[3]) == made[:3]
    assert await page(before=made[6]) == []
    assert await page(first=made[2]) == made[2:5]
    assert await page(first=MatchId(12345)) == made[:3], "a match that is gone"


async def test_only_the_wanted_matches_are_there(world: World) -> None:
    first = await ended(world, BOB)
    second = await ended(world, CEE, preset="casual")
    running = await world.match(ANN, BOB, preset="casual")
    service = world.service

    async def ids(person: Person, wanted: Finished) -> list[MatchId]:
        return [live.id for live in await service.ended_matches_of(person.user_id, wanted, 9)]

    assert await ids(ANN, Finished()) == [second.id, first.id]
    assert await ids(BOB, Finished()) == [first.id]
    assert await ids(ANN, Finished(opponent=CEE.user_id)) == [second.id]
    assert await ids(ANN, Finished(preset="standard")) == [first.id]
    assert await ids(ANN, Finished(opponent=BOB.user_id, preset="casual")) == []
    await world.act(running, Seat.TWO, Resign())
    assert await ids(BOB, Finished(preset="casual")) == [running.id]
    await service.close()
