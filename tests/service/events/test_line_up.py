"""The line-up of teams: who sets it, until when, and who meets whom by it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine.clocks.clock import MINUTE
from engine.service.events.deed_types import Replace
from engine.service.events.outcome_types import EventCode, EventOutcome
from engine.service.events.types import Event, EventKind, EventState
from tests.service.events.hall import HOST, Hall, changed, code, hall, person
from tests.service.world import GUILD, sqlite_url


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(sqlite_url(tmp_path)) as one:
        yield one


async def teams(opened: Hall, side: int = 2, count: int = 4) -> None:
    """Odd numbers play for team 1, even ones for team 2; 1 and 2 are the captains."""
    await opened.announced(EventKind.TEAMS, boards=4, side=side)
    for number in range(1, count + 1):
        press, team = opened.world.press(), 1 if number % 2 else 2
        changed(await opened.events.enter(press, opened.id, person(number), team))


async def put_first(
    opened: Hall, number: int, actor: int | None = None, *, organises: bool = False
) -> EventOutcome:
    user = HOST.user_id if actor is None else person(actor).user_id
    outcome: EventOutcome = await opened.events.put_first(
        opened.world.press(), opened.id, user, person(number).user_id, organises=organises
    )
    return outcome


def order(event: Event, team: int) -> list[int]:
    return [one.user_id - person(0).user_id for one in event.line_up(team)]


async def test_the_captain_orders_the_players_who_meet_in_this_order(opened: Hall) -> None:
    await teams(opened, 4, 8)
    event = await opened.event()
    assert (order(event, 1), order(event, 2)) == ([1, 3, 5, 7], [2, 4, 6, 8])
    for number in (5, 7, 7):
        event = changed(await put_first(opened, number, 1))
    assert order(event, 1) == [7, 5, 1, 3]
    event = changed(await put_first(opened, 8, 2))
    assert (order(event, 1), order(event, 2)) == ([7, 5, 1, 3], [8, 2, 4, 6])
    await opened.jump(46 * MINUTE)
    for number in range(1, 9):
        changed(await opened.check_in(number))
    await opened.jump(14 * MINUTE)
    event = await opened.event()
    met = [{one.first, one.second} for one in event.pairings]
    assert met == [
        {person(one).user_id, person(other).user_id}
        for one, other in ((7, 8), (5, 2), (1, 4), (3, 6))
    ]


async def test_nobody_else_orders_them(opened: Hall) -> None:
    await teams(opened, 4, 6)
    for stranger in (2, 3, 5, 9):
        assert code(await put_first(opened, 5, stranger)) is EventCode.NOT_CAPTAIN
    assert code(await put_first(opened, 9, 1)) is EventCode.NOT_IN
    assert order(changed(await put_first(opened, 5, organises=True)), 1) == [5, 1, 3]
    assert order(changed(await put_first(opened, 6, organises=True)), 2) == [6, 2, 4]
    log = await opened.world.service.audit.read(GUILD, 5, 0)
    assert [(one.deed, one.subject_id) for one in log] == [
        ("event_line_up", person(6).user_id),
        ("event_line_up", person(5).user_id),
    ]


async def test_who_has_entered_next_is_captain_after_the_first_has_left(opened: Hall) -> None:
    await teams(opened, 4, 6)
    changed(await put_first(opened, 5, 1))
    event = changed(await opened.withdraw(1))
    captain = event.captain(1)
    assert captain is not None
    assert captain.user_id == person(3).user_id
    assert code(await put_first(opened, 5, 1)) is EventCode.NOT_CAPTAIN
    assert order(changed(await put_first(opened, 3, 3)), 1) == [3, 5]


async def test_whoever_waits_or_has_left_cannot_be_put_first(opened: Hall) -> None:
    await teams(opened, 2, 5)
    assert code(await put_first(opened, 5, 1)) is EventCode.NOT_IN
    changed(await put_first(opened, 3, 1))
    event = changed(await opened.withdraw(3))
    assert order(event, 1) == [1, 5]
    assert code(await put_first(opened, 3, 1)) is EventCode.NOT_IN


async def test_whoever_joins_the_other_team_has_no_place_from_before(opened: Hall) -> None:
    await teams(opened, 4, 6)
    changed(await put_first(opened, 5, 1))
    changed(await opened.withdraw(5))
    press = opened.world.press()
    event = changed(await opened.events.enter(press, opened.id, person(5), 2))
    assert (order(event, 1), order(event, 2)) == ([1, 3], [2, 4, 5, 6])


async def test_a_substitute_has_the_same_place(opened: Hall) -> None:
    await teams(opened, 2, 4)
    changed(await put_first(opened, 3, 1))
    event = changed(await opened.manage(Replace(person(3).user_id, person(9))))
    assert order(event, 1) == [9, 1]


async def test_the_line_up_stands_when_the_match_has_begun(opened: Hall) -> None:
    event = await opened.started(EventKind.TEAMS, 4, boards=4, side=2)
    assert event.state is EventState.RUNNING
    first = event.line_up(1)
    assert code(await put_first(opened, 3, organises=True)) is EventCode.NOT_CAPTAIN
    assert (await opened.event()).line_up(1) == first


async def test_other_events_have_none(opened: Hall) -> None:
    await opened.announced(EventKind.FIELD, boards=4)
    changed(await opened.enter(1))
    assert code(await put_first(opened, 1, organises=True)) is EventCode.NO_SUCH_EVENT
