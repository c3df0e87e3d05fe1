"""Servers that somebody sets up."""

from typing import Any

import discord

from tests.journeys.world import World


def boss_of(world: World) -> Any:
    role = world.env.guild.create_role("Host", permissions=discord.Permissions(manage_guild=True))
    user = world.env.create_user("boss", global_name="Boss")
    return world.env.guild.add_member(user, roles=[role])
