"""The challenge of a day: the same for all, once for each, secret until the day is over."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import select

from engine import daily, fairness
from engine.clocks import DAY, HOUR, MINUTE
from engine.game.actions import Resign
from engine.game.record import positions
from engine.players import Level, choose
from engine.service import LiveMatch, LobbyRefused, MatchId, Prefs, Rematch, Started
from engine.service.daily import DayCode, DayRefused
from engine.service.exercises.answering import AnswerOutcome
from engine.service.exercises.attempts import Series
from engine.store.schema import leases, rounds
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, CHANNEL, GUILD, World, existing
from tests.worlds.answering import answered
from tests.worlds.days import NOON, ask, begun, open_day, played


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    opened = await open_day(tmp_path)
    yield opened
    await opened.service.close()


def seen(live: LiveMatch) -> list[object]:
    """What a player saw of the last deal."""
    table = existing(live.view(daily.PERSON).table)
    return [table.events, table.discards, table.facts, live.public().sheet.totals]


@pytest.mark.slow
async def test_equal_play_meets_equal_answers(world: World) -> None:
    first, second = await begun(world, ANN), await begun(world, BOB)
    assert first.view(daily.PERSON).hand == second.view(daily.PERSON).hand
    ann = await world.play(first, lambda live: live.is_over)
    bob = await world.play(second, lambda live: live.is_over)
    assert seen(ann) == seen(bob)
    day = existing(await world.service.daily.look(ANN.user_id))
    assert day.tries == 2
    root = bytes.fromhex(await _root(world))
    expected = daily.played_by(root, day.day, lambda view, _: choose(view, Level.CASUAL, 0))
    assert day.mine is not None
    assert day.mine.points == expected


@pytest.mark.slow
async def test_another_choice_is_met_by_the_same_cards(world: World) -> None:
    ann, bob = await begun(world, ANN), await begun(world, BOB)
    await world.did(bob, daily.PERSON, Resign())
    assert ann.view(daily.PERSON).hand == bob.view(daily.PERSON).hand
    look = existing(await world.service.daily.look(BOB.user_id))
    assert look.mine is not None
    assert look.mine.points is None
    assert look.mine.ended


@pytest.mark.slow
async def test_there_is_one_try_a_day(world: World) -> None:
    outcomes = await asyncio.gather(*(world.service.daily.play(ask(world)) for _ in range(5)))
    [started] = [one for one in outcomes if isinstance(one, Started)]
    for refused in outcomes:
        if isinstance(refused, DayRefused):
            assert refused.code is DayCode.PLAYED
            assert refused.live is not None
            assert refused.live.id == started.live.id
    again = Rematch(world.press(), started.live.id, CHANNEL, ANN, world.clock.now + HOUR)
    await world.act(started.live, daily.PERSON, Resign())
    assert isinstance(await world.service.rematch(again), LobbyRefused)


@pytest.mark.slow
async def test_nothing_of_the_deals_is_told_before_the_day_is_over(world: World) -> None:
    ann = await played(world)
    bob = await begun(world, BOB)
    service = world.service
    assert ann.revealed == ()
    for number in range(1, daily.ROUNDS + 1):
        assert existing(await service.proof(ann.id, number)).secret is None
    assert await service.record(ann.id) is None
    assert await service.running() == await service.running_in(GUILD) == ()
    assert await service.messages.outdated_matches(10) == ()
    assert existing(await service.daily.look(BOB.user_id)).secret is None
    root = await _root(world)
    secrets = [fairness.round_secret(bytes.fromhex(root), n).hex() for n in (1, 2, 3)]
    export = json.dumps(
        [await service.export_of(ANN.user_id), await service.export_of(BOB.user_id)]
    )
    stored = await service._store.read(lambda c: repr(c.execute(select(rounds)).all()))
    for secret in (root, *secrets):
        assert secret not in export
        assert secret not in stored
    assert not bob.is_over
    assert await service.luck.pending(10) == []


@pytest.mark.slow
async def test_after_the_day_everything_can_be_checked(world: World) -> None:
    ann = await played(world)
    bob = await begun(world, BOB)
    day = daily.day_of(world.clock.now)
    world.clock.pass_ms(12 * HOUR + 10 * MINUTE)
    assert await world.service.daily.close_ended() == (), "who began before midnight has grace"
    assert not (await world.load(bob.id)).is_over
    world.clock.pass_ms(HOUR)
    assert await world.service.daily.close_ended() == (day,)
    assert await world.service.daily.close_ended() == ()
    assert (await world.load(bob.id)).is_over
    look = existing(await world.service.daily.look(ANN.user_id, day))
    assert look.secret is not None
    assert fairness.anchor(bytes.fromhex(look.secret)).hex() == look.anchor
    for number in range(1, daily.ROUNDS + 1):
        proof = existing(await world.service.proof(ann.id, number))
        assert proof.secret is not None
        assert fairness.is_secret_of(
            bytes.fromhex(proof.secret), number, bytes.fromhex(look.anchor)
        )
        assert proof.match_id == day, "the label under which the decks were shuffled"
    record = existing(await world.service.record(ann.id))
    again = fairness.CommittedDecks(bytes.fromhex(look.secret), day, daily.contributions_on(day))
    assert record.deals[0].deck == again.deck(1, 0, 0)


@pytest.mark.slow
async def test_tomorrow_is_committed_to_today(world: World) -> None:
    today = existing(await world.service.daily.look(ANN.user_id))
    assert len(today.tomorrow) == 64
    assert today.tomorrow != today.anchor
    world.clock.pass_ms(DAY)
    assert existing(await world.service.daily.look(ANN.user_id)).anchor == today.tomorrow


@pytest.mark.slow
async def test_days_in_a_row_are_counted_and_paid(world: World) -> None:
    streaks = []
    for number in range(9):
        if number == 1:
            world.clock.pass_ms(DAY)  # one day is left out
        await played(world)
        look = existing(await world.service.daily.look(ANN.user_id))
        streaks.append(look.streak)
        world.clock.pass_ms(DAY)
        await world.service.daily.close_ended()
    assert streaks == [1, 1, 2, 3, 4, 5, 6, 7, 8]
    account = await world.service.coins.account(ANN.user_id, lines=100)
    assert [line.amount for line in account.lines if line.reason.startswith("week:")] == [30]
    assert len([line for line in account.lines if line.reason.startswith("day:")]) == 9
    names = set(await world.service.achievements.of(ANN.user_id))
    assert {"first_day", "week"} <= names
    world.clock.pass_ms(DAY)
    look = existing(await world.service.daily.look(ANN.user_id))
    assert look.streak == 0


@pytest.mark.slow
async def test_boards_keep_servers_apart_and_rank_ties_alike(world: World) -> None:
    await world.service.set_prefs(fresh(), CEE, Prefs(world_board=True))
    await played(world, ANN)
    await played(world, BOB)
    await played(world, CEE)
    service, day = world.service.daily, daily.day_of(world.clock.now)
    here = await service.board(day, GUILD, ANN.user_id)
    assert [line.rank for line in here.lines] == [1, 1, 1]
    everywhere = await service.board(day, None, ANN.user_id)
    assert [line.name for line in everywhere.lines] == ["Cee"]
    assert everywhere.mine is None
    await world.service.set_prefs(fresh(), ANN, Prefs(world_board=True))
    assert len((await service.board(day, None, ANN.user_id)).lines) == 2
    short = await service.board(day, GUILD, ANN.user_id, 2)
    assert short.more
    assert short.mine is not None
    assert short.mine.rank == 1


@pytest.mark.slow
async def test_the_rollover_bears_a_clock_that_jumps(world: World) -> None:
    await played(world)
    first = daily.day_of(world.clock.now)
    world.clock.pass_ms(40 * DAY)
    await world.service.daily.prepare()
    revealed = await world.service.daily.close_ended()
    assert revealed == (first, daily.later(first)), "the prepared day that nobody saw, too"
    world.clock.now = NOON + HOUR
    outcome = await world.service.daily.play(ask(world, BOB))
    assert isinstance(outcome, DayRefused)
    assert outcome.code is DayCode.CLOSED
    world.clock.now = NOON - 10 * DAY
    early = await played(world, BOB)
    assert early.setup.day == daily.day_of(world.clock.now), "a day before all others can be played"
    world.clock.now = NOON + 45 * DAY
    assert daily.day_of(NOON - 10 * DAY) in await world.service.daily.close_ended()


@pytest.mark.slow
async def test_the_day_survives_a_restart_in_the_middle(world: World, tmp_path: Path) -> None:
    live = await world.play(await begun(world), lambda now: now.public().number == 2)
    hand = live.view(daily.PERSON).hand
    await world.service.close()
    world = await open_day(tmp_path, seed="other", last_id=9000)
    live = await world.load(MatchId(live.id))
    assert live.view(daily.PERSON).hand == hand
    live = await world.play(live, lambda now: now.is_over)
    look = existing(await world.service.daily.look(ANN.user_id))
    assert look.mine is not None
    assert look.mine.points is not None
    await world.service.close()


async def test_a_puzzle_is_answered_once_and_paid_once(world: World) -> None:
    await world.service.daily.prepare()
    day = daily.day_of(world.clock.now)
    asked = existing(await world.service.puzzles.asked(day, ANN.user_id))
    assert asked.counts == ()
    best = asked.puzzle.best
    wrong = (best + 1) % len(asked.puzzle.answers)
    codes = await asyncio.gather(
        *(answered(world.service, Series.DAY, day, ANN, choice) for choice in (best, wrong, best))
    )
    assert sorted(codes) == [AnswerOutcome.ALREADY, AnswerOutcome.ALREADY, AnswerOutcome.TAKEN]
    assert await answered(world.service, Series.DAY, day, BOB, wrong) is AnswerOutcome.TAKEN
    assert await answered(world.service, Series.DAY, day, CEE, 99) is AnswerOutcome.GONE
    solved = existing(await world.service.puzzles.asked(day, ANN.user_id))
    assert sum(solved.counts) == 2
    assert solved.counts[best] == 1
    reasons = [line.reason for line in (await world.service.coins.account(ANN.user_id)).lines]
    assert sorted(reasons) == ["achievement:solver", f"puzzle-best:{day}", f"puzzle:{day}"]
    world.clock.pass_ms(DAY)
    assert await answered(world.service, Series.DAY, day, CEE, best) is AnswerOutcome.OVER


@pytest.mark.slow
async def test_the_puzzle_comes_from_a_real_game_where_there_is_one(world: World) -> None:
    live = await world.play(await world.match(), lambda now: now.is_over)
    await world.service.daily.prepare()
    asked = existing(await world.service.puzzles.asked(daily.day_of(world.clock.now), ANN.user_id))
    record = existing(await world.service.record(live.id))
    held = {hand for match in positions(record) for hand in match.tables[0].round.hands}
    assert asked.puzzle.hand in held
    assert "Ann" not in asked.puzzle.to_json()


@pytest.mark.slow
async def test_deleting_oneself_brings_no_second_try(world: World) -> None:
    await played(world)
    assert await world.service.forget(world.press(), ANN.user_id)
    refused = await world.service.daily.play(ask(world))
    assert isinstance(refused, DayRefused)
    assert refused.code is DayCode.PLAYED
    board = await world.service.daily.board(daily.day_of(world.clock.now), GUILD, BOB.user_id)
    assert board.lines == ()
    world.clock.pass_ms(2 * DAY)
    await world.service.daily.close_ended()
    export = await world.service.export_of(ANN.user_id)
    assert export["daily_tries"] == export["coins"] == export["achievements"] == []


async def _root(world: World) -> str:
    from engine.service.matches import deals

    day = daily.day_of(world.clock.now)
    return (await world.service._read(lambda tx: deals.root_of(tx, day))).hex()


async def test_two_processes_prepare_and_reveal_once(world: World, tmp_path: Path) -> None:
    """On PostgreSQL both at once; see test_engines. Here: one after the other on one file."""
    await world.service.daily.prepare()
    first = await _root(world)
    await world.service.close()
    world = await open_day(tmp_path, seed="other")
    await world.service.daily.prepare()
    assert await _root(world) == first
    done = await world.service._store.read(
        lambda c: c.execute(select(leases.c.done_key).where(leases.c.name == "daily")).scalar_one()
    )
    assert done == daily.dashed(daily.day_of(NOON))
    await world.service.close()
