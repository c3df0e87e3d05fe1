"""Time runs out: invitations expire, turns are played by the clock, three in a row forfeit."""

from pathlib import Path

import pytest

from engine.clocks import LIVE_5_15
from engine.game.match import EndReason, MatchPhase
from engine.service import UserId
from tests.journeys.people import mover_of
from tests.journeys.played import play_round
from tests.journeys.world import running_world, shown
from tests.worlds.lobbies import now
from tests.worlds.tables import live_match, seated

HOUR_MS = 3_600_000


async def test_an_invitation_that_nobody_answers_expires(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        invitation = (await world.slash(alice, "challenge", opponent=bob)).response
        world.time.ahead_ms += HOUR_MS
        await world.settle()
        after = now(world, invitation)
        assert "Nobody accepted in time" in after.text
        assert not after.buttons
        again = (await world.slash(alice, "challenge", opponent=bob)).response
        assert "challenges" in now(world, again).text


@pytest.mark.slow
async def test_the_clock_plays_a_turn_and_three_in_a_row_forfeit(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 12, clock="live")
        match = await live_match(world)
        first = await mover_of(people)
        other = next(person for person in people if person is not first)
        for _ in range(40):
            live = await world.service.load(match)
            assert live is not None
            if live.is_over:
                break
            if first.may_move:
                world.time.ahead_ms += HOUR_MS // 10
                await world.settle()
            elif other.may_move:
                await other.take_turn()
        live = await world.service.load(match)
        assert live is not None
        outcome = live.public().outcome
        assert outcome is not None
        assert outcome.reason is EndReason.FORFEITED
        assert outcome.by is live.seat_of(UserId(first.member.id))
        assert "ran out of time" in now(world, table.message).text


@pytest.mark.slow
async def test_the_next_round_is_dealt_when_nobody_presses_ready(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        people, table = await seated(world, 13)
        live = await play_round(world)
        assert live.public().phase is MatchPhase.BETWEEN
        world.time.ahead_ms += 9 * HOUR_MS
        await world.settle()
        live = (await world.service.running())[0]
        assert live.public().number == 2
        assert "round 2" in shown(table.message, world.stored(table.message.id).components).text
        assert any(person.may_move for person in people)


async def test_clocks_are_chosen_by_plain_words(tmp_path: Path) -> None:
    async with running_world(tmp_path, people=2) as world:
        alice, bob = world.members
        said = (await world.slash(alice, "challenge", opponent=bob, clock="a blink")).response
        assert "8 hours per turn" in shown(said, said.components).text
        sent = await world.slash(
            alice, "challenge", opponent=bob, clock="live: 5 min + 15 s per turn"
        )
        assert "5 min + 15 s per turn" in now(world, sent.response).text
        await world.press(bob, now(world, sent.response), "Accept")
        live = (await world.service.running())[0]
        assert live.setup.clock == LIVE_5_15
        seat = live.public().to_act[0]
        due = live.deadline_of(seat)
        assert due is not None
        assert f"⏳ <t:{due // 1000}:R>" in now(world, sent.response).text
        slow = (await world.slash(bob, "challenge", opponent=alice, clock="daily")).response
        await world.press(alice, now(world, slow), "Accept")
        (daily,) = [one for one in await world.service.running() if one.setup.clock.is_slow]
        due = daily.deadline_of(daily.public().to_act[0])
        assert due is not None
        assert f"until <t:{due // 1000}:f>" in now(world, slow).text
        assert not world.env.errors
