"""What the organizer does, and that each action is in the server's log."""

import pytest

from engine.clocks import DAY, HOUR, MINUTE
from engine.events.kinds import ARENA, KNOCKOUT, SWISS
from engine.game.match import EndReason
from engine.service.events.organizer_actions import (
    AwardPairing,
    CancelEvent,
    Postpone,
    PutBack,
    Remove,
    Replace,
    UndoResult,
)
from engine.service.events.outcomes import EventCode, NewsKind
from engine.service.events.types import EntryState, EventState, PairingState, Verdict
from engine.service.live import stored_of
from engine.service.standings.statistics import Profile
from tests.service.events.hall import HOST, Hall, changed, code, loser_by_number, person
from tests.service.world import GUILD, NOW, existing


async def log_of(opened: Hall) -> list[tuple[str, int | None]]:
    lines = await opened.world.service.audit_log(GUILD, 20, 0)
    assert all(one.actor_id == HOST.user_id for one in lines)
    return [(one.deed, one.subject_id) for one in reversed(lines)]


async def test_postponing_moves_check_in_and_start(opened: Hall) -> None:
    await opened.announced(SWISS)
    await opened.enter_all(1, 2)
    assert code(await opened.organize(Postpone(NOW - 1))) is EventCode.BAD_TIME
    event = changed(await opened.organize(Postpone(NOW + 3 * HOUR)))
    assert event.plan.starts_ms == NOW + 3 * HOUR
    await opened.world.service.idle()
    assert opened.news[-1].kind is NewsKind.POSTPONED
    await opened.jump(HOUR)
    assert (await opened.event()).state is EventState.ANNOUNCED
    await opened.jump(105 * MINUTE)
    assert (await opened.event()).state is EventState.CHECK_IN
    changed(await opened.organize(Postpone(NOW + 4 * HOUR)))
    await opened.check_in_all(1, 2)
    await opened.jump(15 * MINUTE)
    assert (await opened.event()).state is EventState.CHECK_IN
    await opened.jump(HOUR)
    assert (await opened.event()).state is EventState.RUNNING
    assert code(await opened.organize(Postpone(NOW + DAY))) is EventCode.TOO_LATE
    assert await log_of(opened) == [("event_postpone", opened.id)] * 2


@pytest.mark.slow
async def test_removing_and_putting_back(opened: Hall) -> None:
    event = await opened.started(SWISS, 4)
    first, second = opened.playing(event)
    assert code(await opened.organize(Remove(person(9).user_id))) is EventCode.NOT_IN
    event = changed(await opened.organize(Remove(first.first)))
    entry = existing(event.entry_of(first.first))
    assert entry.state is EntryState.REMOVED
    ended = existing(stored_of(await opened.world.load(first.matches[0])).match.outcome)
    assert ended.reason is EndReason.CANCELLED
    number = first.first - person(0).user_id
    assert code(await opened.enter(number)) is EventCode.OUT
    event = changed(await opened.organize(PutBack(first.first)))
    entry = existing(event.entry_of(first.first))
    assert entry.state is EntryState.HERE
    assert code(await opened.organize(PutBack(first.first))) is EventCode.ALREADY_IN
    await opened.resign(loser_by_number(second), second)
    event = await opened.wait(61_000)
    assert event.round == 2
    assert event.pairing_of(first.first) != first
    assert await log_of(opened) == [
        ("event_remove", first.first),
        ("event_put_back", first.first),
    ]


async def test_putting_back_somebody_who_never_checked_in(opened: Hall) -> None:
    await opened.announced(SWISS)
    await opened.enter_all(1, 2, 3)
    changed(await opened.withdraw(3))
    event = changed(await opened.organize(PutBack(person(3).user_id)))
    entry = existing(event.entry_of(person(3).user_id))
    assert entry.state is EntryState.ENTERED
    await opened.jump(45 * MINUTE)
    await opened.check_in_all(1, 2)
    await opened.jump(15 * MINUTE)
    event = changed(await opened.organize(PutBack(person(3).user_id)))
    entry = existing(event.entry_of(person(3).user_id))
    assert (entry.state, entry.joined_round, entry.seed) == (EntryState.HERE, 2, 3)


async def test_a_knockout_puts_nobody_in_who_was_not_there(opened: Hall) -> None:
    await opened.announced(KNOCKOUT)
    await opened.enter_all(1, 2, 3)
    await opened.jump(45 * MINUTE)
    await opened.check_in_all(1, 2)
    await opened.jump(15 * MINUTE)
    assert code(await opened.organize(PutBack(person(3).user_id))) is EventCode.TOO_LATE


