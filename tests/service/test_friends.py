"""Friends and blocks."""

import pytest

from engine.service import LobbyCode, LobbyRefused
from engine.service.social.friends import MOST_BLOCKED, FriendOutcome
from engine.service.social.notes import NoteSent
from tests.keys import fresh
from tests.service.world import ANN, BOB, CEE, World, refusal
from tests.worlds.friends import become_friends


async def test_a_friendship_needs_both_and_shows_the_table_only_then(world: World) -> None:
    service = world.service
    live = await world.match(BOB, CEE)
    assert await service.friends.add(fresh(), ANN, BOB) is FriendOutcome.ASKED
    (asked,) = await service.friends.of(ANN.user_id)
    assert (asked.user_id, asked.mutual, asked.table) == (BOB.user_id, False, None)
    (asks,) = await service.friends.of(BOB.user_id)
    assert (asks.user_id, asks.name, asks.asks) == (ANN.user_id, ANN.name, True)
    assert await service.friends.add(fresh(), BOB, ANN) is FriendOutcome.FRIENDS
    (friend,) = await service.friends.of(ANN.user_id)
    assert friend.mutual
    assert friend.table is not None
    assert friend.table.match_id == live.id
    assert await service.friends.add(fresh(), ANN, BOB) is FriendOutcome.ALREADY
    assert await service.friends.add(fresh(), ANN, ANN) is FriendOutcome.SELF
    assert await service.friends.remove(fresh(), ANN.user_id, BOB.user_id)
    assert not await service.friends.remove(fresh(), ANN.user_id, BOB.user_id)
    (still,) = await service.friends.of(BOB.user_id)
    assert not still.mutual
    assert still.table is None


async def test_a_block_ends_friendship_challenges_tables_and_notes_silently(world: World) -> None:
    service = world.service
    await become_friends(world)
    assert await service.blocks.block(fresh(), ANN.user_id, BOB.user_id)
    assert await service.friends.of(ANN.user_id) == ()
    assert await service.friends.of(BOB.user_id) == ()
    for host, guest in ((ANN, BOB), (BOB, ANN)):
        outcome = await world.service.open_lobby(world.offer(host, guest))
        assert isinstance(outcome, LobbyRefused)
        assert outcome.code is LobbyCode.UNAVAILABLE
    lobby = await world.opened(ANN)
    assert refusal(await world.service.join(world.press(), lobby, BOB)) is LobbyCode.UNAVAILABLE
    assert await world.service.notes.send(world.press(), BOB, ANN.user_id, "hi") is (
        NoteSent.UNWANTED
    )
    # Who is blocked may still ask, and is told no more than anybody else.
    assert await service.friends.add(fresh(), BOB, ANN) is FriendOutcome.ASKED
    assert await service.friends.of(ANN.user_id) == ()
    assert await service.friends.add(fresh(), ANN, BOB) is FriendOutcome.BLOCKED
    assert await service.blocks.of(ANN.user_id) == (BOB.user_id,)
    assert await service.blocks.are_apart(BOB.user_id, ANN.user_id)
    assert await service.blocks.unblock(fresh(), ANN.user_id, BOB.user_id)
    assert not await service.blocks.are_apart(BOB.user_id, ANN.user_id)
    assert not await service.blocks.block(fresh(), ANN.user_id, ANN.user_id)


@pytest.mark.slow
async def test_a_block_list_is_bounded(world: World) -> None:
    service = world.service
    for other in range(MOST_BLOCKED):
        assert await service.blocks.block(fresh(), ANN.user_id, type(ANN.user_id)(10_000 + other))
    assert not await service.blocks.block(fresh(), ANN.user_id, BOB.user_id)
