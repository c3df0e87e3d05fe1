"""Achievements come from recorded facts, once each."""

from dataclasses import replace

import pytest

from engine.clocks import DAY
from engine.game.actions import Resign
from engine.game.match import MatchPhase
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import Applied, MatchId, UserId
from engine.service.rewards.achievements import BY_COACH, WORTH
from tests.service.world import ANN, BOB, World, existing

QUICK = replace(PRESETS["standard"], target=10)


async def names(world: World, user: UserId) -> set[str]:
    return set(await world.service.achievements.of(user))


async def lost_by_bob(world: World, rounds: int = 3) -> MatchId:
    """Bob gives a match up after some rounds."""
    live = await world.match()
    if rounds:
        live = await world.play(
            live,
            lambda now: now.public().phase is MatchPhase.BETWEEN and now.public().number >= rounds,
        )
    assert isinstance(await world.act(live, existing(live.seat_of(BOB.user_id)), Resign()), Applied)
    return live.id


@pytest.mark.slow
async def test_winning_counts_and_losing_does_not(world: World) -> None:
    await lost_by_bob(world)
    hers, his = await names(world, ANN.user_id), await names(world, BOB.user_id)
    assert {"first_match", "first_win"} <= hers, "and what a hand of hers may have earned"
    assert "first_match" in his
    assert "first_win" not in his
    account = await world.service.coins.account(ANN.user_id)
    assert account.balance == sum(WORTH[name] for name in hers)


@pytest.mark.slow
async def test_a_match_that_was_left_early_earns_nothing(world: World) -> None:
    for _ in range(5):
        await lost_by_bob(world, rounds=0)
    for person in (ANN, BOB):
        assert await names(world, person.user_id) == set()


@pytest.mark.slow
async def test_each_is_given_and_paid_once(world: World) -> None:
    for _ in range(6):
        await lost_by_bob(world)
        world.clock.pass_ms(DAY)
    assert "streak_five" in await names(world, ANN.user_id)
    reasons = [one.reason for one in (await world.service.coins.account(ANN.user_id, 50)).lines]
    assert len(reasons) == len(set(reasons)) == len(await names(world, ANN.user_id))


async def test_practice_brings_no_wins_over_people(world: World) -> None:
    await world.act(await world.practice(rules=QUICK), Seat.ONE, Resign())
    assert await names(world, ANN.user_id) == set()


@pytest.mark.slow
async def test_what_was_told_is_not_told_again(world: World) -> None:
    await lost_by_bob(world)
    service = world.service.achievements
    new = await service.unannounced(ANN.user_id)
    assert set(new) == await names(world, ANN.user_id)
    assert {"first_match", "first_win"} <= set(new)
    await service.mark_announced(ANN.user_id, new)
    assert await service.unannounced(ANN.user_id) == ()
    assert set(await service.unannounced(BOB.user_id)) == await names(world, BOB.user_id)


@pytest.mark.slow
async def test_the_coach_praises_a_round_without_a_fault_once(world: World) -> None:
    match = await lost_by_bob(world)
    praised = world.service.achievements.praised
    assert not await praised(ANN.user_id, match, 20, is_flawless=False)
    assert not await praised(ANN.user_id, match, 7, is_flawless=True), "too short to mean anything"
    assert await praised(ANN.user_id, match, 8, is_flawless=True)
    assert not await praised(ANN.user_id, match, 20, is_flawless=True)
    assert BY_COACH in await names(world, ANN.user_id)
