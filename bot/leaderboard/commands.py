"""`/gin leaderboard`: the best players of the server."""

from typing import Any

import discord
from discord import app_commands

from bot.leaderboard.handlers import first_screen
from bot.presses.board import ShownLeaderboard
from bot.ui.context import context_of


def leaderboard_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin leaderboard``."""

    @app_commands.command(description="The best players of this server")
    async def leaderboard(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await first_screen(ctx, ShownLeaderboard()))

    return leaderboard
