"""Messages between friends."""

from typing import Any

from simcord.actors import MemberActor

from tests.journeys.paths import ask
from tests.journeys.world import Shown, World, shown


async def told(world: World, member: MemberActor, command: str, **options: Any) -> Shown:
    """The private answer to a command."""
    result = await ask(world, member, command, **options)
    assert result.response is not None
    assert result.response.ephemeral
    return shown(result.response, result.response.components)
