"""A turn that is over by the day: a reminder, a claim, given time; pauses; vacations; conduct."""

from pathlib import Path

import pytest

from engine.clocks import CLAIM_TIME, DAILY, DAY, HOUR, LIVE, PAUSE_LIMIT
from engine.game.actions import (
    AskPause,
    CallOff,
    ClaimWin,
    GiveTime,
    Pass,
    Ready,
    Resign,
    Resume,
    Vacation,
)
from engine.game.errors import RuleCode
from engine.game.match import EndReason
from engine.game.seats import Seat
from engine.service import (
    LiveMatch,
    LobbyCode,
    LobbyRefused,
    Person,
    Prefs,
    Refused,
    Reminded,
    UserId,
)
from engine.service.standings.statistics import Profile
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, GUILD, World, existing, first_deadline, open_world


async def late(world: World) -> tuple[LiveMatch, Seat, Seat]:
    """A match whose first turn is over, who is late, and the opponent."""
    live = await world.match(clock=DAILY)
    seat = live.public().to_act[0]
    await world.pass_ms(DAY)
    return await world.load(live.id), seat, Seat(1 - seat)


async def completed(world: World, person: Person) -> float | None:
    """The share of completed matches on a person's profile; ``None`` without a match."""
    profile = await world.service.statistics.profile(person.user_id, person.user_id, GUILD)
    assert isinstance(profile, Profile)
    return None if profile.sums is None else profile.sums.completed


async def test_nobody_plays_for_who_is_late_and_the_turn_can_still_be_played(world: World) -> None:
    live, seat, other = await late(world)
    assert live.late == (seat,)
    assert live.public().strikes[seat] == 0
    assert live.public().to_act == (seat,)
    on = await world.did(live, seat, Pass())
    assert on.late == ()
    refused = await world.act(on, other, ClaimWin(seat))
    assert isinstance(refused, Refused)
    assert refused.error.broken is RuleCode.NOBODY_LATE


async def test_the_opponent_may_claim_the_win(world: World) -> None:
    live, seat, other = await late(world)
    assert isinstance(await world.act(live, seat, ClaimWin(seat)), Refused)
    over = await world.did(live, other, ClaimWin(seat))
    outcome = existing(over.public().outcome)
    assert (outcome.reason, outcome.by) == (EndReason.FORFEITED, seat)
    assert outcome.winner is not None
    assert other in over.public().parties[outcome.winner]


async def test_a_win_is_claimed_only_once_a_turn_is_over(world: World) -> None:
    live = await world.match(clock=DAILY)
    seat = live.public().to_act[0]
    for action in (ClaimWin(seat), CallOff()):
        assert isinstance(await world.act(live, Seat(1 - seat), action), Refused)


async def test_or_call_it_off_or_give_time(world: World) -> None:
    live, seat, other = await late(world)
    given = await world.did(live, other, GiveTime())
    assert given.late == ()
    assert given.deadline_of(seat) == world.clock.now + DAY
    await world.pass_ms(DAY)
    again = await world.load(live.id)
    assert again.late == (seat,)
    over = await world.did(again, other, CallOff())
    outcome = existing(over.public().outcome)
    assert (outcome.reason, outcome.winner) == (EndReason.CALLED_OFF, None)
    assert await completed(world, ANN) is None


async def test_a_claim_that_nobody_makes_ends_without_a_result(world: World) -> None:
    live, _, _ = await late(world)
    await world.pass_ms(CLAIM_TIME - 1)
    assert not (await world.load(live.id)).is_over
    await world.pass_ms(1)
    outcome = existing((await world.load(live.id)).public().outcome)
    assert (outcome.reason, outcome.winner, outcome.by) == (EndReason.CALLED_OFF, None, None)


async def test_one_reminder_a_turn(world: World) -> None:
    heard: list[Reminded] = []

    async def listen(news: Reminded) -> None:
        heard.append(news)

    world.service.bus.subscribe(Reminded, listen)
    live = await world.match(clock=DAILY)
    seat = live.public().to_act[0]
    await world.pass_ms(18 * HOUR - 1)
    assert heard == []
    world.clock.pass_ms(1)
    for _ in range(3):
        await world.service.idle()
        world.clock.pass_ms(HOUR)
    assert [(one.live.id, one.seat) for one in heard] == [(live.id, seat)]
    await world.did(live, seat, Pass())
    await world.pass_ms(18 * HOUR)
    assert [one.seat for one in heard] == [seat, Seat(1 - seat)]


