"""An event goes on after a stop between any two of its steps, and none is done twice."""

from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select

from engine.events.kinds import ARENA, FIELD, KNOCKOUT, ROUND_ROBIN, SWISS, TEAMS
from engine.events.plan import EventKind
from engine.game.actions import Resign
from engine.service import MatchCommand
from engine.service.events.types import Event, EventState, PairingState
from engine.service.live import stored_of
from engine.service.scheduler import EVENT_KINDS, Timer, TimerKind
from engine.store.schema import event_matches, event_pairings, matches, timers
from tests.service.events.hall import Hall, hall, loser_by_number
from tests.service.world import Hands, sqlite_url


async def step(opened: Hall) -> bool:
    """Fire the one timer that is due first, and nothing else; ``False`` without any."""
    service = opened.world.service
    due = await service._store.read(
        lambda c: c.execute(
            select(timers)
            .where(timers.c.due_ms <= opened.world.clock.now, timers.c.kind.in_(EVENT_KINDS))
            .order_by(timers.c.due_ms, timers.c.kind, timers.c.slot)
            .limit(1)
        ).one_or_none()
    )
    if due is None:
        return False
    timer = Timer(TimerKind(due.kind), due.ref_id, due.slot, due.fence, due.due_ms)
    await service.events.fire(timer)
    await service.events.fire(timer)  # by another process, a moment later
    await service._announcer.drained()
    return True


async def quiet(opened: Hall) -> None:
    """Stop the watch over the timers, so that only the test fires them."""
    await opened.world.service._deadlines.close()


def counted(connection: Connection) -> tuple[int, int, int]:
    """The number of pairings, of their matches, and of all matches."""
    return (
        connection.execute(select(func.count()).select_from(event_pairings)).scalar_one(),
        connection.execute(select(func.count()).select_from(event_matches)).scalar_one(),
        connection.execute(select(func.count()).select_from(matches)).scalar_one(),
    )


async def resigned(opened: Hall, event: Event) -> None:
    for one in opened.playing(event):
        live = await opened.world.load(one.matches[-1])
        while stored_of(live).match.may_abort:
            live = await opened.world.turn(live)
        resigns = MatchCommand(opened.world.press(), live.id, loser_by_number(one), Resign())
        await opened.world.service.act(resigns)


@pytest.mark.parametrize(
    ("kind", "count", "more"),
    [
        (KNOCKOUT, 4, {"best_of": 3}),
        pytest.param(SWISS, 5, {"rounds": 2}, marks=pytest.mark.slow),
        pytest.param(ROUND_ROBIN, 3, {}, marks=pytest.mark.slow),
        pytest.param(ARENA, 3, {"minutes": 30}, marks=pytest.mark.slow),
        (FIELD, 5, {"rounds": 2, "boards": 4}),
        (TEAMS, 4, {"boards": 4}),
    ],
)
async def test_an_event_survives_a_restart_after_every_commit(
    tmp_path: Path, kind: EventKind, count: int, more: dict[str, object]
) -> None:
    url, clock, steps = sqlite_url(tmp_path), Hands(), 0
    event_id, last_id = None, 1000
    state = EventState.ANNOUNCED
    while state not in (EventState.FINISHED, EventState.CANCELLED):
        async with hall(url, clock=clock, last_id=last_id) as opened:
            await quiet(opened)
            if event_id is None:
                event_id = (await opened.announced_only(kind, **more)).id
                opened.id = event_id
                await opened.enter_all(*range(1, count + 1))
            opened.id = event_id
            if not await step(opened):
                event = await opened.event()
                if event.state is EventState.CHECK_IN:
                    for number in range(1, count + 1):
                        await opened.check_in(number)
                await resigned(opened, event)
                clock.pass_ms(61_000 if event.state is EventState.RUNNING else 15 * 60_000)
            state = (await opened.event()).state
            last_id = opened.world.last_id
            steps += 1
            assert steps < 400
    async with hall(url, clock=clock, last_id=last_id) as opened:
        assert event_id is not None
        opened.id = event_id
        event = await opened.event()
        assert event.state is EventState.FINISHED
        assert all(one.state is PairingState.DONE for one in event.pairings)
        pairings, of_pairings, all_matches = await opened.world.service._store.read(counted)
        assert of_pairings == all_matches
        assert pairings == len(event.pairings)
        once = Counter((one.round, one.first) for one in event.pairings)
        assert kind is ARENA or max(once.values()) == 1
        assert all(len(one.matches) == sum(one.won) for one in event.pairings if one.matches)
        assert event.revealed == (event.round if kind.is_duplicate else 0)
        assert event.standings[0].place == 1
