"""Days that members play."""

from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle

from tests.journeys.world import Shown, World, shown


async def typed(
    world: World, member: MemberActor, command: str, channel: ChannelHandle | None = None
) -> Shown:
    place = world.channel if channel is None else channel
    result = await member.slash(place, f"gin {command}")
    await world.settle()
    assert result.ephemeral, "a day is nobody else's business"
    assert result.response is not None
    return shown(result.response, result.response.components)


async def play_day(world: World, member: MemberActor, channel: ChannelHandle | None = None) -> Any:
    """Begin today's challenge, or go on with it, by the button under the day."""
    day = await typed(world, member, "daily", channel)
    button = "Continue" if day.has("Continue") else "Play the deals"
    result = await world.press(member, day, button)
    assert result.ephemeral, "a day is nobody else's business"
    return result
