"""The hand of the week: one at a time, one answer a member, until it is closed."""

import asyncio

import pytest

from engine.clocks import DAY
from engine.service import ChannelId, GuildId, MessageId, Person
from engine.service.exercises.answering import AnswerOutcome
from engine.service.exercises.attempts import Series
from engine.service.trainer.weekly import NEVER, OPEN_MS, RETENTION_MS, WeeklyHand
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, CHANNEL, GUILD, World, existing, open_world
from tests.worlds.answering import answered
from tests.worlds.engines import SHARED, database
from tests.worlds.put_up import POSITION, SOLUTION, hand_to_post

OTHER = GuildId(GUILD + 1)


async def post(world: World, guild: GuildId = GUILD) -> int:
    ask = hand_to_post(fresh(), guild, CHANNEL, ANN.user_id)
    return await world.service.weekly.post(ask)


async def answer(world: World, hand: int, person: Person, choice: int) -> AnswerOutcome:
    return await answered(world.service, Series.WEEK, hand, person, choice)


async def now(world: World, hand: int) -> WeeklyHand:
    return existing(await world.service.weekly.hand(hand))


async def test_a_server_has_one_at_a_time(world: World) -> None:
    first = await post(world)
    assert first
    assert await post(world) == 0
    assert await post(world, OTHER)
    found = existing(await world.service.weekly.open_hand(GUILD))
    assert (found.id, found.position, found.solution) == (first, POSITION, SOLUTION)
    assert await world.service.weekly.close(world.press(), first)
    assert not await world.service.weekly.close(world.press(), first)
    assert await world.service.weekly.open_hand(GUILD) is None
    assert await post(world)


async def test_the_first_answer_of_each_member_counts(world: World) -> None:
    hand = await post(world)
    assert await answer(world, hand, BOB, 1) is AnswerOutcome.TAKEN
    assert await answer(world, hand, BOB, 0) is AnswerOutcome.ALREADY
    assert await answer(world, hand, CEE, 0) is AnswerOutcome.TAKEN
    assert await answer(world, hand, ANN, 2) is AnswerOutcome.GONE
    assert await answer(world, hand + 1, ANN, 0) is AnswerOutcome.GONE
    found = await now(world, hand)
    assert (found.counts, found.answered, found.version) == ((1, 1), 2, 2)
    assert await world.service.weekly.answer_of(hand, BOB.user_id) == 1
    assert await world.service.weekly.answer_of(hand, ANN.user_id) is None


async def test_after_its_time_nothing_counts(world: World) -> None:
    hand = await post(world)
    world.clock.pass_ms(OPEN_MS - 1)
    assert await answer(world, hand, BOB, 1) is AnswerOutcome.TAKEN
    world.clock.pass_ms(1)
    assert await answer(world, hand, CEE, 1) is AnswerOutcome.OVER
    assert not (await now(world, hand)).is_closed, "nobody has looked yet"
    again = await post(world)
    assert again, "what is overdue makes room"
    assert (await now(world, hand)).is_closed
    world.clock.pass_ms(OPEN_MS)
    await world.service.weekly.tend()
    assert (await now(world, again)).is_closed
    world.clock.pass_ms(RETENTION_MS + DAY)
    await world.service.weekly.tend()
    assert await world.service.weekly.hand(hand) is None


async def test_once_it_is_closed_and_the_solution_public_nothing_counts(world: World) -> None:
    hand = await post(world)
    assert await answer(world, hand, BOB, 1) is AnswerOutcome.TAKEN
    assert await world.service.weekly.close(world.press(), hand)
    before = await now(world, hand)
    assert await answer(world, hand, CEE, 0) is AnswerOutcome.OVER
    assert await answer(world, hand, BOB, 0) is AnswerOutcome.ALREADY
    assert await now(world, hand) == before
    assert await world.service.weekly.answer_of(hand, CEE.user_id) is None


async def test_who_is_banned_does_not_answer(world: World) -> None:
    hand = await post(world)
    await world.service.bans.ban(world.press(), GUILD, ANN.user_id, BOB, days=3, reason="x")
    assert await answer(world, hand, BOB, 0) is AnswerOutcome.BANNED


async def test_a_message_is_outdated_until_it_shows_the_newest_version(world: World) -> None:
    weekly, hand = world.service.weekly, await post(world)
    assert [one.id for one in await weekly.outdated()] == [hand]
    await weekly.shown(hand, 0, ChannelId(CHANNEL), MessageId(5))
    assert await weekly.outdated() == ()
    await answer(world, hand, BOB, 0)
    (found,) = await weekly.outdated()
    assert (found.message, found.version) == (MessageId(5), 1)
    await weekly.shown(hand, NEVER, ChannelId(CHANNEL), None)
    assert (await now(world, hand)).message is None


async def test_who_deletes_their_data_is_not_counted(world: World) -> None:
    hand = await post(world)
    await answer(world, hand, BOB, 1)
    exported = await world.service.export_of(BOB.user_id)
    assert [row["choice"] for row in exported["exercise_answers"]] == [1]  # type: ignore[attr-defined]
    assert await world.service.forget(world.press(), BOB.user_id)
    assert (await now(world, hand)).answered == 0


@pytest.mark.parametrize("engine", SHARED)
async def test_of_two_processes_one_posts_and_each_answer_counts_once(
    request: pytest.FixtureRequest, engine: str
) -> None:
    async with database(engine, request) as url:
        worlds = [await open_world(url) for _ in range(2)]
        try:
            posted = await asyncio.gather(*map(post, worlds))
            assert sorted(map(bool, posted)) == [False, True]
            hand = max(posted)
            said = await asyncio.gather(*(answer(one, hand, BOB, 1) for one in worlds))
            assert sorted(said) == [AnswerOutcome.ALREADY, AnswerOutcome.TAKEN]
            assert (await now(worlds[0], hand)).counts == (0, 1)
        finally:
            for one in worlds:
                await one.service.close()