@pytest.mark.slow
async def test_replacing_keeps_the_score_and_deals_a_new_match(opened: Hall) -> None:
    event = await opened.started(SWISS, 4)
    for one in opened.playing(event):
        await opened.resign(loser_by_number(one), one)
    event = await opened.wait(61_000)
    leader = event.standings[0]
    playing = existing(event.pairing_of(leader.user_id))
    newcomer = person(9)
    assert code(await opened.organize(Replace(person(8).user_id, newcomer))) is EventCode.NOT_IN
    other = next(one.user_id for one in event.entries if one.user_id != leader.user_id)
    known = person(other - person(0).user_id)
    assert code(await opened.organize(Replace(leader.user_id, known))) is EventCode.ALREADY_IN
    changed(await opened.organize(Replace(leader.user_id, newcomer)))
    await opened.world.service.idle()
    event = await opened.event()
    assert event.entry_of(leader.user_id) is None
    line = next(one for one in event.standings if one.user_id == newcomer.user_id)
    assert line.half_points == leader.half_points == 2
    again = existing(event.pairing_of(newcomer.user_id))
    assert (again.number, again.state, len(again.matches)) == (
        playing.number,
        PairingState.PLAYING,
        2,
    )
    assert (await opened.world.load(again.matches[0])).is_over
    live = await opened.world.load(again.matches[1])
    assert newcomer.user_id in {one.user_id for one in live.players}
    assert await log_of(opened) == [("event_replace", leader.user_id)]


@pytest.mark.slow
async def test_awarding_ends_the_running_match_without_a_rating(opened: Hall) -> None:
    event = await opened.started(SWISS, 4)
    first, second = opened.playing(event)
    assert code(await opened.organize(AwardPairing(99, None))) is EventCode.NO_SUCH_PAIRING
    assert code(await opened.organize(AwardPairing(first.number, second.first))) is EventCode.NOT_IN
    event = changed(await opened.organize(AwardPairing(first.number, first.second)))
    done = {one.number: one for one in event.pairings}[first.number]
    assert (done.winner, done.verdict) == (first.second, Verdict.AWARDED)
    live = await opened.world.load(first.matches[0])
    assert live.is_over
    assert stored_of(live).ratings is None
    profile = await opened.world.service.statistics.profile(first.first, first.first, GUILD)
    assert isinstance(profile, Profile)
    assert profile.sums is None, "nobody's record says so"
    changed(await opened.organize(AwardPairing(second.number, None)))
    event = await opened.event()
    assert [one.drawn for one in event.standings] == [0, 1, 1, 0]
    assert await log_of(opened) == [("event_award", opened.id)] * 2


async def test_a_knockout_needs_a_winner(opened: Hall) -> None:
    event = await opened.started(KNOCKOUT, 2)
    assert code(await opened.organize(AwardPairing(1, None))) is EventCode.BAD_PLAN
    assert event.state is EventState.RUNNING


@pytest.mark.slow
async def test_a_result_can_be_undone_until_the_next_round_is_paired(opened: Hall) -> None:
    event = await opened.started(SWISS, 4)
    first, second = opened.playing(event)
    assert code(await opened.organize(UndoResult(first.number))) is EventCode.NOT_YET
    for one in (first, second):
        await opened.resign(loser_by_number(one), one)
    changed(await opened.organize(UndoResult(first.number)))
    await opened.world.service.idle()
    event = await opened.wait(2 * MINUTE)
    assert event.round == 1, "the next round waits for the pairing that is played again"
    again = {one.number: one for one in event.pairings}[first.number]
    assert (again.state, again.won, len(again.matches)) == (PairingState.PLAYING, (0, 0), 2)
    await opened.resign(min(again.first, again.second or again.first), again)
    event = await opened.wait(61_000)
    assert event.round == 2
    assert {one.number: one for one in event.pairings}[first.number].winner == loser_by_number(
        first
    )
    assert code(await opened.organize(UndoResult(first.number))) is EventCode.ALREADY_PAIRED_ON
    assert (
        code(await opened.organize(AwardPairing(first.number, None))) is EventCode.ALREADY_PAIRED_ON
    )
    assert await log_of(opened) == [("event_undo", opened.id)]


async def test_undoing_a_no_show_forgives_it(opened: Hall) -> None:
    event = await opened.started(SWISS, 4)
    first, second = opened.playing(event)
    await opened.begin(second)
    event = await opened.wait(5 * MINUTE + 30_000)
    [absent] = [one for one in event.entries if one.no_shows]
    changed(await opened.organize(UndoResult(first.number)))
    await opened.world.service.idle()
    event = await opened.event()
    assert existing(event.entry_of(absent.user_id)).no_shows == 0
    assert {one.number: one for one in event.pairings}[first.number].state is PairingState.PLAYING


async def test_in_an_arena_a_result_stands_once_somebody_plays_on(opened: Hall) -> None:
    [playing] = opened.playing(await opened.started(ARENA, 2, minutes=30))
    await opened.resign(person(1).user_id, playing)
    assert code(await opened.organize(UndoResult(playing.number))) is EventCode.ALREADY_PAIRED_ON


async def test_cancelling_lets_running_matches_go_on(opened: Hall) -> None:
    event = await opened.started(SWISS, 2)
    [playing] = opened.playing(event)
    event = changed(await opened.organize(CancelEvent()))
    assert event.state is EventState.CANCELLED
    await opened.resign(loser_by_number(playing), playing)
    event = await opened.event()
    assert event.pairings[0].winner is None
    assert code(await opened.organize(CancelEvent())) is EventCode.OVER
    assert await log_of(opened) == [("event_cancel", opened.id)]
    listed = await opened.world.service.events.of_guild(GUILD)
    assert (listed.current, [one.id for one in listed.history], listed.pages) == (
        (),
        [event.id],
        1,
    )
