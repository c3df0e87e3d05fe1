"""Administrators and the settings of their server."""

import discord

from tests.journeys.world import World, shown


async def configured(world: World, **options: object) -> tuple[str, bool]:
    """What an administrator is told; the owner of the server is one."""
    result = await world.slash(world.members[0], "admin preset", **options)
    return shown(result.response, result.response.components).text, result.ephemeral


async def admins(world: World) -> None:
    role = world.env.guild.create_role("Boss", permissions=discord.Permissions(manage_guild=True))
    boss = world.env.create_user("boss", global_name="Boss")
    world.members[0] = world.env.guild.add_member(boss, roles=[role])
