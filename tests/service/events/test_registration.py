"""Check-in, no-shows, withdrawals, late entries, and what is refused."""

import pytest

from engine.clocks import DAY, HOUR, MINUTE
from engine.events.kinds import FIELD, KNOCKOUT, SWISS
from engine.events.plan import EventKind
from engine.game.match import EndReason
from engine.service.events.outcomes import EventCode, EventRefused, NewsKind
from engine.service.events.types import EntryState, EventId, EventState, PairingState, Verdict
from engine.service.live import stored_of
from tests.service.events.hall import HOST, Hall, changed, code, loser_by_number, person
from tests.service.world import GUILD, NOW


async def test_whoever_has_not_checked_in_is_not_paired(opened: Hall) -> None:
    await opened.announced(SWISS)
    await opened.enter_all(1, 2, 3)
    assert code(await opened.enter(1)) is EventCode.ALREADY_IN
    assert code(await opened.check_in(1)) is EventCode.NOT_YET
    await opened.jump(45 * MINUTE)
    event = await opened.event()
    assert event.state is EventState.CHECK_IN
    assert opened.news[-1].kind is NewsKind.CHECK_IN_OPEN
    await opened.check_in_all(1, 2)
    assert code(await opened.check_in(1)) is EventCode.ALREADY_IN
    assert code(await opened.check_in(4)) is EventCode.NOT_IN
    changed(await opened.enter(5))
    await opened.jump(15 * MINUTE)
    event = await opened.event()
    states = {one.user_id: one.state for one in event.entries}
    assert states[person(3).user_id] is EntryState.ABSENT
    assert states[person(5).user_id] is EntryState.HERE, "entering then is checking in"
    assert {one.user_id for one in event.standings} == {person(n).user_id for n in (1, 2, 5)}


async def test_an_event_announced_shortly_before_its_start_is_open_for_check_in_at_once(
    opened: Hall,
) -> None:
    event = await opened.announced(SWISS, starts_ms=NOW + 10 * MINUTE)
    assert event.state is EventState.CHECK_IN, "the check-in did not open five minutes ago"
    await opened.enter_all(1, 2)
    assert not opened.news, "nobody waits to be told"
    await opened.jump(10 * MINUTE)
    event = await opened.event()
    assert event.state is EventState.RUNNING
    assert len(event.standings) == 2


async def test_with_fewer_than_two_nothing_is_held(opened: Hall) -> None:
    event = await opened.started(KNOCKOUT, 1)
    assert event.state is EventState.CANCELLED
    assert opened.news[-1].kind is NewsKind.CANCELLED
    assert code(await opened.enter(2)) is EventCode.OVER
    assert code(await opened.check_in(1)) is EventCode.OVER
    assert code(await opened.withdraw(1)) is EventCode.OVER
    assert code(await opened.pause(1, True)) is EventCode.OVER


async def test_a_command_that_arrives_twice_is_done_once(opened: Hall) -> None:
    await opened.announced(SWISS)
    press = opened.world.press()
    events = opened.world.service.events
    first = changed(await events.enter(press, opened.id, person(1)))
    again = changed(await events.enter(press, opened.id, person(1)))
    assert (len(again.entries), again.version) == (1, first.version)
    key = opened.world.press()
    refused = await events.enter(key, opened.id, person(1))
    changed(await opened.withdraw(1))
    assert await events.enter(key, opened.id, person(1)) == EventRefused(
        EventCode.ALREADY_IN, await opened.event()
    )
    assert code(refused) is EventCode.ALREADY_IN


@pytest.mark.slow
async def test_refusals(opened: Hall) -> None:
    missing = await opened.world.service.events.enter(opened.world.press(), EventId(77), person(1))
    assert code(missing) is EventCode.NO_SUCH_EVENT
    assert await opened.world.service.events.event(EventId(77)) is None
    for bad in (NOW, NOW - HOUR, NOW + 400 * DAY):
        assert code(await opened.ask(SWISS, starts_ms=bad)) is EventCode.BAD_TIME
    for wrong in (
        {"name": " "},
        {"most": 1},
        {"most": 513},
        {"rounds": 0},
        {"best_of": 2},
        {"division": 9},
        {"zone": "Mars/Olympus"},
        {"zone": "../../etc/passwd"},
    ):
        assert code(await opened.ask(SWISS, **wrong)) is EventCode.BAD_PLAN, wrong
    for kind in (SWISS, FIELD):
        assert code(await opened.ask(kind, most=6, rounds=6)) is EventCode.TOO_MANY_ROUNDS
    await opened.announced(SWISS, most=2)
    ban = opened.world.service.bans
    await ban.ban(opened.world.press(), GUILD, HOST.user_id, person(3), days=None, reason="")
    assert code(await opened.enter(3)) is EventCode.BANNED
    changed(await opened.enter(1))
    changed(await opened.enter(2))
    changed(await opened.withdraw(2))
    assert code(await opened.withdraw(2)) is EventCode.NOT_IN
    changed(await opened.enter(4))
    for _ in range(19):
        changed(await opened.ask(SWISS))
    assert code(await opened.ask(SWISS)) is EventCode.TOO_MANY_EVENTS


