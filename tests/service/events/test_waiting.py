"""The waiting list of a full event: who gets a place, and when."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.clocks import HOUR, MINUTE
from engine.events.kinds import ARENA, SWISS, TEAMS
from engine.events.plan import EventKind
from engine.service import UserId
from engine.service.events.organizer_actions import PutBack, Remove, Replace
from engine.service.events.outcomes import EventCode, NewsKind
from engine.service.events.types import EntryState, Event, EventState
from tests.seeds import seeds
from tests.service.events.hall import HOST, Hall, changed, code, hall, person
from tests.service.world import GUILD, sqlite_url

HELD = (EntryState.ENTERED, EntryState.HERE, EntryState.PAUSED)
WAITS = (EntryState.WAITING, EntryState.STANDBY)
CHECK_IN_MS = 46 * MINUTE


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(sqlite_url(tmp_path)) as one:
        yield one


def waiting(event: Event) -> list[int]:
    return [one.user_id - person(0).user_id for one in event.waiting]


def state(event: Event, number: int) -> EntryState:
    return state_of(event, person(number).user_id)


def state_of(event: Event, user: UserId) -> EntryState:
    entry = event.entry_of(user)
    assert entry is not None
    return entry.state


def moved(opened: Hall) -> list[UserId]:
    return [user for one in opened.news if one.kind is NewsKind.PLACE for user in one.users]


async def full(opened: Hall, most: int = 2, more: int = 3, kind: EventKind = SWISS) -> Event:
    await opened.announced(kind, most=most)
    for number in range(1, most + more + 1):
        changed(await opened.enter(number))
    return await opened.event()


async def test_whoever_enters_a_full_event_waits(opened: Hall) -> None:
    event = await full(opened)
    assert waiting(event) == [3, 4, 5]
    assert [one.queue for one in event.entries] == [None, None, 1, 2, 3]
    assert code(await opened.enter(4)) is EventCode.ALREADY_WAITING
    assert moved(opened) == []


async def test_the_first_one_moves_up_when_somebody_leaves_or_is_removed(opened: Hall) -> None:
    await full(opened)
    changed(await opened.withdraw(1))
    event = changed(await opened.organize(Remove(person(2).user_id)))
    assert waiting(event) == [5]
    assert (state(event, 3), state(event, 4)) == (EntryState.ENTERED, EntryState.ENTERED)
    await opened.world.service.idle()
    assert moved(opened) == [person(3).user_id, person(4).user_id]


async def test_whoever_comes_back_waits_behind_the_others(opened: Hall) -> None:
    await full(opened)
    changed(await opened.withdraw(3))
    assert waiting(changed(await opened.withdraw(1))) == [5]
    changed(await opened.enter(1))
    assert waiting(changed(await opened.enter(3))) == [5, 1, 3]


async def test_a_ban_is_passed_over(opened: Hall) -> None:
    await full(opened)
    bans = opened.world.service.bans
    await bans.ban(opened.world.press(), GUILD, HOST.user_id, person(3), days=None, reason="")
    event = changed(await opened.withdraw(1))
    assert waiting(event) == [3, 5]


@pytest.mark.slow
async def test_places_of_those_who_did_not_check_in_go_to_those_who_did(opened: Hall) -> None:
    await full(opened, most=4, more=3)
    await opened.jump(CHECK_IN_MS)
    for number in (1, 2, 5, 7):
        changed(await opened.check_in(number))
    assert code(await opened.check_in(5)) is EventCode.ALREADY_IN
    event = changed(await opened.enter(8))
    assert waiting(event) == [5, 6, 7, 8]
    assert [state(event, one) for one in (5, 6, 7, 8)] == [
        EntryState.STANDBY,
        EntryState.WAITING,
        EntryState.STANDBY,
        EntryState.STANDBY,
    ]
    await opened.jump(14 * MINUTE)
    event = await opened.event()
    assert event.state is EventState.RUNNING
    assert {one.user_id for one in event.standings} == {person(n).user_id for n in (1, 2, 5, 7)}
    assert moved(opened) == [person(5).user_id, person(7).user_id]
    assert waiting(event) == [6, 8]


async def test_whoever_moves_up_during_the_check_in_is_here_only_if_they_said_so(
    opened: Hall,
) -> None:
    await full(opened, most=2, more=2)
    await opened.jump(CHECK_IN_MS)
    changed(await opened.check_in(4))
    event = changed(await opened.withdraw(1))
    assert state(event, 3) is EntryState.ENTERED
    event = changed(await opened.withdraw(2))
    assert state(event, 4) is EntryState.HERE


async def test_nobody_is_told_of_a_place_in_an_event_that_is_called_off(opened: Hall) -> None:
    await full(opened, most=2, more=2)
    await opened.jump(CHECK_IN_MS)
    changed(await opened.check_in(4))
    await opened.jump(14 * MINUTE)
    assert (await opened.event()).state is EventState.CANCELLED
    assert moved(opened) == []


async def test_after_the_start_there_is_no_waiting(opened: Hall) -> None:
    await opened.started(ARENA, 4, most=4, minutes=30)
    assert code(await opened.enter(5)) is EventCode.FULL
    changed(await opened.withdraw(1))
    assert state(changed(await opened.enter(5)), 5) is EntryState.HERE
    assert code(await opened.enter(1)) is EventCode.FULL
    assert code(await opened.organize(PutBack(person(1).user_id))) is EventCode.FULL


@pytest.mark.slow
async def test_whoever_is_left_waiting_can_enter_late(opened: Hall) -> None:
    await full(opened, most=4, more=1)
    await opened.jump(CHECK_IN_MS)
    for number in range(1, 6):
        changed(await opened.check_in(number))
    await opened.jump(14 * MINUTE)
    assert code(await opened.check_in(5)) is EventCode.FULL
    changed(await opened.withdraw(1))
    assert state(changed(await opened.check_in(5)), 5) is EntryState.HERE
    assert not (await opened.event()).waiting


async def test_organizers_can_let_somebody_who_waits_take_over(opened: Hall) -> None:
    await full(opened, most=2, more=2)
    event = changed(await opened.organize(Replace(person(1).user_id, person(3))))
    assert {one.user_id for one in event.entries} == {person(n).user_id for n in (2, 3, 4)}
    assert waiting(event) == [4]
    assert (
        code(await opened.organize(Replace(person(3).user_id, person(2)))) is EventCode.ALREADY_IN
    )
    changed(await opened.organize(Remove(person(2).user_id)))
    put_back = await opened.organize(PutBack(person(2).user_id))
    assert code(put_back) is EventCode.FULL
    assert (
        code(await opened.organize(Replace(person(2).user_id, person(2)))) is EventCode.ALREADY_IN
    )
    replaced = await opened.organize(Replace(person(2).user_id, person(9)))
    assert code(replaced) is EventCode.FULL


async def test_each_team_has_a_list_of_its_own(opened: Hall) -> None:
    await opened.announced(TEAMS, boards=4, side=2)
    for number in range(1, 9):
        press = opened.world.press()
        team = 1 if number % 2 else 2
        changed(await opened.events.enter(press, opened.id, person(number), team))
    event = changed(await opened.withdraw(2))
    assert [(one.team, one.queue) for one in event.waiting] == [(1, 1), (1, 2), (2, 1)]
    assert waiting(event) == [5, 7, 8]
    assert state(event, 6) is EntryState.ENTERED


async def something(opened: Hall, chance: random.Random) -> None:
    """One of nine people, or the organizer, does something that may be refused."""
    number = chance.randrange(1, 10)
    user = person(number).user_id
    match chance.randrange(8):
        case 0:
            await opened.withdraw(number)
        case 1:
            await opened.organize(Remove(user))
        case 2:
            await opened.organize(PutBack(user))
        case 3:
            await opened.organize(Replace(user, person(chance.randrange(1, 12))))
        case 4:
            await opened.check_in(number)
        case _:
            await opened.enter(number)


def check(event: Event, before: Event) -> None:
    """Places are never overfilled, nobody waits while there is one, and the list moves in order."""
    teams = (1, 2) if event.plan.kind is TEAMS else (1,)
    places = event.plan.side if event.plan.kind is TEAMS else event.plan.most
    for team in teams:
        mine = [one for one in event.entries if one.team == team]
        held = sum(one.state in HELD for one in mine)
        queue = [one.user_id for one in event.waiting if one.team == team]
        assert held <= places
        assert not queue or held == places
        assert [one.queue for one in event.waiting if one.team == team] == [
            *range(1, len(queue) + 1)
        ]
        old = [one.user_id for one in before.waiting if one.team == team]
        still = [user for user in old if user in queue]
        assert queue[: len(still)] == still, "nobody is overtaken"
    assert all((one.queue is None) is (one.state not in WAITS) for one in event.entries)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [SWISS, TEAMS])
@pytest.mark.parametrize("seed", seeds(3))
async def test_nobody_waits_while_there_is_a_place(
    tmp_path: Path, kind: EventKind, seed: int
) -> None:
    chance = random.Random(f"{kind}:{seed}")
    async with hall(sqlite_url(tmp_path)) as opened:
        starts = opened.in_ms(30 * HOUR)
        event = await opened.announced(kind, most=3, starts_ms=starts, boards=4)
        for step in range(80):
            if step == 40:
                await opened.jump(starts - MINUTE - opened.world.clock.now)
            before = event
            await something(opened, chance)
            event = await opened.event()
            check(event, before)
        assert event.state is EventState.CHECK_IN
        standby = [one.user_id for one in event.waiting if one.state is EntryState.STANDBY]
        absent = sum(one.state is EntryState.ENTERED for one in event.entries)
        await opened.jump(MINUTE)
        event = await opened.event()
        if kind is SWISS and event.state is EventState.RUNNING:
            now_here = [user for user in standby if state_of(event, user) is EntryState.HERE]
            assert now_here == standby[: len(now_here)]
            assert len(now_here) == min(absent, len(standby))
