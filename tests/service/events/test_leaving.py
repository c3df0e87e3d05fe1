"""People who delete their data, and servers that remove the bot."""

import pytest

from engine.clocks import DAY, HOUR, MINUTE
from engine.events.kinds import FIELD, SWISS
from engine.events.plan import Repeat
from engine.service.events.types import EntryState, EventState, PairingState, Verdict
from engine.service.operations.deletion import GONE
from engine.service.operations.guilds import RETENTION_MS
from tests.service.events.hall import Hall, changed, loser_by_number, person
from tests.service.world import GUILD, existing
from tests.worlds.events import played_out


@pytest.mark.slow
async def test_whoever_is_deleted_stays_as_a_nameless_entrant_with_the_same_place(
    opened: Hall,
) -> None:
    await opened.started(SWISS, 4)
    before = await played_out(opened)
    best = before.standings[0].user_id
    assert await opened.world.service.forget(opened.world.press(), best)
    after = await opened.event()
    first = after.standings[0]
    assert (first.half_points, first.won) == (
        before.standings[0].half_points,
        before.standings[0].won,
    )
    assert first.user_id < 0
    entry = existing(after.entry_of(first.user_id))
    assert (entry.name, entry.rating) == (GONE, None)
    assert best not in {one.user_id for one in after.entries}
    assert after.version > after.rendered_version, "its message is drawn again"
    assert await opened.world.service.events.honours_of(best) == ()
    # A second one is another nameless entrant.
    assert await opened.world.service.forget(opened.world.press(), after.standings[1].user_id)
    again = await opened.event()
    assert len({one.user_id for one in again.standings}) == 4


@pytest.mark.slow
async def test_deleting_oneself_in_a_running_event_gives_the_match_to_the_opponent(
    opened: Hall,
) -> None:
    event = await opened.started(SWISS, 4)
    first, second = opened.playing(event)
    assert await opened.world.service.forget(opened.world.press(), first.first)
    await opened.world.service.idle()
    event = await opened.event()
    done = {one.number: one for one in event.pairings}[first.number]
    assert (done.winner, done.verdict) == (first.second, Verdict.FORFEIT)
    assert done.first < 0
    assert existing(event.entry_of(done.first)).state is EntryState.WITHDRAWN
    await opened.resign(loser_by_number(second), second)
    event = await played_out(opened)
    assert event.state is EventState.FINISHED


async def test_before_the_start_nothing_stays(opened: Hall) -> None:
    await opened.announced(SWISS)
    changed(await opened.enter(1))
    changed(await opened.enter(2))
    assert await opened.world.service.forget(opened.world.press(), person(1).user_id)
    assert [one.user_id for one in (await opened.event()).entries] == [person(2).user_id]


async def test_an_event_rests_while_the_bot_is_away_and_then_opens_its_check_in(
    opened: Hall,
) -> None:
    await opened.announced(SWISS)
    await opened.enter_all(1, 2)
    absences = opened.world.service.absences
    await absences.left(GUILD, removed=True)
    await opened.jump(3 * DAY)
    assert (await opened.event()).state is EventState.ANNOUNCED
    await absences.returned(GUILD)
    await opened.world.service.idle()
    event = await opened.event()
    assert event.state is EventState.CHECK_IN
    assert event.plan.starts_ms == opened.world.clock.now + 15 * MINUTE


@pytest.mark.slow
async def test_a_running_event_goes_on_when_the_bot_is_back(opened: Hall) -> None:
    event = await opened.started(SWISS, 4)
    first, second = opened.playing(event)
    await opened.resign(loser_by_number(first), first)
    absences = opened.world.service.absences
    await absences.left(GUILD, removed=True)
    await opened.jump(2 * DAY)
    event = await opened.event()
    assert event.round == 1
    assert {one.number: one for one in event.pairings}[second.number].state is PairingState.PLAYING
    await absences.returned(GUILD)
    await opened.world.service.idle()
    event = await opened.event()
    assert opened.playing(event) == [second], "nobody was a no-show meanwhile"
    await opened.resign(loser_by_number(second), second)
    assert (await opened.wait(61_000)).round == 2


@pytest.mark.slow
async def test_deleting_oneself_between_boards_leaves_the_others_their_scores(opened: Hall) -> None:
    event = await opened.started(FIELD, 4, rounds=1, boards=4)
    first, second = opened.playing(event)
    await opened.play(first)
    assert await opened.world.service.forget(opened.world.press(), second.first)
    assert await opened.world.service.forget(opened.world.press(), first.first)
    event = await opened.wait(61_000)
    assert event.state is EventState.FINISHED
    made = {one.user_id: one.half_points for one in event.standings}
    assert second.second is not None
    assert made[second.second] == 0
    assert min(made.values()) <= -40
    boards = await opened.events.boards_of(event.id, 1, first.second)
    assert boards.opponent < 0, "a nameless entrant"
    assert await opened.events.boards_of(event.id, 1, first.first) is None


@pytest.mark.slow
async def test_boards_of_a_server_that_is_purged_are_public(opened: Hall) -> None:
    first, _ = opened.playing(await opened.started(FIELD, 4, rounds=1, boards=4))
    await opened.play(first)
    service = opened.world.service
    assert await service.record(first.matches[0]) is None
    await service.absences.left(GUILD, removed=True)
    opened.world.clock.pass_ms(RETENTION_MS)
    assert await service.absences.purge(GUILD)
    assert len(existing(await service.record(first.matches[0])).deals) >= 4


@pytest.mark.slow
async def test_a_server_that_is_purged_leaves_no_event(opened: Hall) -> None:
    await opened.started(SWISS, 2, rounds=1, repeat=Repeat.WEEKLY)
    await played_out(opened)
    event = await opened.started(SWISS, 2, starts_ms=opened.in_ms(HOUR))
    [playing] = opened.playing(event)
    absences = opened.world.service.absences
    await absences.left(GUILD, removed=True)
    opened.world.clock.pass_ms(RETENTION_MS)
    assert await absences.purge(GUILD)
    await opened.world.service.idle()
    assert await opened.world.service.events.event(event.id) is None
    assert await opened.world.service.events.event_of_match(playing.matches[0]) is None
    listed = await opened.world.service.events.of_guild(GUILD)
    assert (listed.current, listed.history) == ((), ())
    kept = await opened.world.load(playing.matches[0])
    assert kept.is_over, "the match stays with its players"
