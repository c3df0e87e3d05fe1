"""Matches without a winner, matches that cannot be read, timers that come too late."""

import pytest
from sqlalchemy import update

from engine.clocks import LIVE, MINUTE
from engine.events.kinds import ARENA, KNOCKOUT, ROUND_ROBIN, SWISS
from engine.service import Applied
from engine.service.events.organizer_actions import AwardPairing, PutBack, Replace
from engine.service.events.outcomes import EventCode
from engine.service.events.types import (
    EntryState,
    EventId,
    EventPairing,
    EventState,
    PairingState,
    Verdict,
)
from engine.service.scheduler import EVENT_KINDS, Timer, TimerKind
from engine.store import Repeatable
from engine.store.schema import matches
from tests.service.events.hall import HOST, Hall, changed, code, loser_by_number, person
from tests.service.world import GUILD, existing
from tests.worlds.events import played_out


async def cancelled(opened: Hall, pairing: EventPairing) -> None:
    """An administrator cancels the match, as with any other."""
    outcome = await opened.world.service.adjudicate(
        opened.world.press(), pairing.matches[-1], GUILD, HOST.user_id, "stuck"
    )
    assert isinstance(outcome, Applied)
    await opened.world.service.idle()


async def test_a_cancelled_match_is_a_draw_in_a_swiss(opened: Hall) -> None:
    event = await opened.started(SWISS, 2)
    [playing] = opened.playing(event)
    await cancelled(opened, playing)
    event = await opened.event()
    assert (event.pairings[0].verdict, event.pairings[0].winner) == (Verdict.ABANDONED, None)
    assert [one.half_points for one in event.standings] == [1, 1]


async def test_a_knockout_plays_again_and_at_last_the_higher_seed_goes_on(opened: Hall) -> None:
    event = await opened.started(KNOCKOUT, 2)
    for _ in range(3):
        [playing] = opened.playing(await opened.event())
        await cancelled(opened, playing)
        event = await opened.wait(61_000)
    assert len(event.pairings[0].matches) == 3
    best = min(event.entries, key=lambda one: one.seed or 0)
    assert event.pairings[0].winner == best.user_id
    assert event.state is EventState.FINISHED


async def damage(opened: Hall, match_id: int) -> None:
    own = matches.c.match_id == match_id
    await opened.world.service._store.write(
        Repeatable(lambda c: c.execute(update(matches).where(own).values(snapshot="{")))
    )


async def test_a_match_that_cannot_be_read_is_decided_by_the_organizer(opened: Hall) -> None:
    event = await opened.started(SWISS, 2)
    [playing] = opened.playing(event)
    await damage(opened, playing.matches[0])
    event = await opened.wait(6 * MINUTE)
    assert event.pairings[0].state is PairingState.PLAYING, "nobody is blamed"
    changed(await opened.organize(AwardPairing(playing.number, playing.first)))
    event = await opened.wait(61_000)
    assert event.round == 2 or event.state is EventState.FINISHED
    assert event.pairings[0].winner == playing.first


@pytest.mark.slow
async def test_a_late_timer_of_a_finished_or_missing_event_does_nothing(opened: Hall) -> None:
    await opened.started(SWISS, 4, rounds=1)
    before = await played_out(opened)
    events = opened.world.service.events
    for kind in EVENT_KINDS:
        for ref, slot in ((before.id, 0), (before.id, 1), (before.id, 99), (EventId(5), 0)):
            await events.fire(Timer(kind, ref, slot, 1, 0))
    await opened.world.service.idle()
    after = await opened.event()
    assert after.pairings == before.pairings
    assert after.state is EventState.FINISHED
    await opened.announced(SWISS, starts_ms=opened.in_ms(3_600_000))
    for kind in (TimerKind.EVENT_END, TimerKind.EVENT_STEP, TimerKind.NO_SHOW):
        await events.fire(Timer(kind, opened.id, 0, 1, 0))
    assert (await opened.event()).state is EventState.ANNOUNCED


async def test_a_start_that_comes_before_its_check_in_opens_it_instead(opened: Hall) -> None:
    event = await opened.announced(SWISS)
    starts = event.plan.starts_ms
    opened.world.clock.now = starts
    await opened.world.service.events.fire(
        Timer(TimerKind.EVENT_START, opened.id, 0, starts, starts)
    )
    event = await opened.event()
    assert event.state is EventState.CHECK_IN
    assert event.plan.starts_ms == starts + 15 * MINUTE


@pytest.mark.slow
async def test_a_live_round_robin_goes_on_without_somebody_who_left(opened: Hall) -> None:
    event = await opened.started(ROUND_ROBIN, 4)
    assert event.rounds == 3
    changed(await opened.withdraw(4))
    event = await played_out(opened)
    assert event.state is EventState.FINISHED
    lost = [one for one in event.pairings if person(4).user_id in (one.first, one.second)]
    assert [one.verdict for one in lost] == [Verdict.FORFEIT] * 3
    assert event.standings[-1].user_id == person(4).user_id
    assert event.standings[-1].lost == 3


@pytest.mark.slow
async def test_two_who_both_left_give_nobody_a_win(opened: Hall) -> None:
    event = await opened.started(ROUND_ROBIN, 4)
    first, second = opened.playing(event)
    number = first.first - person(0).user_id
    other = second.first - person(0).user_id
    changed(await opened.withdraw(number))
    changed(await opened.withdraw(other))
    event = await played_out(opened)
    met = next(
        one for one in event.pairings if {one.first, one.second} == {first.first, second.first}
    )
    assert (met.winner, met.verdict) == (None, Verdict.FORFEIT)


async def test_a_paused_player_of_an_arena_checks_in_again(opened: Hall) -> None:
    await opened.started(ARENA, 3, minutes=30)
    changed(await opened.pause(3, True))
    changed(await opened.pause(3, True))
    event = changed(await opened.check_in(3))
    assert existing(event.entry_of(person(3).user_id)).state is EntryState.HERE
    changed(await opened.withdraw(3))
    assert code(await opened.check_in(3)) is EventCode.NOT_IN
    assert code(await opened.organize(PutBack(person(8).user_id))) is EventCode.NOT_IN


async def test_somebody_banned_cannot_replace_anybody(opened: Hall) -> None:
    await opened.announced(SWISS)
    changed(await opened.enter(1))
    bans = opened.world.service.bans
    await bans.ban(opened.world.press(), GUILD, HOST.user_id, person(2), days=None, reason="")
    action = Replace(person(1).user_id, person(2))
    assert code(await opened.organize(action)) is EventCode.BANNED
    event = changed(await opened.organize(Replace(person(1).user_id, person(3))))
    assert [(one.user_id, one.state) for one in event.entries] == [
        (person(3).user_id, EntryState.ENTERED)
    ]


async def test_a_live_match_between_rounds_is_paused_for_the_organizer(opened: Hall) -> None:
    [playing] = opened.playing(await opened.started(SWISS, 3, rounds=2, clock=LIVE))
    await opened.resign(loser_by_number(playing), playing)
    assert (await opened.event()).round == 1
    assert (await opened.wait(30_000)).round == 1
    assert (await opened.wait(31_000)).round == 2
