"""Matches through the service: presses, duplicates, stale buttons, computers, standings."""

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from engine import fairness
from engine.game import record
from engine.game.actions import Abort, Draw, Pass, Ready, Resign, Take
from engine.game.cards import cards_text
from engine.game.errors import RuleCode
from engine.game.match import EndReason, MatchEvent, MatchPhase
from engine.game.presets import PRESETS
from engine.game.seats import Seat
from engine.service import (
    Applied,
    Busy,
    HeadToHead,
    LiveMatch,
    MatchCommand,
    MatchId,
    NoSuchMatch,
    NotSeated,
    Refused,
    Repeated,
    Stale,
    Unsure,
)
from engine.service.matches import match_timers
from engine.service.standings import LeaderboardMetric, LeaderboardQuery, Profile
from engine.service.standings.statistics import Opponent
from tests.service.world import ANN, BOB, CEE, DAN, GUILD, World, existing, open_world, sensible
from tests.waiting import PATIENCE_S
from tests.worlds.stranger import Case, wrong

SHORT = replace(PRESETS["standard"], target=10)


def first(live: LiveMatch) -> Seat:
    return live.public().to_act[0]


async def test_a_press_moves_the_match_and_is_published(world: World) -> None:
    live = await world.match()
    seat = first(live)
    outcome = await world.did(live, seat, Pass())
    assert outcome.version == live.version + 1
    await world.service.idle()
    assert [news.version for news in world.heard][-1] == outcome.version
    assert (await world.load(live.id)).public() == outcome.public()


async def test_the_same_interaction_twice_is_applied_once(world: World) -> None:
    live = await world.match()
    done = await world.act(live, first(live), Pass(), interaction=5000)
    again = await world.act(live, first(live), Pass(), interaction=5000)
    assert isinstance(done, Applied)
    assert isinstance(again, Repeated)
    assert again.live.version == done.live.version


async def test_both_of_two_presses_for_one_state_cannot_count(world: World) -> None:
    live = await world.match()
    seat = first(live)
    outcomes = await asyncio.gather(*(world.act(live, seat, Pass()) for _ in range(5)))
    assert sorted(type(one).__name__ for one in outcomes) == ["Applied"] + ["Stale"] * 4


async def test_a_refused_press_changes_nothing(world: World) -> None:
    live = await world.match()
    outcome = await world.act(live, first(live), Draw())
    assert isinstance(outcome, Refused)
    assert outcome.error.broken is RuleCode.WRONG_PHASE
    assert (await world.load(live.id)).version == live.version


async def test_nobody_else_can_play(world: World) -> None:
    stranger = MatchCommand(world.press(), (await world.match()).id, CEE.user_id, Take(), None)
    assert isinstance(await world.service.act(stranger), NotSeated)
    nowhere = MatchCommand(world.press(), MatchId(1), ANN.user_id, Take(), None)
    assert isinstance(await world.service.act(nowhere), NoSuchMatch)


async def test_resigning_needs_no_revision(world: World) -> None:
    live = await world.turn(await world.match())
    seat = first(live)
    user = existing(live.player(seat).user_id)
    outcome = await world.service.act(MatchCommand(world.press(), live.id, user, Resign()))
    assert isinstance(outcome, Applied)
    assert outcome.live.is_over
    assert MatchEvent.MATCH_ENDED in outcome.happened


async def test_tables_of_one_match_do_not_make_each_other_stale(world: World) -> None:
    live = await world.of_four()
    one, two = live.public().to_act
    moved = await world.act(live, one, Pass())
    beside = await world.act(live, two, Pass())
    assert isinstance(moved, Applied)
    assert isinstance(beside, Applied)
    assert beside.live.version == live.version + 2
    assert isinstance(await world.act(live, two, Pass()), Stale)


