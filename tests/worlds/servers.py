"""Servers: their administrators and their settings."""

from typing import Any

import discord

from engine.service import GuildConfig, GuildId, InteractionId, UserId
from tests.journeys.world import World


async def admins(world: World) -> None:
    role = world.env.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    boss = world.env.create_user("boss", global_name="Boss")
    world.members[0] = world.env.guild.add_member(boss, roles=[role])


def boss_of(world: World) -> Any:
    role = world.env.guild.create_role("Host", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user("boss", global_name="Boss")
    return world.env.guild.add_member(user, roles=[role])


async def settled(world: World, **chosen: object) -> None:
    """Settings of the server, as an administrator left them."""
    config = GuildConfig.model_validate(chosen)
    guild = GuildId(world.env.guild.id)
    await world.service.set_guild_config(InteractionId(1), guild, UserId(1), config)
