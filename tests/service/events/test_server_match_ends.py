"""A team match of two servers through deletions, purges, restarts and two processes."""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from engine.clocks.clock import MINUTE
from engine.service import GuildId
from engine.service.events.outcome_types import EventChanged, NewsKind
from engine.service.events.types import EventState, Verdict
from engine.service.operations.guilds import KEPT_MS
from engine.store.schema import event_invitations, event_matches, events, metadata, server_results
from tests.service.events.contest import AWAY, GUILD, Contest, contest, member
from tests.service.events.hall import NO_EVENT, changed
from tests.service.events.test_restarts import quiet, step
from tests.service.world import Hands, sqlite_url


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Contest]:
    async with contest(sqlite_url(tmp_path)) as one:
        yield one


def everything(connection: Connection) -> str:
    """Every cell of every table."""
    return str([connection.execute(select(one)).all() for one in metadata.sorted_tables])


async def purged(opened: Contest, guild: GuildId) -> None:
    absences = opened.world.service.absences
    await absences.left(guild, removed=True)
    opened.world.clock.now += KEPT_MS
    assert await absences.purge(guild)
    await opened.world.service.idle()


@pytest.mark.slow
@pytest.mark.parametrize(("gone", "team"), [(GUILD, 1), (AWAY, 2)])
async def test_a_server_that_is_purged_forfeits_and_leaves_no_trace(
    opened: Contest, gone: GuildId, team: int
) -> None:
    event = await opened.begun()
    await opened.play(event.pairings[0])
    await purged(opened, gone)
    event = await opened.event()
    assert event.state is EventState.FINISHED
    assert [one.verdict for one in event.pairings] == [Verdict.PLAYED, Verdict.FORFEIT]
    winner = event.pairings[1].winner
    assert winner is not None
    assert next(one.team for one in event.entries if one.user_id == winner) == 3 - team
    [stays] = event.homes
    assert stays.guild == (AWAY if gone == GUILD else GUILD)
    name = ("Lisbon", "Porto")[team - 1]
    other = ("Lisbon", "Porto")[2 - team]
    assert event.plan.name == other
    cells = await opened.world.service._store.read(everything)
    assert name not in cells
    assert re.findall(rf"\b{gone}\b", cells) == []
    seen = event.seen_in(stays.guild)
    assert sum(one.user_id > 0 for one in seen.entries) == 2
    assert [one.guild for one in await opened.world.service.events.outdated()] == [stays.guild]


@pytest.mark.parametrize("gone", [GUILD, AWAY])
async def test_before_the_start_a_purge_calls_the_match_off(opened: Contest, gone: GuildId) -> None:
    await opened.agreed()
    await opened.fill(2)
    await purged(opened, gone)
    assert (await opened.event()).state is EventState.CANCELLED


@pytest.mark.slow
async def test_after_both_servers_are_purged_nothing_of_the_match_is_left(opened: Contest) -> None:
    await opened.begun()
    await opened.finish()
    for gone in (GUILD, AWAY):
        await purged(opened, gone)

    def left(connection: Connection) -> list[object]:
        tables = (events, server_results)
        return [row for one in tables for row in connection.execute(select(one))]

    assert await opened.world.service._store.read(left) == []


async def test_an_invitation_goes_with_its_server(opened: Contest) -> None:
    await opened.open()
    await opened.code()
    await purged(opened, GUILD)
    assert await opened.world.service.server_matches.of_guild(GUILD) == ()


async def test_a_match_rests_until_both_servers_are_there(opened: Contest) -> None:
    await opened.agreed()
    absences = opened.world.service.absences
    for guild in (GUILD, AWAY):
        await absences.left(guild, removed=False)
    await absences.returned(GUILD)
    start = (await opened.event()).plan.starts_ms
    await opened.jump(start - opened.world.clock.now)
    assert (await opened.event()).state is EventState.ANNOUNCED
    await absences.returned(AWAY)
    await opened.world.service.idle()
    event = await opened.event()
    assert event.plan.starts_ms >= opened.world.clock.now + 15 * MINUTE


@pytest.mark.slow
async def test_a_deleted_player_is_former_in_both_servers(opened: Contest) -> None:
    await opened.agreed(side=2)
    for one in (1, 2):
        await opened.show_names(member(1, one), member(2, one))
    await opened.fill(2)
    await opened.be_here(*(member(team, one) for team in (1, 2) for one in (1, 2)))
    await opened.start()
    event = await opened.finish()
    gone = member(1, 1)
    assert await opened.world.service.forget(opened.world.press(), gone.user_id)
    after = await opened.event()
    assert after.team_points == event.team_points
    for seen in after.homes:
        assert [one.name for one in seen.entries].count("Former player") == 1
        assert all(one.user_id != gone.user_id for one in seen.entries)
    cells = await opened.world.service._store.read(everything)
    assert re.findall(rf"\b{gone.user_id}\b", cells) == []
    assert "Player 1@account" not in cells