@pytest.mark.slow
async def test_two_people_play_to_the_end(world: World) -> None:
    live = await world.play(await world.match(), lambda now: now.is_over)
    view = live.public()
    assert view.outcome is not None
    assert view.outcome.reason is EndReason.FINISHED
    assert len(live.revealed) == view.number
    assert await world.service._read(match_timers.peek) == (), "nothing is left to fall due"
    board = (
        await world.service.boards.page(
            LeaderboardQuery(GUILD, LeaderboardMetric.POINTS), ANN.user_id
        )
    ).lines
    assert {one.user_id: one.about.won for one in board} == {
        live.player(Seat(seat)).user_id: int(view.outcome.winner == seat) for seat in range(2)
    }
    winner = existing(live.player(Seat(view.outcome.winner or 0)).user_id)
    seen = await world.service.statistics.profile(winner, winner, GUILD)
    assert isinstance(seen, Profile)
    assert seen.sums is not None
    assert (seen.sums.won, seen.sums.figures.rounds_won) == (
        1,
        sum(
            table.result.winner == view.outcome.winner
            for one in view.played
            for table in one.tables
        ),
    )
    loser = ANN if winner == BOB.user_id else BOB
    assert seen.best_friend == Opponent(loser.user_id, loser.name, HeadToHead(1, 0, 0))


@pytest.mark.slow
async def test_a_record_replays_to_the_same_match(world: World) -> None:
    live = await world.play(await world.match(rules=SHORT), lambda now: now.is_over)
    kept = existing(await world.service.record(live.id))
    replayed = record.replay(record.from_text(record.to_text(kept)))
    assert replayed.sheet() == live.public().sheet
    assert replayed.outcome == live.public().outcome


async def test_a_running_round_is_in_no_record(world: World) -> None:
    rules = replace(PRESETS["standard"], target=1000)
    live = await world.match(rules=rules)
    assert await world.service.record(live.id) is None
    live = await world.play(live, lambda now: now.public().number == 2)
    live = await world.turn(live)
    kept = existing(await world.service.record(live.id))
    assert {deal.number for deal in kept.deals} == {1}
    assert record.replay(kept).phase is MatchPhase.BETWEEN


async def test_a_proof_shows_the_secret_only_after_the_round(world: World) -> None:
    live = await world.match()
    proof = existing(await world.service.proof(live.id, 1))
    assert proof.secret is None
    assert proof.anchor == live.anchor
    assert [words.partition(":")[0] for words in proof.contributions] == ["open", "join"]
    live = await world.play(live, lambda now: now.public().number == 2)
    shown = existing(await world.service.proof(live.id, 1))
    hidden = existing(await world.service.proof(live.id, 2))
    assert shown.secret == live.revealed[0]
    assert hidden.secret is None


@pytest.mark.slow
async def test_cards_and_lot_follow_from_what_was_published(world: World, tmp_path: Path) -> None:
    live = await world.match()
    lot_decides = live.public().lineup
    live = await world.play(live, lambda now: now.public().number == 2)
    proof = existing(await world.service.proof(live.id, 1))
    kept = existing(await world.service.record(live.id))
    assert proof.secret is not None
    secret = bytes.fromhex(proof.secret)
    assert fairness.is_secret_of(secret, 1, bytes.fromhex(proof.anchor))
    label = fairness.deck_label(live.id, 1, 0, 0)
    assert kept.deals[0].deck == fairness.shuffled(secret, label, proof.contributions)
    assert kept.lot == fairness.lot(secret, live.id, proof.contributions)
    case: Case = {
        "commitment": proof.anchor,
        "secret": proof.secret,
        "round": 1,
        "contributions": proof.contributions,
    }
    cases = [
        case | {"label": label, "deck": cards_text(kept.deals[0].deck)},
        case | {"label": f"gin/1/{live.id}/lot", "lot": kept.lot},
    ]
    assert wrong(cases, tmp_path) == []
    assert lot_decides.dealing == kept.lot % 2


async def test_own_words_go_into_the_next_deck(world: World) -> None:
    live = await world.between(await world.match())
    said = await world.did(live, Seat.ONE, Ready("  seven of\nspades "))
    await world.did(said, Seat.TWO, Ready(), interaction=777_000)
    proof = existing(await world.service.proof(live.id, 2))
    assert proof.contributions == ("seven of spades", "ready:777000")


async def test_aborting_counts_for_nobody_and_reveals_the_deck(world: World) -> None:
    live = await world.match()
    assert len((await world.did(live, first(live), Abort())).revealed) == 1
    assert (await world.service.boards.page(LeaderboardQuery(GUILD), ANN.user_id)).lines == ()


