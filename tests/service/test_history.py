"""Ended matches of a person: in order, by pages, by opponent and rules."""

import pytest

from engine.game.actions import Resign
from engine.game.seats import Seat
from engine.service import Finished, LiveMatch, MatchId, Person
from tests.service.world import ANN, BOB, CEE, World


async def ended(world: World, other: Person, preset: str = "standard") -> LiveMatch:
    live = await world.match(ANN, other, preset=preset)
    await world.act(live, Seat.ONE, Resign())
    return await world.load(live.id)


@pytest.mark.slow
async def test_pages_go_both_ways_without_gaps(world: World) -> None:
    made = [(await ended(world, BOB)).id for _ in range(7)]
    made.reverse()
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
