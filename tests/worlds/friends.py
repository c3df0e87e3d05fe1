"""People who become friends, and what commands tell them."""

from typing import Any

from simcord.actors import MemberActor

from engine.service.social.friends import FriendOutcome
from tests.journeys.paths import ask
from tests.journeys.world import Shown, World, shown
from tests.keys import fresh
from tests.service.world import ANN, BOB
from tests.service.world import World as Served


async def told(world: World, member: MemberActor, command: str, **options: Any) -> Shown:
    """The private answer to a command."""
    result = await ask(world, member, command, **options)
    assert result.response is not None
    assert result.response.ephemeral
    return shown(result.response, result.response.components)


async def become_friends(world: Served) -> None:
    assert await world.service.friends.add(fresh(), ANN, BOB) is FriendOutcome.ASKED
    assert await world.service.friends.add(fresh(), BOB, ANN) is FriendOutcome.FRIENDS
