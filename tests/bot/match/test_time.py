"""Time runs out: invitations expire, turns are played by the clock, three in a row forfeit."""

import pytest

from engine.clocks import HOUR, LIVE_5_15, MINUTE
from engine.game.match import EndReason, MatchPhase
from tests.journeys.club import Club, journey
from tests.journeys.people import mover_of
from tests.journeys.played import play_round
from tests.service.world import existing


@journey(people=2)
async def test_an_invitation_that_nobody_answers_expires(club: Club) -> None:
    invitation = await club.alice.challenges(club.bob)
    await club.passes(HOUR)
    invitation.says("Nobody accepted in time").offers(only=True)
    (await club.alice.challenges(club.bob)).says("challenges")


@pytest.mark.slow
@journey(people=2)
async def test_the_clock_plays_a_turn_and_three_in_a_row_forfeit(club: Club) -> None:
    table = await club.sits(12, clock="live")
    first = await mover_of(club.people)
    other = next(person for person in club.people if person is not first)
    for _ in range(40):
        if (await club.match()).is_over:
            break
        if first.may_move:
            await club.passes(6 * MINUTE)
        elif other.may_move:
            await other.take_turn()
    outcome = existing((await club.match()).public().outcome)
    assert outcome.reason is EndReason.FORFEITED
    assert outcome.by is await club.seat_of(first)
    table.says("ran out of time")


@pytest.mark.slow
@journey(people=2)
async def test_the_next_round_is_dealt_when_nobody_presses_ready(club: Club) -> None:
    table = await club.sits(13)
    live = await play_round(club)
    assert live.public().phase is MatchPhase.BETWEEN
    await club.passes(9 * HOUR)
    (live,) = await club.service.running()
    assert live.public().number == 2
    table.says("round 2")
    assert any(person.may_move for person in club.people)


@journey(people=2)
async def test_clocks_are_chosen_by_plain_words(club: Club) -> None:
    alice, bob = club.people
    (await alice.challenges(bob, clock="a blink")).says("8 hours per turn")
    invitation = await alice.challenges(bob, clock="live: 5 min + 15 s per turn")
    invitation.says("5 min + 15 s per turn")
    await bob.accepts(invitation)
    (live,) = await club.service.running()
    assert live.setup.clock == LIVE_5_15
    due = existing(live.deadline_of(live.public().to_act[0]))
    invitation.says(f"⏳ <t:{due // 1000}:R>")
    slow = await bob.challenges(alice, clock="daily")
    await alice.accepts(slow)
    (daily,) = [one for one in await club.service.running() if one.setup.clock.is_slow]
    due = existing(daily.deadline_of(daily.public().to_act[0]))
    slow.says(f"until <t:{due // 1000}:f>")
