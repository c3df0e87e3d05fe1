"""A timer that was read, and then the match went on, ended, or cannot be read: nothing happens.

Between reading a timer and its transaction another process may do anything. What a timer stands for
is judged by the locked match alone, and a timer of a state that is gone removes itself.
"""

from pathlib import Path

import pytest
from sqlalchemy import Connection, delete, update

from engine.clocks import DAILY, DAY, PAUSE_LIMIT, SECOND, ClockRules
from engine.game.actions import AskPause, Pass, Ready, Resign
from engine.game.errors import RuleCode
from engine.game.match import EndReason
from engine.game.seats import Seat
from engine.players import Level
from engine.players.personas import CHARACTERS
from engine.service import (
    Applied,
    MatchCommand,
    MatchId,
    NoSuchMatch,
    Refused,
    TimeSettings,
    Unreadable,
)
from engine.service.commands import Dependencies
from engine.service.live import stored_of
from engine.service.matches import match_timers
from engine.service.operations import timers
from engine.service.operations.timers import PUT_OFF_MS, TimerRunner
from engine.service.play import advancing
from engine.service.scheduler import Timer, TimerKind
from engine.store import Repeatable, StoreBusyError
from engine.store.schema import match_players, matches, moves, rounds
from tests.service.world import ANN, CEE, DAN, GUILD, World, existing, open_world
from tests.worlds.computers import Odd

BY_THE_DAY = ClockRules("by_the_day", DAY)


async def stored_timers(world: World, kind: TimerKind) -> list[Timer]:
    found = await world.service._read(match_timers.peek)
    return [timer for timer in found if timer.kind is kind]


async def only(world: World, kind: TimerKind) -> Timer:
    (timer,) = await stored_timers(world, kind)
    return timer


def hands_of(world: World) -> TimerRunner:
    service = world.service
    part = Dependencies(
        service._store, world.clock, service._entropy, service.time_settings, service._announce
    )
    return TimerRunner(part, chooser=Odd(Pass()), fire_event=service.events.fire)


async def damage(world: World, match_id: MatchId) -> None:
    own = matches.c.match_id == match_id
    await world.service._store.write(
        Repeatable(lambda c: c.execute(update(matches).where(own).values(snapshot="{}")).rowcount)
    )


async def remove(world: World, match_id: MatchId) -> None:
    def work(connection: Connection) -> None:
        for table in (moves, rounds, match_players, matches):
            connection.execute(delete(table).where(table.c.match_id == match_id))

    await world.service._store.write(Repeatable(work))


async def test_a_turn_that_was_played_meanwhile_does_not_end(world: World) -> None:
    live = await world.match(clock=BY_THE_DAY)
    read = await only(world, TimerKind.TURN)
    world.clock.pass_ms(DAY)
    moved = await world.did(live, live.public().to_act[0], Pass())
    await hands_of(world).fire(read)
    after = await world.load(live.id)
    assert after.version == moved.version
    assert after.public().strikes == (0, 0)
    assert (await only(world, TimerKind.TURN)).due_ms == world.clock.now + DAY


async def test_a_round_is_dealt_once(world: World) -> None:
    live = await world.between(await world.match())
    read = await only(world, TimerKind.DEAL)
    for seat in (Seat.ONE, Seat.TWO):
        live = await world.did(live, seat, Ready())
    assert live.public().number == 2
    await hands_of(world).fire(read)
    assert (await world.load(live.id)).version == live.version
    live = await world.between(live)
    await hands_of(world).fire(read)
    assert (await world.load(live.id)).public().number == 2, "the timer was of another round"
    assert (await only(world, TimerKind.DEAL)).fence != read.fence


async def test_a_pause_between_rounds_ends_by_itself_and_then_a_round_is_dealt(
    world: World,
) -> None:
    live = await world.between(await world.match(clock=DAILY))
    for seat in (Seat.ONE, Seat.TWO):
        live = await world.did(live, seat, AskPause())
    await world.pass_ms(PAUSE_LIMIT)
    live = await world.load(live.id)
    assert not live.is_paused
    assert live.public().number == 1
    await world.pass_ms(existing(world.service.deals_at(live)) - world.clock.now)
    assert (await world.load(live.id)).public().number == 2


@pytest.mark.parametrize("kind", [TimerKind.TURN, TimerKind.DEAL, TimerKind.REMIND])
async def test_a_timer_whose_match_is_gone_removes_itself(world: World, kind: TimerKind) -> None:
    live = await world.match(clock=DAILY)
    if kind is TimerKind.DEAL:
        live = await world.between(live)
    read = await only(world, kind)
    await remove(world, live.id)
    await hands_of(world).fire(read)
    assert await stored_timers(world, kind) == []


