"""`/gin events`: the events of a server."""

from typing import Any

import discord
from discord import app_commands

from bot.events.showing import list_of
from bot.ui.context import context_of


def events_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin events``."""

    @app_commands.command(description="Tournaments, arenas and leagues of this server")
    async def events(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await list_of(ctx))

    return events
