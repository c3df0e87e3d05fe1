"""An arena: people come and go, and are paired as long as it lasts."""

import pytest

from engine.clocks import DAILY, MINUTE
from engine.events.kinds import ARENA
from engine.game.actions import Abort
from engine.service import Applied, MatchCommand
from engine.service.events.outcomes import EventCode
from engine.service.events.types import EntryState, EventState, PairingState, Verdict
from tests.service.events.hall import Hall, changed, code, loser_by_number, person
from tests.service.world import existing


@pytest.mark.slow
async def test_whoever_is_free_is_paired_at_once_and_not_with_the_last_opponent(
    opened: Hall,
) -> None:
    event = await opened.started(ARENA, 4, minutes=30)
    assert event.ends_ms == event.plan.starts_ms + 30 * MINUTE
    first, second = opened.playing(event)
    await opened.resign(loser_by_number(first), first)
    assert len(opened.playing(await opened.event())) == 1, "the two have just met, and wait"
    await opened.resign(loser_by_number(second), second)
    event = await opened.event()
    again = opened.playing(event)
    assert len(again) == 2
    met = [{one.first, one.second} for one in (first, second)]
    assert all({one.first, one.second} not in met for one in again)
    best = event.standings[0]
    assert (best.half_points, best.streak) == (2, 1)


async def test_two_who_wait_for_a_minute_meet_again(opened: Hall) -> None:
    first, _ = opened.playing(await opened.started(ARENA, 4, minutes=30))
    await opened.resign(loser_by_number(first), first)
    assert len(opened.playing(await opened.event())) == 1
    assert len(opened.playing(await opened.wait(90_000))) == 2


@pytest.mark.slow
async def test_the_only_two_meet_again_at_once(opened: Hall) -> None:
    event = await opened.started(ARENA, 2, minutes=30)
    for _ in range(4):
        [playing] = opened.playing(await opened.event())
        await opened.resign(person(2).user_id, playing)
    event = await opened.event()
    # 2 + 2, then double.
    assert [one.half_points for one in event.standings] == [12, 0]
    dealt = [one.first for one in event.pairings]
    assert dealt[:4] == [dealt[0], dealt[1]] * 2
    assert len(set(dealt[:2])) == 2, "they deal by turns"


async def test_running_matches_count_for_ten_more_minutes(opened: Hall) -> None:
    event = await opened.started(ARENA, 4, minutes=30)
    early, late = opened.playing(event)
    for one in (early, late):  # both have begun, so that nobody is a no-show
        await opened.begin(one)
    await opened.jump(30 * MINUTE - 30_000)
    early, late = opened.playing(await opened.event())
    await opened.jump(60_000)
    assert (await opened.event()).state is EventState.RUNNING
    await opened.resign(loser_by_number(early), early)
    event = await opened.event()
    assert not [one for one in event.pairings if one.state is PairingState.WAITING]
    assert event.state is EventState.RUNNING, "one still plays"
    await opened.jump(10 * MINUTE)
    event = await opened.event()
    assert event.state is EventState.FINISHED
    last = {one.number: one for one in event.pairings}[late.number]
    assert (last.verdict, last.winner) == (Verdict.ABANDONED, None)
    assert sum(one.half_points for one in event.standings) == 2
    assert not (await opened.world.load(late.matches[0])).is_over, "it goes on as any match"


@pytest.mark.slow
async def test_leaving_and_coming_back(opened: Hall) -> None:
    event = await opened.started(ARENA, 2, minutes=30)
    [playing] = opened.playing(event)
    changed(await opened.withdraw(2))
    assert (await opened.event()).pairing_of(person(2).user_id) == playing, "it is played on"
    await opened.resign(person(1).user_id, playing)
    event = await opened.event()
    assert event.pairings[-1].winner == person(2).user_id
    assert not opened.playing(event)
    late = changed(await opened.enter(3))
    await opened.world.service.idle()
    assert len(opened.playing(await opened.event())) == 1
    assert late.entry_of(person(3).user_id).seed == 3  # type: ignore[union-attr]
    changed(await opened.enter(2))
    assert code(await opened.enter(2)) is EventCode.ALREADY_IN


@pytest.mark.slow
async def test_a_pause_takes_out_of_the_pairing(opened: Hall) -> None:
    event = await opened.started(ARENA, 3, minutes=30)
    [playing] = opened.playing(event)
    waiting = next(one for one in event.entries if event.pairing_of(one.user_id) is None)
    number = waiting.user_id - person(0).user_id
    changed(await opened.pause(number, True))
    await opened.resign(loser_by_number(playing), playing)
    [playing] = opened.playing(await opened.event())
    assert waiting.user_id not in (playing.first, playing.second), "the other two are alone"
    changed(await opened.pause(number, False))
    await opened.resign(loser_by_number(playing), playing)
    event = await opened.event()
    [playing] = opened.playing(event)
    assert waiting.user_id in (playing.first, playing.second)
    assert code(await opened.pause(9, True)) is EventCode.NOT_IN


async def test_an_abandoned_match_scores_nothing_and_pauses(opened: Hall) -> None:
    event = await opened.started(ARENA, 2, minutes=30)
    [playing] = opened.playing(event)
    command = MatchCommand(opened.world.press(), playing.matches[0], playing.first, Abort(), None)
    assert isinstance(await opened.world.service.act(command), Applied)
    await opened.world.service.idle()
    event = await opened.event()
    assert (event.pairings[0].verdict, event.pairings[0].winner) == (
        Verdict.FORFEIT,
        playing.second,
    )
    assert existing(event.entry_of(playing.first)).state is EntryState.PAUSED


async def test_an_arena_is_live(opened: Hall) -> None:
    assert code(await opened.ask(ARENA, clock=DAILY)) is EventCode.BAD_PLAN
