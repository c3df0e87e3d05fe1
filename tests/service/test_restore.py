"""After a restore: buttons of the lost time play nothing, and no deal of that time comes again."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine import fairness
from engine.game import record
from engine.game.actions import Ready
from engine.game.cards import CardSet
from engine.game.match import MatchPhase
from engine.game.revision import revision
from engine.game.seats import Seat
from engine.service import Applied, LiveMatch, MatchCommand, Proof, Stale, SystemEntropy
from engine.service.live import stored_of
from engine.service.operations import maintenance
from engine.store import backup
from tests.bot.process.running import gin
from tests.service.world import World, existing, open_world, sensible

BACKED_UP = datetime(2027, 1, 15, 12, tzinfo=UTC)
RESTORED = BACKED_UP + timedelta(hours=3)


@dataclass
class Lost:
    """What people have of the time that the database forgets."""

    before: LiveMatch
    after_one: LiveMatch
    second_round: Proof
    hands: list[CardSet]


async def lose(folder: Path) -> Lost:
    """Play, back up, play on into the second round, and put the backup in place."""
    world = await open_world(folder)
    before = await world.match()
    for _ in range(6):
        before = await world.turn(before)
    copy = await backup.back_up(folder / "gin.db", folder / "backups", BACKED_UP)
    after_one = await world.turn(before)
    live = await second_round(world, after_one)
    proof = existing(await world.service.proof(live.id, 2))
    hands = hands_of(live)
    await world.service.close()
    await maintenance.restore(copy, folder / "gin.db", RESTORED, SystemEntropy())
    return Lost(before, after_one, proof, hands)


async def second_round(world: World, live: LiveMatch) -> LiveMatch:
    """Finish the first round and be ready with the same words each time."""
    live = await world.between(live)
    for seat in live.public().to_act:
        live = await world.did(live, seat, Ready(f"word of {seat}"))
    assert live.public().number == 2
    return live


def hands_of(live: LiveMatch) -> list[CardSet]:
    return [live.view(seat).hand for seat in live.public().seats]


def mover(live: LiveMatch) -> Seat:
    return live.public().to_act[0]


async def press(world: World, live: LiveMatch, number: int) -> object:
    """A sensible press of whoever is to move, by a button with revision ``number``."""
    seat = mover(live)
    user = existing(live.player(seat).user_id)
    return await world.service.act(
        MatchCommand(world.press(), live.id, user, sensible(live, seat), number)
    )


@pytest.mark.slow
async def test_a_button_of_the_lost_time_plays_nothing_although_its_number_comes_again(
    tmp_path: Path,
) -> None:
    lost = await lose(tmp_path)
    world = await open_world(tmp_path, last_id=9000, seed="later")
    live = await world.load(lost.before.id)
    assert live.public() == lost.before.public(), "the round in play keeps its cards"
    for old in (lost.before, lost.after_one):
        outcome = await press(world, live, old.revision(mover(old)))
        assert isinstance(outcome, Stale)
        assert outcome.is_of_lost_time
    live = await world.turn(live)
    assert revision_of(live) == revision_of(lost.after_one), "the same number as then"
    outcome = await press(world, live, lost.after_one.revision(mover(lost.after_one)))
    assert isinstance(outcome, Stale)
    assert outcome.is_of_lost_time
    assert (await world.load(live.id)).version == live.version
    outcome = await press(world, live, live.revision(mover(live)) - 1)
    assert isinstance(outcome, Stale)
    assert not outcome.is_of_lost_time, "an old button of after the restore is only old"
    await world.service.close()


def revision_of(live: LiveMatch) -> int:
    return revision(stored_of(live).match, mover(live))


@pytest.mark.slow
async def test_what_is_dealt_after_a_restore_was_never_shown(tmp_path: Path) -> None:
    lost = await lose(tmp_path)
    world = await open_world(tmp_path, last_id=9000, seed="later")
    live = await second_round(world, await world.load(lost.before.id))
    first, second = [await world.service.proof(live.id, number) for number in (1, 2)]
    assert first is not None
    assert second is not None
    assert second.contributions == lost.second_round.contributions, "all else is as it was then"
    assert hands_of(live) != lost.hands
    assert second.anchor == live.anchor != lost.second_round.anchor
    assert first.anchor == lost.before.anchor, "the round in play keeps its commitment"
    live = await world.between(live)
    kept = existing(await world.service.record(live.id))
    assert record.replay(kept).phase is MatchPhase.BETWEEN
    for number in (1, 2):
        proof = existing(await world.service.proof(live.id, number))
        assert proof.secret is not None
        secret = bytes.fromhex(proof.secret)
        assert fairness.is_secret_of(secret, number, bytes.fromhex(proof.anchor))
        label = fairness.deck_label(live.id, number, 0, 0)
        dealt = next(deal for deal in kept.deals if deal.number == number)
        assert dealt.deck == fairness.shuffled(secret, label, proof.contributions)
    await world.service.close()


@pytest.mark.slow
async def test_tables_and_invitations_are_drawn_again_with_new_commitments(
    world: World, tmp_path: Path
) -> None:
    live = await world.match()
    await world.service.messages.rendered(live, live.version, live.table.channel, None)
    lobby = existing(await world.service.lobby(await world.opened()))
    copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", BACKED_UP)
    await world.service.close()
    await maintenance.restore(copy, tmp_path / "gin.db", RESTORED, SystemEntropy())
    world = await open_world(tmp_path, last_id=9000)
    messages = world.service.messages
    behind = await messages.outdated_matches(10)
    assert [one.id for one in behind] == [live.id]
    [redrawn] = [one for one in await messages.outdated_lobbies(10) if one.id == lobby.id]
    assert redrawn.anchor != lobby.anchor
    assert behind[0].anchor != live.anchor
    await world.service.close()


@pytest.mark.slow
async def test_two_futures_of_one_backup_are_told_apart(tmp_path: Path) -> None:
    lost = await lose(tmp_path)
    [(_, copy)] = backup.backups(tmp_path / "backups")
    world = await open_world(tmp_path, last_id=9000)
    between = await world.load(lost.before.id)
    await world.service.close()
    await maintenance.restore(
        copy, tmp_path / "gin.db", RESTORED + timedelta(minutes=5), SystemEntropy()
    )
    world = await open_world(tmp_path, last_id=9500)
    live = await world.load(between.id)
    outcome = await press(world, live, between.revision(mover(between)))
    assert isinstance(outcome, Stale)
    assert outcome.is_of_lost_time
    assert isinstance(await press(world, live, live.revision(mover(live))), Applied)
    await world.service.close()


@pytest.mark.slow
async def test_a_restored_match_can_be_restored_again_and_proves_every_round(
    tmp_path: Path,
) -> None:
    lost = await lose(tmp_path)
    world = await open_world(tmp_path, last_id=9000, seed="later")
    live = await second_round(world, await world.load(lost.before.id))
    copy = await backup.back_up(tmp_path / "gin.db", tmp_path / "backups", RESTORED)
    await world.service.close()
    await maintenance.restore(
        copy, tmp_path / "gin.db", RESTORED + timedelta(days=1), SystemEntropy()
    )
    world = await open_world(tmp_path, last_id=20_000, seed="latest")
    live = await world.play(
        await world.load(live.id),
        lambda now: now.public().number == 3 and now.public().phase is MatchPhase.BETWEEN,
    )
    anchors = set()
    for number in (1, 2, 3):
        proof = existing(await world.service.proof(live.id, number))
        assert proof.secret is not None
        anchors.add(proof.anchor)
        secret = bytes.fromhex(proof.secret)
        assert fairness.is_secret_of(secret, number, bytes.fromhex(proof.anchor))
    assert len(anchors) == 3
    assert record.replay(existing(await world.service.record(live.id))).phase is MatchPhase.BETWEEN
    await world.service.close()


@pytest.mark.real_time
@pytest.mark.slow
async def test_a_database_that_other_tools_restored_begins_an_epoch_by_command(
    world: World,
    tmp_path: Path,
) -> None:
    live = await world.match()
    await world.service.close()
    async with gin(tmp_path, "new-epoch") as process:
        out, errors = await asyncio.wait_for(process.communicate(), 250)
    assert process.returncode == 0, errors.decode()
    assert b"1 running match" in out
    world = await open_world(tmp_path, last_id=9000)
    again = await world.load(live.id)
    assert again.anchor != live.anchor
    outcome = await press(world, again, live.revision(mover(live)))
    assert isinstance(outcome, Stale)
    assert outcome.is_of_lost_time
    await world.service.close()


@pytest.mark.parametrize("moves", [0, 5])
async def test_buttons_of_a_database_that_was_never_restored_keep_their_numbers(
    world: World, moves: int
) -> None:
    live = await world.match()
    for _ in range(moves):
        live = await world.turn(live)
    assert live.revision(mover(live)) == revision_of(live)
    assert not live.is_of_lost_time(revision_of(live))