async def test_quiet_hours_stand_in_the_stored_deadline(world: World) -> None:
    night = Prefs(quiet_hours=(22 * 60, 7 * 60))
    for person in (ANN, BOB):
        await world.service.set_prefs(fresh(), person, night)
    live = await world.match(clock=DAILY)
    seat = live.public().to_act[0]
    due = existing(live.deadline_of(seat))
    assert due - world.clock.now > DAY + 8 * HOUR
    for person in (ANN, BOB):
        await world.service.set_prefs(fresh(), person, Prefs())
    assert (await world.load(live.id)).deadline_of(seat) == due
    live = await world.match(ANN, CEE, clock=LIVE)
    assert first_deadline(live) == world.clock.now + 210_000


async def test_a_pause_by_agreement_stops_the_clock_over_a_restart(
    world: World, tmp_path: Path
) -> None:
    live = await world.match(clock=DAILY)
    seat = live.public().to_act[0]
    world.clock.pass_ms(HOUR)
    asked = await world.did(live, seat, AskPause())
    assert asked.wants_pause is seat
    assert (await world.did(asked, Seat(1 - seat), AskPause())).is_paused
    await world.service.close()
    world.clock.pass_ms(10 * DAY)
    world = await open_world(tmp_path, clock=world.clock, last_id=5000)
    await world.service.idle()
    live = await world.load(live.id)
    assert live.is_paused
    assert live.late == ()
    on = await world.did(live, Seat(1 - seat), Resume())
    assert on.deadline_of(seat) == world.clock.now + 23 * HOUR
    await world.service.close()


async def test_a_pause_ends_by_itself_and_by_playing_on(world: World) -> None:
    live = await world.match(clock=DAILY)
    seat = live.public().to_act[0]
    await world.did(live, seat, AskPause())
    live = await world.did(live, Seat(1 - seat), AskPause())
    played = await world.did(live, seat, Pass())
    assert not played.is_paused
    seat = played.public().to_act[0]
    await world.did(played, seat, AskPause())
    await world.did(played, Seat(1 - seat), AskPause())
    await world.pass_ms(PAUSE_LIMIT)
    after = await world.load(live.id)
    assert not after.is_paused
    assert after.deadline_of(seat) == world.clock.now + DAY


async def test_no_round_is_dealt_in_a_pause(world: World) -> None:
    live = await world.between(await world.match(clock=DAILY))
    for seat in (Seat.ONE, Seat.TWO):
        live = await world.did(live, seat, AskPause())
    await world.pass_ms(DAY)
    assert (await world.load(live.id)).public().number == 1
    for seat in (Seat.ONE, Seat.TWO):
        live = await world.did(live, seat, Ready())
    assert live.public().number == 2


async def test_vacation_puts_the_own_turn_off(world: World) -> None:
    live = await world.match(clock=DAILY)
    seat = live.public().to_act[0]
    away = await world.did(live, seat, Vacation(4))
    assert away.deadline_of(seat) == world.clock.now + 5 * DAY
    assert away.vacation_left(seat) == 10
    refused = await world.act(away, seat, Vacation(11))
    assert isinstance(refused, Refused)
    assert refused.error.data == {"left": 10}


async def test_who_leaves_matches_to_the_clock_rests_a_while(world: World) -> None:
    rest = None
    for count in range(3):
        live = await world.match(CEE, Person(UserId(50 + count), f"P{count}"), clock=DAILY)
        while live.player(live.public().to_act[0]).user_id != CEE.user_id:
            live = await world.turn(live)
        await world.pass_ms(DAY)
        live = await world.load(live.id)
        loser = live.late[0]
        await world.did(live, Seat(1 - loser), ClaimWin(loser))
        rest = world.clock.now + 12 * HOUR
    assert await completed(world, CEE) == 0.0
    for ask in (world.offer(CEE), world.offer(CEE, BOB, rated=True)):
        outcome = await world.service.open_lobby(ask)
        assert outcome == LobbyRefused(LobbyCode.RESTING, until_ms=rest)
    assert not (await world.match(CEE, BOB)).is_over
    joined = await world.service.join(world.press(), await world.opened(ANN), CEE)
    assert joined == LobbyRefused(LobbyCode.RESTING, until_ms=rest)
    world.clock.pass_ms(12 * HOUR)
    assert await world.opened(CEE)


@pytest.mark.slow
@pytest.mark.parametrize("resigns", [True, False])
async def test_only_playing_to_the_end_completes_a_match(world: World, *, resigns: bool) -> None:
    live = await world.match(clock=DAILY)
    if resigns:
        await world.did(live, Seat.ONE, Resign())
    else:
        await world.play(live, lambda now: now.is_over)
    assert await completed(world, ANN) == (0.0 if resigns else 1.0)
    assert await completed(world, BOB) == 1.0
    kept = (await world.service.export_of(ANN.user_id))["attendance"]
    assert isinstance(kept, list)
    assert [(row["match_id"], row["abandoned"]) for row in kept] == [(live.id, 2 if resigns else 0)]
    assert await world.service.forget(world.press(), ANN.user_id)
    assert await completed(world, ANN) is None
    assert await completed(world, BOB) == 1.0
