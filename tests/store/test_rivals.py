"""What two processes ask of one database at once is decided once: a case for each such query."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import select

from engine import daily
from engine.clocks import DAY, HOUR
from engine.events.kinds import KNOCKOUT, SWISS
from engine.game.actions import Pass, Resign
from engine.game.presets import PRESETS
from engine.service import (
    Applied,
    GuildConfig,
    GuildId,
    LobbyCode,
    LobbyOutcome,
    LobbyRefused,
    MatchCommand,
    Repeated,
    Stale,
    jobs,
)
from engine.service.daily import AskDay, DayRefused
from engine.service.daily.days import WorkedOut
from engine.service.events.outcomes import EventChanged, NewsKind
from engine.service.events.types import EntryState
from engine.service.exercises.answering import AnswerOutcome
from engine.service.exercises.attempts import Series
from engine.service.people import MessageId
from engine.service.rewards import coins
from engine.service.trainer.races import RaceStart
from engine.store.schema import ratings
from engine.trainer.puzzle import Track
from tests import prepared
from tests.keys import fresh
from tests.seeds import times
from tests.service.events.hall import Hall, changed, person
from tests.service.two_servers import AWAY, be_found, open_servers
from tests.service.two_servers import seek as seek_across
from tests.service.world import (
    ANN,
    BOB,
    CEE,
    CHANNEL,
    DAN,
    GUILD,
    Hands,
    World,
    open_world,
    sensible,
)
from tests.worlds.answering import answered

TIMES = times(3)
Pair = tuple[World, World]


@pytest.fixture
async def pair(shared: str) -> AsyncIterator[Pair]:
    """The services of two processes, whose clocks go together."""
    clock = Hands()
    one = await open_world(shared, clock=clock, seed="one")
    other = await open_world(shared, clock=clock, seed="other", last_id=500_000)
    yield one, other
    for world in (one, other):
        await world.service.close()


def names(outcomes: Iterable[LobbyOutcome]) -> list[str]:
    return sorted(type(one).__name__ for one in outcomes)


async def test_a_press_is_played_once(pair: Pair) -> None:
    one, other = pair
    live = await one.match()
    for number in range(TIMES):
        seat = live.public().to_act[0]
        user = live.player(seat).user_id
        assert user is not None
        press = MatchCommand(one.press(), live.id, user, sensible(live, seat), live.revision(seat))
        again = replace(press, interaction=other.press())
        outcomes = await asyncio.gather(
            one.service.act(press), other.service.act(press), other.service.act(again)
        )
        assert all(isinstance(outcome, Applied | Repeated | Stale) for outcome in outcomes)
        [applied] = [outcome for outcome in outcomes if isinstance(outcome, Applied)]
        live = applied.live
        assert live.version == number + 1


async def test_a_deadline_fires_once(pair: Pair) -> None:
    one, other = pair
    live = await one.match()
    one.clock.pass_ms(DAY)
    await asyncio.gather(one.service.idle(), other.service.idle())
    assert (await one.load(live.id)).version == 1


async def test_a_lease_is_given_once(pair: Pair) -> None:
    asked = [
        world.service._repeat(lambda tx: jobs.once(tx, "daily", "2026-11-01"), lane)
        for lane in range(4)
        for world in pair
    ]
    assert sum(await asyncio.gather(*asked)) == 1


async def test_work_is_claimed_once(pair: Pair) -> None:
    for key in ("1", "2"):
        claims = [partial(jobs.claim, name="work", key=key, holder=holder) for holder in ("a", "b")]
        asked = [world.service._repeat(claim) for world, claim in zip(pair, claims, strict=True)]
        assert sorted(await asyncio.gather(*asked)) == [False, True]


async def test_a_server_is_welcomed_once(pair: Pair) -> None:
    both = [world.service.welcomes for world in pair]
    for guild in map(GuildId, range(1, 1 + TIMES)):
        # The first joining inserts a row, the second one changes it.
        for joined_ms in (5, 6):
            noticed = await asyncio.gather(*(own.joined(guild, joined_ms) for own in both))
            assert sorted(noticed) == [False, True]
            assert sorted(await asyncio.gather(*(own.claim(guild) for own in both))) == [
                False,
                True,
            ]
        assert not any([await own.joined(guild, 4) for own in both]), "an older joining is over"


async def test_two_who_search_in_one_channel_find_each_other(pair: Pair) -> None:
    one, other = pair
    await one.service.set_guild_config(fresh(), GUILD, ANN.user_id, GuildConfig())
    here = frozenset({CHANNEL})
    for _ in range(TIMES):
        outcomes = await asyncio.gather(
            one.service.find(one.offer(ANN), None, here),
            other.service.find(other.offer(BOB), None, here),
        )
        assert names(outcomes) == ["LobbyOpened", "Started"]
        one.clock.pass_ms(HOUR)


async def test_two_who_search_on_two_servers_find_each_other(pair: Pair) -> None:
    one, other = pair
    await open_servers(one, GUILD, AWAY)
    await be_found(one, ANN, BOB)
    for _ in range(TIMES):
        outcomes = await asyncio.gather(seek_across(one, ANN, GUILD), seek_across(other, BOB, AWAY))
        assert names(outcomes) == ["LobbyOpened", "Started"]
        one.clock.pass_ms(HOUR)


async def test_whoever_waits_is_found_once(pair: Pair) -> None:
    one, other = pair
    await open_servers(one, GUILD, AWAY)
    await be_found(one, ANN, BOB, CEE, DAN)
    for number in range(1, 1 + TIMES):
        await seek_across(one, ANN, GUILD)
        outcomes = await asyncio.gather(
            *(seek_across(*who, AWAY) for who in ((one, BOB), (other, CEE), (other, DAN)))
        )
        # One meets Ann; of the others, who are on one server, one waits and the other comes.
        assert names(outcomes) == ["LobbyOpened", "Started", "Started"]
        assert len(await one.service.live_matches_of(ANN.user_id)) == number
        one.clock.pass_ms(HOUR)


async def test_whoever_presses_twice_searches_once(pair: Pair) -> None:
    one, other = pair
    await open_servers(one, GUILD, AWAY)
    await be_found(one, ANN, BOB, CEE)
    await one.service.blocks.block(fresh(), BOB.user_id, CEE.user_id)
    for person_ in (BOB, CEE):
        await seek_across(one, person_, AWAY)
    outcomes = await asyncio.gather(seek_across(one, ANN, GUILD), seek_across(other, ANN, GUILD))
    assert names(outcomes) == ["LobbyRefused", "Started"]
    assert {one.code for one in outcomes if isinstance(one, LobbyRefused)} == {LobbyCode.JUST_MET}
    assert len(await one.service.live_matches_of(ANN.user_id)) == 1


async def test_the_last_seat_is_taken_once(pair: Pair) -> None:
    one, other = pair
    for _ in range(TIMES):
        lobby = await one.opened(ANN)
        outcomes = await asyncio.gather(
            one.service.join(one.press(), lobby, BOB), other.service.join(other.press(), lobby, CEE)
        )
        assert names(outcomes) == ["LobbyRefused", "Started"]
        one.clock.pass_ms(HOUR)


async def test_two_results_of_one_player_are_both_counted(pair: Pair) -> None:
    one, other = pair
    for _ in range(TIMES):
        lives = [await one.match(ANN, rival, rated=True) for rival in (BOB, CEE)]
        for world, live in zip(pair, lives, strict=True):
            await world.act(await world.load(live.id), live.public().to_act[0], Pass())
        ends = [
            MatchCommand(world.press(), live.id, ANN.user_id, Resign())
            for world, live in zip(pair, lives, strict=True)
        ]
        outcomes = await asyncio.gather(one.service.act(ends[0]), other.service.act(ends[1]))
        assert all(isinstance(outcome, Applied) for outcome in outcomes)
        one.clock.pass_ms(HOUR)
    mine = select(ratings.c.games).where(ratings.c.user_id == ANN.user_id)
    games = await one.service._store.read(lambda c: c.execute(mine).scalars().all())
    assert set(games) == {2 * TIMES}


async def test_a_match_is_shared_under_one_name(pair: Pair) -> None:
    one, other = pair
    rules = replace(PRESETS["single"], target=10)
    live = await one.play(await one.match(rules=rules), lambda now: now.is_over)
    found = await asyncio.gather(
        one.service.shares.share(one.press(), live.id, ANN.user_id),
        other.service.shares.share(other.press(), live.id, BOB.user_id),
    )
    assert found[0] == found[1] is not None
    assert await other.service.shares.unshare(other.press(), live.id, BOB.user_id)
    assert await one.service.shares.match_of(str(found[0])) is None


async def test_a_coin_is_spent_once(pair: Pair) -> None:
    one, other = pair
    assert await one.service._repeat(lambda tx: coins.pay(tx, CEE.user_id, "day:1", 150))
    keys = ["felt:walnut", "back:sunburst", "title:early_bird", "title:night_owl"]
    await asyncio.gather(
        *(world.service.coins.buy(fresh(), CEE, key) for key in keys for world in pair)
    )
    account = await other.service.coins.account(CEE.user_id, lines=50)
    assert account.balance == sum(line.amount for line in account.lines) >= 0
    assert 0 < len(account.owned) < len(keys)
    assert await other.service.coins.wrong() == ()


async def test_a_day_is_turned_and_played_once(pair: Pair) -> None:
    one, other = pair
    for world in pair:
        world.service.daily.think = prepared.day
    assert any(await asyncio.gather(*(world.service.daily.prepare() for world in pair)))
    asked = [
        world.service.daily.play(AskDay(world.press(), GUILD, CHANNEL, ANN))
        for world in pair
        for _ in range(2)
    ]
    outcomes = await asyncio.gather(*asked)
    assert sum(isinstance(each, DayRefused) for each in outcomes) == 3
    today = daily.day_of(one.clock.now)
    one.clock.pass_ms(2 * DAY)
    revealed = await asyncio.gather(*(world.service.daily.close_ended() for world in pair))
    assert sorted(day for days in revealed for day in days) == [today, daily.later(today)]
    assert await other.service.coins.wrong() == ()


async def test_whoever_dies_while_a_day_is_worked_out_is_followed_by_another(pair: Pair) -> None:
    one, other = pair
    begun = asyncio.Event()

    async def for_ever(*_: object) -> WorkedOut:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    one.service.daily.think, other.service.daily.think = for_ever, prepared.day
    dying = asyncio.create_task(one.service.daily.prepare())
    await begun.wait()
    assert not await other.service.daily.prepare(), "the work is somebody's"
    dying.cancel()
    await asyncio.gather(dying, return_exceptions=True)
    one.clock.pass_ms(jobs.HOLD_MS - 1)
    assert not await other.service.daily.prepare()
    one.clock.pass_ms(1)
    assert await other.service.daily.prepare(), "nobody has it any more"
    assert await one.service.daily.prepare(), "it is done for all"
    looks = [await world.service.daily.look(ANN.user_id) for world in pair]
    assert looks[0] == looks[1] is not None


async def test_a_puzzle_is_answered_once(pair: Pair) -> None:
    for world in pair:
        await prepared.fill(world.service)
    for number in range(1, 1 + TIMES):
        asked = await pair[0].service.trainer.next(ANN.user_id, Track.DISCARD)
        assert asked is not None
        codes = await asyncio.gather(
            *(
                answered(world.service, Series.TRAINER, asked.key, ANN, choice)
                for choice, world in enumerate(pair)
            )
        )
        assert sorted(codes) == [AnswerOutcome.ALREADY, AnswerOutcome.TAKEN]
        for world in pair:
            assert (await world.service.trainer.standing(ANN.user_id)).answered == number


async def test_one_race_at_a_time_and_each_answer_counts_once(pair: Pair) -> None:
    for world in pair:
        await prepared.fill(world.service)
    for _ in range(TIMES):
        one, other = (world.service.races for world in pair)
        starts = await asyncio.gather(*(races.start(fresh(), GUILD, ANN) for races in (one, other)))
        assert sorted(starts) == [RaceStart.RUNNING, RaceStart.STARTED]
        race = await one.running(ANN.user_id)
        assert race is not None
        given = await asyncio.gather(
            *(answered(world.service, Series.RACE, race.race, ANN, 0) for world in pair)
        )
        assert sorted(given) == [AnswerOutcome.ALREADY, AnswerOutcome.TAKEN]
        after = await other.state(ANN.user_id, race.race)
        assert after is not None
        assert len(after.attempt.results) == 1
        assert await other.stop(fresh(), ANN.user_id, race.race)


@pytest.fixture
def halls(pair: Pair) -> tuple[Hall, Hall]:
    """One event, seen by both processes."""
    found = Hall(pair[0]), Hall(pair[1])
    for opened in found:
        opened.world.service.bus.subscribe(EventChanged, opened.listen)
    return found


async def test_a_place_in_an_event_is_given_once(halls: tuple[Hall, Hall]) -> None:
    """All leave and enter at once in both; a place has one holder, and each is told once."""
    one, other = halls
    other.id = (await one.announced(SWISS, most=4)).id
    await asyncio.gather(*(halls[number % 2].enter(number) for number in range(1, 13)))
    event = await one.event()
    assert [each.queue for each in event.waiting] == [*range(1, 9)]
    held = [each for each in event.entries if each.state is EntryState.ENTERED]
    first = [each.user_id for each in event.waiting][:4]
    assert len(held) == 4
    numbers = [each.user_id - person(0).user_id for each in held]
    await asyncio.gather(*(halls[n % 2].withdraw(number) for n, number in enumerate(numbers)))
    event = await other.event()
    now = [each.user_id for each in event.entries if each.state is EntryState.ENTERED]
    assert sorted(now) == sorted(first)
    for each in halls:
        await each.world.service.idle()
    told = [
        user
        for each in halls
        for news in each.news
        if news.kind is NewsKind.PLACE
        for user in news.users
    ]
    assert sorted(told) == sorted(first)


async def test_news_of_an_event_are_taken_once(halls: tuple[Hall, Hall]) -> None:
    one, other = halls
    event = await one.announced(KNOCKOUT)
    other.id = event.id
    changed(await one.enter(1))
    await one.events.shown(event.id, (await one.event()).version, MessageId(77))
    await one.jump(45 * 60_000)
    for _ in range(TIMES):
        asked = (each.events.claim_news(event.id) for each in (one, other, one, other))
        found = await asyncio.gather(*asked)
        assert sum(each is not None for each in found) == 1
        one.world.clock.pass_ms(60_000)
