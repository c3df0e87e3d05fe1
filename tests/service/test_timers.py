"""Clocks, pauses, grace after downtime, computers; all on a clock that the test moves."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from engine.clocks import DAY, HOUR, LIVE, SECOND, UNTIMED, ClockRules
from engine.game.actions import Pass, Ready, RoundAction, Take
from engine.game.match import EndReason
from engine.game.seats import Seat
from engine.service import LobbyStatus, MatchCommand, TimeSettings, Unreadable
from engine.service.matches import match_timers
from engine.service.scheduler import Due, TimerSlot
from engine.service.stored_match import StoredMatch
from tests.service.world import (
    ANN,
    BOB,
    CEE,
    Hands,
    World,
    existing,
    first_deadline,
    open_world,
    sensible,
)
from tests.worlds.computers import Odd

BY_THE_DAY = ClockRules("by_the_day", DAY)
"""A day a turn, and then the neutral move."""


async def test_an_expired_turn_is_played_by_the_clock(world: World) -> None:
    live = await world.match(clock=BY_THE_DAY)
    seat = live.public().to_act[0]
    assert first_deadline(live) == world.clock.now + DAY
    await world.pass_ms(DAY - 1)
    assert (await world.load(live.id)).version == 0
    await world.pass_ms(1)
    after = await world.load(live.id)
    assert after.version == 1
    assert after.public().strikes[seat] == 1
    assert first_deadline(after) == world.clock.now + DAY


async def test_three_expired_turns_forfeit(world: World) -> None:
    live = await world.match(clock=BY_THE_DAY)
    for _ in range(7):
        await world.pass_ms(DAY)
    assert existing((await world.load(live.id)).public().outcome).reason is EndReason.FORFEITED


async def test_a_long_thought_uses_the_bank_once(world: World) -> None:
    live = await world.match(clock=LIVE)
    seat = live.public().to_act[0]
    world.clock.pass_ms(150 * SECOND)
    passed = await world.did(live, seat, Pass())
    other = passed.public().to_act[0]
    back = await world.did(passed, other, Pass())
    assert back.deadline_of(seat) == world.clock.now + (90 + 60) * SECOND


async def test_without_a_limit_nothing_expires(world: World) -> None:
    live = await world.match(clock=UNTIMED)
    await world.pass_ms(400 * DAY)
    assert (await world.load(live.id)).version == 0
    assert first_deadline(live) is None


async def test_the_next_round_is_dealt_after_the_pause(world: World) -> None:
    live = await world.between(await world.match())
    said = await world.did(live, Seat.ONE, Ready("mine"))
    await world.pass_ms(existing(world.service.deals_at(said)) - world.clock.now)
    assert (await world.load(live.id)).public().number == 2
    assert existing(await world.service.proof(live.id, 2)).contributions == ("mine", "-")


async def test_at_one_table_of_two_only_who_is_late_is_punished(world: World) -> None:
    live = await world.of_four(clock=BY_THE_DAY)
    one, two = live.public().to_act
    world.clock.pass_ms(DAY // 2)
    await world.did(live, one, Pass())
    await world.pass_ms(DAY // 2)
    strikes = (await world.load(live.id)).public().strikes
    assert [seat for seat in Seat if seat < 4 and strikes[seat]] == [two]


async def test_deadlines_that_passed_while_nobody_served_get_grace(tmp_path: Path) -> None:
    clock = Hands()
    world = await open_world(tmp_path, clock=clock)
    live = await world.match(clock=BY_THE_DAY)
    await world.service.messages.rendered(live, 0, live.table.channel, None)
    lobby = await world.opened(ANN)
    await world.service.close()
    clock.pass_ms(2 * DAY)
    world = await open_world(tmp_path, clock=clock, last_id=5000)
    await world.service.idle()
    resumed = await world.load(live.id)
    assert resumed.version == 0
    assert first_deadline(resumed) == clock.now + world.service.time_settings.slow_grace_ms
    behind = await world.service.messages.outdated_matches(5)
    assert [found.id for found in behind] == [live.id]
    assert existing(await world.service.lobby(lobby)).status is LobbyStatus.OPEN
    clock.pass_ms(world.service.time_settings.grace_ms)
    await world.service.idle()
    assert (await world.load(live.id)).version == 0
    clock.pass_ms(world.service.time_settings.slow_grace_ms)
    await world.service.idle()
    assert (await world.load(live.id)).version == 1
    await world.service.close()


async def test_a_clock_that_is_set_ahead_takes_no_turn_away(world: World) -> None:
    live = await world.match(clock=LIVE)
    await world.service.idle()
    world.clock.set_ms(HOUR)
    await world.service.idle()
    after = await world.load(live.id)
    assert after.version == 0
    assert first_deadline(after) == world.clock.now + world.service.time_settings.grace_ms


async def test_a_click_and_the_deadline_at_once_count_once(world: World) -> None:
    live = await world.match()
    seat = live.public().to_act[0]
    world.clock.pass_ms(DAY)
    await asyncio.gather(world.act(live, seat, sensible(live, seat)), world.service.idle())
    assert (await world.load(live.id)).version == 1


@pytest.mark.parametrize("answer", [Take(7), RuntimeError("it broke")])
async def test_a_computer_that_fails_plays_the_neutral_move(
    tmp_path: Path, answer: RoundAction | Exception
) -> None:
    odd = Odd(answer)
    world = await open_world(tmp_path, chooser=odd)
    live = await world.practice()
    while not odd.asked:
        live = await world.turn(live)
        await world.service.idle()
    after = await world.load(live.id)
    view, level, _ = odd.asked[0]
    assert level == "casual"
    assert view.seat is Seat.TWO
    assert after.version > live.version
    assert after.public().to_act == (Seat.ONE,)
    await world.service.close()


async def test_a_computer_goes_on_after_a_restart_exactly_once(tmp_path: Path) -> None:
    clock = Hands()
    slow = TimeSettings(pace_ms=(HOUR, HOUR))
    world = await open_world(tmp_path, clock=clock, terms=slow)
    live = await world.practice()
    while live.public().to_act != (Seat.TWO,):
        live = await world.turn(live)
    await world.service.close()
    clock.pass_ms(HOUR)
    world = await open_world(tmp_path, clock=clock, terms=slow, last_id=5000)
    await asyncio.gather(*(world.service.idle() for _ in range(4)))
    assert (await world.load(live.id)).version == live.version + 1
    await world.service.close()


async def test_a_match_that_cannot_be_read_is_put_aside(world: World, tmp_path: Path) -> None:
    bad, good = await world.match(), await world.match(BOB, CEE)
    await world.service.close()
    with sqlite3.connect(tmp_path / "gin.db") as file:
        file.execute("UPDATE matches SET snapshot = '{}' WHERE match_id = ?", (bad.id,))
    file.close()
    world = await open_world(tmp_path, clock=world.clock, last_id=5000)
    await world.pass_ms(DAY)
    assert (await world.load(good.id)).version == 1
    outcome = await world.service.act(MatchCommand(world.press(), bad.id, ANN.user_id, Pass()))
    assert isinstance(outcome, Unreadable)
    assert [found.id for found in await world.service.messages.outdated_matches(9)] == [good.id]
    await world.service.close()


async def test_views_and_timers_of_a_state_are_worked_out_once(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await world.match()
    seat = live.public().to_act[0]
    asked: list[object] = []

    def counted(match: StoredMatch, terms: TimeSettings) -> dict[TimerSlot, Due]:
        asked.append(match)
        return worked_out(match, terms)

    worked_out = match_timers._wanted
    monkeypatch.setattr(match_timers, "_wanted", counted)
    moved = await world.did(live, seat, Pass())
    assert len(asked) == 2, "the timers before the move and those after it"
    assert moved.public() is moved.public()
    assert moved.view(seat).public is moved.public()
    assert moved.view(seat) is moved.view(seat)
    assert moved.view(seat) is not moved.view(Seat(1 - seat))