async def test_a_player_who_leaves_for_good_while_playing_forfeits(opened: Contest) -> None:
    event = await opened.begun()
    gone = member(2, 1)
    assert await opened.world.service.forget(opened.world.press(), gone.user_id)
    await opened.world.service.idle()
    after = await opened.event()
    assert after.state is EventState.RUNNING
    assert [one.verdict for one in after.pairings] == [Verdict.FORFEIT, None]
    assert event.pairings[0].matches == after.pairings[0].matches


@pytest.mark.slow
async def test_a_match_survives_a_restart_after_every_commit(tmp_path: Path) -> None:
    url, clock, steps, last_id = sqlite_url(tmp_path), Hands(), 0, 1000
    event_id, state = NO_EVENT, EventState.ANNOUNCED
    while state not in (EventState.FINISHED, EventState.CANCELLED):
        async with contest(url, clock=clock, last_id=last_id) as opened:
            await quiet(opened)
            opened.id = event_id
            if not event_id:
                await opened.open()
                event_id = opened.id = changed(await opened.accept(await opened.code())).id
                await opened.fill(2)
            elif not await step(opened):
                await move_on(opened)
            state = (await opened.event()).state
            last_id = opened.world.last_id
            steps += 1
            assert steps < 100
    async with contest(url, clock=clock, last_id=last_id) as opened:
        opened.id = event_id
        assert state is EventState.FINISHED
        home, away = await opened.seen()
        assert (home.guild, away.guild) == (GUILD, AWAY)
        assert [one.verdict for one in home.pairings] == [Verdict.PLAYED] * 2
        results = await opened.world.service._store.read(
            lambda c: len(c.execute(select(server_results)).all())
        )
        assert results == 2


async def move_on(opened: Contest) -> None:
    """Do what people do next: check in, play a match, or let time pass."""
    event = await opened.event()
    if event.state is EventState.CHECK_IN:
        for team, number in ((1, 1), (2, 1), (1, 2), (2, 2)):
            user = member(team, number).user_id
            await opened.world.service.events.check_in(opened.world.press(), opened.id, user)
    playing = opened.playing(event)
    if playing:
        live = await opened.world.load(playing[0].matches[0])
        await opened.world.play(live, lambda now: now.is_over)
    clock = opened.world.clock
    clock.now += 1_000 if event.state is EventState.RUNNING else 15 * MINUTE


async def test_upkeep_deletes_invitations_that_have_expired(opened: Contest) -> None:
    await opened.open()
    await opened.code()
    opened.world.clock.now += 59 * MINUTE
    await opened.code(starts_ms=opened.in_ms(2 * MINUTE))
    opened.world.clock.now += MINUTE
    await opened.world.service._upkeep.look()
    kept = await opened.world.service._store.read(
        lambda c: len(c.execute(select(event_invitations)).all())
    )
    assert kept == 1


@pytest.mark.postgres
async def test_two_processes_accept_once_and_pair_once(url: str) -> None:
    clock = Hands()
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(contest(url, clock=clock))
        other = await stack.enter_async_context(contest(url, clock=clock, last_id=500_000))
        both = (one, other)
        await one.open()
        told = await one.code(side=2)
        answers = await asyncio.gather(*(each.accept(told) for each in both))
        [event] = [each.event for each in answers if isinstance(each, EventChanged)]
        one.id = other.id = event.id
        await one.fill(2)
        await one.be_here(*(member(team, each) for team in (1, 2) for each in (1, 2)))
        clock.pass_ms(event.plan.starts_ms - clock.now)
        for _ in range(3):
            await asyncio.gather(*(each.world.service.idle() for each in both))
        running = await one.event()
        assert running.state is EventState.RUNNING
        for index, pairing in enumerate(running.pairings):
            await both[index % 2].play(pairing)
        for _ in range(3):
            clock.pass_ms(MINUTE)
            await asyncio.gather(*(each.world.service.idle() for each in both))
        assert (await one.event()).state is EventState.FINISHED

        def counted(connection: Connection) -> tuple[int, int]:
            matches, results = (
                len(connection.execute(select(each)).all())
                for each in (event_matches, server_results)
            )
            return matches, results

        assert await one.world.service._store.read(counted) == (2, 2)
        told_once = Counter(news.kind for each in both for news in each.news)
        assert told_once[NewsKind.FINISHED] == 1
        assert told_once[NewsKind.BOARDS_OPEN] == 1