async def thinking(tmp_path: Path) -> tuple[World, Timer]:
    """A computer that is to move and whose time has not come."""
    world = await open_world(tmp_path, terms=TimeSettings(pace_ms=(SECOND, SECOND)))
    live = await world.practice()
    while live.public().to_act != (Seat.TWO,):
        live = await world.turn(live)
    return world, await only(world, TimerKind.THINK)


async def test_a_computer_of_a_match_that_is_gone_does_not_move(tmp_path: Path) -> None:
    world, read = await thinking(tmp_path)
    await remove(world, MatchId(read.ref_id))
    chosen = await world.service._repeat(lambda tx: timers.computer_move(tx, read, Pass()))
    assert chosen is None
    assert await stored_timers(world, TimerKind.THINK) == []
    await world.service.close()


async def test_a_computer_of_a_match_that_cannot_be_read_is_not_asked(tmp_path: Path) -> None:
    world, read = await thinking(tmp_path)
    await damage(world, MatchId(read.ref_id))
    await world.pass_ms(SECOND)
    assert await stored_timers(world, TimerKind.THINK) == []
    outcome = await world.service.act(
        MatchCommand(world.press(), MatchId(read.ref_id), ANN.user_id, Pass())
    )
    assert isinstance(outcome, Unreadable)
    await world.service.close()


async def test_an_administrator_hears_of_a_match_that_is_not_there_or_not_readable(
    world: World,
) -> None:
    live = await world.match()
    nothing = MatchId(live.id + 1)
    ended = await world.service.adjudicate(world.press(), nothing, GUILD, DAN.user_id, "why")
    assert ended == NoSuchMatch(nothing)
    over = await world.did(await world.match(ANN, CEE), Seat.ONE, Resign())
    ended = await world.service.adjudicate(world.press(), over.id, GUILD, DAN.user_id, "why")
    assert isinstance(ended, Refused)
    assert ended.error.broken is RuleCode.MATCH_OVER
    await damage(world, live.id)
    ended = await world.service.adjudicate(world.press(), live.id, GUILD, DAN.user_id, "why")
    assert ended == Unreadable(live.id)
    assert await stored_timers(world, TimerKind.TURN) == []


async def test_turns_that_end_together_at_two_tables_end_in_one_transaction(world: World) -> None:
    live = await world.of_four(clock=BY_THE_DAY)
    for day in range(1, 5):
        await world.pass_ms(DAY)
        live = await world.load(live.id)
        assert live.version == 2 * day
    assert live.public().strikes == (2, 2, 2, 2)
    await world.pass_ms(DAY)
    live = await world.load(live.id)
    assert live.is_over
    assert live.version == 9, "the first who forfeits ends the match for all"


async def test_a_timer_that_fails_for_an_unknown_reason_is_put_off_and_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await world.match(clock=BY_THE_DAY)
    read = await only(world, TimerKind.TURN)

    def broken(*anything: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(timers, "expire_turns", broken)
        world.clock.pass_ms(DAY)
        with pytest.raises(ZeroDivisionError):
            await hands_of(world).fire(read)
    assert (await only(world, TimerKind.TURN)).due_ms == world.clock.now + PUT_OFF_MS
    await world.service.idle()
    assert (await world.load(live.id)).version == 0
    await world.pass_ms(PUT_OFF_MS)
    assert (await world.load(live.id)).version == 1


async def test_a_timer_that_a_busy_database_refused_is_still_due(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.match(clock=BY_THE_DAY)
    read = await only(world, TimerKind.TURN)

    def busy(*anything: object) -> None:
        raise StoreBusyError(reason="slow")

    monkeypatch.setattr(timers, "expire_turns", busy)
    with pytest.raises(StoreBusyError):
        await hands_of(world).fire(read)
    assert await only(world, TimerKind.TURN) == read


async def test_a_computer_takes_its_characters_time_and_always_the_same(tmp_path: Path) -> None:
    world = await open_world(tmp_path, terms=TimeSettings())
    shortest, longest = CHARACTERS[Level.CASUAL].pace_ms
    live = await world.practice()
    while live.public().to_act != (Seat.TWO,):
        live = await world.turn(live)
    read = await only(world, TimerKind.THINK)
    assert shortest <= read.due_ms - world.clock.now <= longest
    asked_again = match_timers.wanted(stored_of(await world.load(live.id)), TimeSettings())
    assert asked_again[TimerKind.THINK, Seat.TWO].due_ms == read.due_ms
    await world.service.close()


async def test_a_chain_of_secrets_that_is_used_up_calls_the_match_off(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advancing, "CHAIN_LENGTH", 2)
    live = await world.between(await world.match())
    for seat in (Seat.ONE, Seat.TWO):
        live = await world.did(live, seat, Ready())
    live = await world.between(live)
    outcome = await world.act(live, Seat.ONE, Ready())
    assert isinstance(outcome, Applied)
    assert existing(outcome.live.public().outcome).reason is EndReason.CANCELLED
    assert len(outcome.live.revealed) == 2, "every deck that was dealt can be verified"
