"""People who become friends."""

from engine.service.social.friends import FriendOutcome
from tests.keys import fresh
from tests.service.world import ANN, BOB, World


async def become_friends(world: World) -> None:
    assert await world.service.friends.add(fresh(), ANN, BOB) is FriendOutcome.ASKED
    assert await world.service.friends.add(fresh(), BOB, ANN) is FriendOutcome.FRIENDS
