"""Leagues and round robins by correspondence: all at once, a season, up and down."""

import pytest

from engine.clocks import DAILY, DAY, HOUR, LIVE
from engine.events.kinds import LEAGUE, ROUND_ROBIN
from engine.service.events.organizer_actions import PutBack
from engine.service.events.outcomes import EventCode
from engine.service.events.types import EntryState, Event, EventId, EventState, Verdict
from tests.service.events.hall import Hall, changed, code, loser_by_number, person
from tests.service.world import existing


async def next_season(opened: Hall) -> Event:
    listed = await opened.world.service.events.of_guild(opened.guild)
    [event] = [one for one in listed.current if one.id != opened.id]
    opened.id = event.id
    return event


@pytest.mark.slow
async def test_a_season_ends_early_when_all_is_played_and_the_next_is_announced(
    opened: Hall,
) -> None:
    start = opened.world.clock.now + 3 * DAY
    event = await opened.started(
        LEAGUE, 10, clock=DAILY, division=5, starts_ms=start, name="Masters"
    )
    assert {one.division for one in event.entries} == {1, 2}
    assert len(opened.playing(event)) == 20, "everybody plays everybody in the division, at once"
    top = {one.user_id for one in event.entries if one.division == 1}
    for one in opened.playing(event):
        await opened.resign(loser_by_number(one), one)
    event = await opened.wait(61_000)
    assert event.state is EventState.FINISHED
    places = {(one.division, one.place): one.user_id for one in event.standings}
    up, down = {places[2, 1], places[2, 2]}, {places[1, 4], places[1, 5]}
    following = await next_season(opened)
    assert (following.season, following.series, following.plan.name) == (2, event.id, "Masters")
    assert following.plan.starts_ms == start + 31 * DAY, "a month later, at the same time"
    assert [one.state for one in following.entries] == [EntryState.ENTERED] * 10
    changed(await opened.enter(11))
    await opened.jump(following.plan.starts_ms - DAY - opened.world.clock.now)
    for number in range(1, 12):
        await opened.check_in(number)
    await opened.jump(DAY)
    event = await opened.event()
    assert event.state is EventState.RUNNING
    assert len({one.user_id for one in event.entries if one.division == 1}) == 6
    now_top = {one.user_id for one in event.entries if one.division == 1}
    assert (top - down) | up <= now_top
    newest = existing(event.entry_of(person(11).user_id))
    assert newest.division == 2, "new players begin at the bottom"
    [honour] = await opened.world.service.events.honours_of(places[1, 1])
    assert honour.place == 1
    assert await opened.world.service.events.honours_of(places[2, 1]) == ()


@pytest.mark.slow
async def test_what_is_not_played_by_the_end_of_the_season_is_a_draw(opened: Hall) -> None:
    event = await opened.started(LEAGUE, 4, clock=DAILY, starts_ms=opened.in_ms(2 * DAY))
    first, *others = opened.playing(event)
    await opened.resign(loser_by_number(first), first)
    for one in others:
        await opened.begin(one)
    opened.world.clock.now = existing(event.ends_ms)
    await opened.world.service.idle()
    event = await opened.event()
    assert event.state is EventState.FINISHED
    assert [one.verdict for one in event.pairings].count(Verdict.ABANDONED) == 5
    assert sorted(one.half_points for one in event.standings) == [2, 3, 3, 5]


async def test_by_correspondence_the_first_deadline_forfeits(opened: Hall) -> None:
    event = await opened.started(ROUND_ROBIN, 3, clock=DAILY, starts_ms=opened.in_ms(2 * DAY))
    assert len(opened.playing(event)) == 3
    for one in opened.playing(event):
        await opened.begin(one, only=person(1).user_id)
    await opened.jump(DAY + HOUR)
    event = await opened.event()
    absent = [one for one in event.entries if one.no_shows]
    assert absent
    assert all(one.verdict is Verdict.FORFEIT for one in event.pairings if one.winner)


async def test_a_league_is_by_correspondence_and_takes_nobody_late(opened: Hall) -> None:
    assert code(await opened.ask(LEAGUE, clock=LIVE)) is EventCode.BAD_PLAN
    await opened.started(LEAGUE, 4, clock=DAILY, starts_ms=opened.in_ms(2 * DAY))
    assert code(await opened.enter(9)) is EventCode.TOO_LATE
    assert code(await opened.organize(PutBack(person(9).user_id))) is EventCode.NOT_IN
    assert opened.id != EventId(0)
