"""The deals of a server against chance: which rounds count, and how old an answer may be."""

from engine.game.replay import watched
from engine.service.commands import Dependencies
from engine.service.matches.deals import CACHED_S, DealRecords
from engine.service.people import GuildId
from tests.service.world import GUILD, World, existing


async def test_the_rounds_of_ended_matches_are_compared(world: World) -> None:
    service = world.service
    live = await world.match()
    live = await world.play(live, lambda now: len(now.public().played) == 1)
    records = DealRecords(Dependencies(service._store))
    assert await records.statistics(GUILD) is None, "a match in play does not count"
    live = await world.play(live, lambda now: now.is_over)
    record = existing(await service.record(live.id))
    found = existing(await DealRecords(Dependencies(service._store)).statistics(GUILD))
    first = [watched(record).of(number, 0)[0] for number in range(1, len(record.deals) + 1)]
    assert found.deals == len(first)
    suits = [0] * 4
    for frame in first:
        suits[frame.table.discards[-1] // 13] += 1
    assert list(found.upcard_suits.observed) == suits
    assert await records.statistics(GuildId(GUILD + 1)) is None, "another server's do not count"


async def test_an_answer_is_asked_for_again_after_ten_minutes(world: World) -> None:
    now = 0.0
    records = DealRecords(Dependencies(world.service._store), clock=lambda: now)
    assert await records.statistics(GUILD) is None
    await world.play(await world.match(), lambda live: live.is_over)
    assert await records.statistics(GUILD) is None
    now = CACHED_S + 1
    assert await records.statistics(GUILD) is not None