async def test_somebody_banned_after_entering_cannot_check_in(opened: Hall) -> None:
    await opened.announced(SWISS)
    changed(await opened.enter(1))
    ban = opened.world.service.bans
    await ban.ban(opened.world.press(), GUILD, HOST.user_id, person(1), days=None, reason="")
    await opened.jump(45 * MINUTE)
    assert code(await opened.check_in(1)) is EventCode.BANNED


@pytest.mark.slow
async def test_a_live_no_show_forfeits_after_five_minutes_and_two_are_out(opened: Hall) -> None:
    event = await opened.started(SWISS, 4, rounds=4)
    first, second = opened.playing(event)
    await opened.begin(first)
    await opened.wait(4 * MINUTE)
    assert (await opened.world.load(second.matches[0])).version == 0, "the clock waits for them"
    event = await opened.wait(61_000)
    done = {one.number: one for one in event.pairings}[second.number]
    live = await opened.world.load(second.matches[0])
    absent = stored_of(live).match.outcome
    assert absent is not None
    assert absent.reason is EndReason.CANCELLED, "not rated, nobody's record"
    assert (done.state, done.verdict) == (PairingState.DONE, Verdict.FORFEIT)
    [loser] = {done.first, done.second} - {done.winner}
    assert loser is not None
    entry = event.entry_of(loser)
    assert entry is not None
    assert (entry.no_shows, entry.state) == (1, EntryState.HERE)
    assert [one.users for one in opened.news if one.kind is NewsKind.NO_SHOW] == [(loser,)]
    await opened.resign(loser_by_number(first), first)
    event = await opened.wait(61_000)
    again = event.pairing_of(loser)
    assert again is not None
    await opened.begin(again, only=again.first if again.second == loser else again.second)
    event = await opened.wait(6 * MINUTE)
    entry = event.entry_of(loser)
    assert entry is not None
    assert (entry.no_shows, entry.state) == (2, EntryState.ABSENT)
    number = loser - person(0).user_id
    assert code(await opened.check_in(number)) is EventCode.OUT
    assert code(await opened.enter(number)) is EventCode.OUT


async def test_both_who_begin_are_no_no_shows_however_long_they_think(opened: Hall) -> None:
    event = await opened.started(KNOCKOUT, 2)
    [playing] = opened.playing(event)
    live = await opened.world.load(playing.matches[0])
    await opened.wait(4 * MINUTE + 40_000)
    live = await opened.world.turn(live)
    await opened.wait(MINUTE)
    event = await opened.event()
    assert event.pairings[0].state is PairingState.PLAYING, "the other has had a minute only"
    live = await opened.world.load(live.id)
    seat = live.public().to_act[0]
    if live.player(seat).user_id not in {one.user_id for one in event.entries if one.no_shows}:
        await opened.begin(playing)
    await opened.wait(6 * MINUTE)
    assert not any(one.no_shows for one in (await opened.event()).entries)


@pytest.mark.slow
async def test_withdrawing_gives_the_open_pairing_away(opened: Hall) -> None:
    event = await opened.started(SWISS, 4)
    first, second = opened.playing(event)
    number = first.first - person(0).user_id
    event = changed(await opened.withdraw(number))
    done = {one.number: one for one in event.pairings}[first.number]
    assert (done.winner, done.verdict) == (first.second, Verdict.FORFEIT)
    left = stored_of(await opened.world.load(first.matches[0])).match.outcome
    assert left is not None
    assert left.reason is EndReason.RESIGNED, "a rating is not saved by withdrawing"
    await opened.resign(loser_by_number(second), second)
    event = await opened.wait(61_000)
    assert event.round == 2
    assert [one.second for one in event.pairings if one.round == 2].count(None) == 1
    assert all(
        first.first not in (one.first, one.second) for one in event.pairings if one.round == 2
    )
    assert code(await opened.enter(number)) is EventCode.OUT


