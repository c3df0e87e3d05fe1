"""Rooms of a server."""

from engine.service import GuildConfig, GuildId, InteractionId, UserId
from tests.journeys.world import World


async def settled(world: World, **chosen: object) -> None:
    """Settings of the server, as an administrator left them."""
    config = GuildConfig.model_validate(chosen)
    guild = GuildId(world.env.guild.id)
    await world.service.set_guild_config(InteractionId(1), guild, UserId(1), config)