async def test_an_admin_ends_a_match_once(world: World) -> None:
    live = await world.match()
    press = world.press()
    ended = await world.service.adjudicate(press, live.id, GUILD, DAN.user_id, "spam")
    again = await world.service.adjudicate(press, live.id, GUILD, DAN.user_id, "spam")
    assert isinstance(ended, Applied)
    assert isinstance(again, Repeated)
    assert await world.service.live_matches_of(ANN.user_id) == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "preset", ["standard", "oklahoma_match", "mahjong", "three_handed", "tedesco_2v2", "captains_5"]
)
async def test_a_person_and_computers_finish_any_format(world: World, preset: str) -> None:
    rules = PRESETS[preset]
    rules = replace(rules, target=min(rules.target, 60), hollywood_target=60)
    live = await world.practice(rules)
    assert [player.seat for player in live.players if not player.is_computer] == [Seat.ONE]
    live = await world.play(live, lambda now: now.is_over)
    assert live.public().outcome is not None
    assert (await world.service.boards.page(LeaderboardQuery(GUILD), ANN.user_id)).lines == ()
    kept = existing(await world.service.record(live.id))
    assert record.replay(kept).sheet() == live.public().sheet


async def test_my_matches_are_those_still_running(world: World) -> None:
    one, two = await world.match(), await world.match(ANN, CEE)
    assert [m.id for m in await world.service.live_matches_of(ANN.user_id)] == [one.id, two.id]
    await world.act(one, Seat.ONE, Resign())
    assert [m.id for m in await world.service.live_matches_of(ANN.user_id)] == [two.id]
    assert await world.service.live_matches_of(BOB.user_id) == ()


async def test_boards_are_behind_until_they_are_drawn(world: World) -> None:
    live = await world.match()
    behind = await world.service.messages.outdated_matches(10)
    assert [m.id for m in behind] == [live.id]
    await world.service.messages.rendered(live, live.version, live.table.channel, None)
    assert await world.service.messages.outdated_matches(10) == ()
    moved = await world.did(live, first(live), sensible(live, first(live)))
    assert [m.version for m in await world.service.messages.outdated_matches(10)] == [1]
    await world.service.messages.rendered(live, moved.version, live.table.channel, None)
    assert await world.service.messages.outdated_matches(10) == ()
    for older in (0, -1):
        await world.service.messages.rendered(live, older, live.table.channel, None)
        assert len(await world.service.messages.outdated_matches(10)) == 1


async def test_closing_answers_what_was_accepted_and_refuses_the_rest(world: World) -> None:
    live = await world.match()
    pressing = asyncio.create_task(world.act(live, first(live), Pass()))
    await asyncio.sleep(0)
    closing = asyncio.create_task(world.service.close())
    await asyncio.sleep(0)
    assert isinstance(await pressing, Applied)
    await closing
    assert await world.act(live, first(live), Pass()) == Busy("closing")


@pytest.mark.parametrize("steps", range(1, 25, 2))
async def test_a_cancelled_press_disturbs_nobody(world: World, steps: int) -> None:
    mine, theirs = await world.match(), await world.match(CEE, DAN)
    cancelled = asyncio.create_task(world.act(mine, first(mine), Pass(), interaction=5000))
    other = asyncio.create_task(world.act(theirs, first(theirs), Pass()))
    for _ in range(steps):
        await asyncio.sleep(0)
    cancelled.cancel()
    async with asyncio.timeout(PATIENCE_S):
        assert isinstance(await other, Applied)
        await world.service.idle()
        again = await world.act(mine, first(mine), Pass(), interaction=5000)
    assert isinstance(again, Applied | Repeated)
    assert again.live.version == 1
    moved = [news for news in world.heard if news.match_id == mine.id and news.version == 1]
    await world.service.idle()
    assert moved or isinstance(again, Applied)


@pytest.mark.real_time
@pytest.mark.slow
async def test_a_database_that_is_held_by_something_else_refuses(tmp_path: Path) -> None:
    world = await open_world(tmp_path, patience_s=0.3)
    live = await world.match()
    other = sqlite3.connect(tmp_path / "gin.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    outcome = await world.act(live, first(live), Pass(), interaction=5000)
    assert outcome == Unsure(live.id), "it has begun, and nobody can say that it was not played"
    other.execute("ROLLBACK")
    other.close()
    await world.service.idle()
    again = await world.act(live, first(live), Pass(), interaction=5000)
    assert isinstance(again, Applied | Repeated)
    assert again.live.version == 1
    await world.service.close()