@pytest.mark.slow
async def test_late_entrants_of_a_swiss_get_half_points(opened: Hall) -> None:
    event = await opened.started(SWISS, 4, rounds=4)
    event = changed(await opened.enter(5))
    entry = event.entry_of(person(5).user_id)
    assert entry is not None
    assert (entry.joined_round, entry.state) == (2, EntryState.HERE)
    assert event.pairing_of(person(5).user_id) is None
    line = next(one for one in event.standings if one.user_id == person(5).user_id)
    assert line.half_points == 1
    for _ in range(2):
        for one in opened.playing(await opened.event()):
            await opened.resign(loser_by_number(one), one)
        await opened.wait(61_000)
    event = await opened.event()
    assert event.round == 3
    assert event.pairing_of(person(5).user_id) is not None
    assert code(await opened.enter(6)) is EventCode.TOO_LATE


@pytest.mark.parametrize("kind", [KNOCKOUT, SWISS])
async def test_after_the_last_pairings_nobody_enters(opened: Hall, kind: EventKind) -> None:
    await opened.started(kind, 3, rounds=1)
    assert code(await opened.enter(9)) is EventCode.TOO_LATE


@pytest.mark.slow
async def test_a_withdrawn_winner_lets_the_next_opponent_through(opened: Hall) -> None:
    event = await opened.started(KNOCKOUT, 4)
    first, second = opened.playing(event)
    for one in (first, second):
        await opened.resign(loser_by_number(one), one)
    event = await opened.event()
    winners = [one.winner for one in event.pairings]
    assert winners[0] is not None
    changed(await opened.withdraw(winners[0] - person(0).user_id))
    event = await opened.wait(61_000)
    assert event.pairings[-1].verdict is Verdict.FORFEIT
    event = await opened.wait(61_000)
    assert event.state is EventState.FINISHED
    assert event.standings[0].user_id == winners[1]


async def test_blocked_people_do_not_meet_in_a_swiss(opened: Hall) -> None:
    blocks = opened.world.service.blocks
    pairs = [(1, 3), (2, 4), (3, 2)]
    for one, other in pairs:
        await blocks.block(opened.world.press(), person(one).user_id, person(other).user_id)
    event = await opened.started(SWISS, 4)
    apart = [{person(one).user_id, person(other).user_id} for one, other in pairs]
    assert all({one.first, one.second} not in apart for one in event.pairings)


@pytest.mark.slow
async def test_best_of_three_goes_on_until_two_are_won_and_dealers_alternate(opened: Hall) -> None:
    event = await opened.started(KNOCKOUT, 2, best_of=3)
    [playing] = opened.playing(event)
    assert playing.second is not None
    dealers = []
    for loser in (playing.second, playing.first, playing.second):
        [playing] = opened.playing(await opened.event())
        live = await opened.world.load(playing.matches[-1])
        dealer = stored_of(live).match.lineup.pairs[0].dealer
        dealers.append(live.player(dealer).user_id)
        await opened.resign(loser, playing)
        await opened.wait(61_000)
    assert dealers == [playing.first, playing.second, playing.first]
    event = await opened.event()
    assert (event.pairings[0].won, event.pairings[0].winner) == ((2, 1), playing.first)
    assert len(event.pairings[0].matches) == 3
    mentioned = [one for one in opened.news if one.kind is NewsKind.PAIRED]
    assert len(mentioned) == 1, "one mention a pairing"
    assert event.state is EventState.FINISHED


async def test_a_start_that_nobody_could_check_in_for_waits(opened: Hall) -> None:
    await opened.announced(SWISS)
    await opened.enter_all(1, 2)
    await opened.jump(2 * HOUR)  # nothing ran meanwhile
    event = await opened.event()
    assert event.state is EventState.CHECK_IN
    assert event.plan.starts_ms == opened.world.clock.now + 15 * MINUTE
    await opened.check_in_all(1, 2)
    await opened.jump(15 * MINUTE)
    assert (await opened.event()).state is EventState.RUNNING


async def test_matches_of_an_event_are_rated_as_planned(opened: Hall) -> None:
    for rated in (True, False):
        event = await opened.started(SWISS, 2, rated=rated, starts_ms=opened.in_ms(HOUR))
        [playing] = opened.playing(event)
        live = await opened.world.load(playing.matches[0])
        assert live.setup.rated is rated
        assert live.table.channel == event.channel
        found = await opened.world.service.events.event_of_match(live.id)
        assert found is not None
        assert (found[0].id, found[1].number) == (event.id, playing.number)
    other = await opened.world.match()
    assert await opened.world.service.events.event_of_match(other.id) is None
