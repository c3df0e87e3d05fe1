"""`/gin daily`: the day's challenge, board and puzzle."""

from typing import Any

import discord
from discord import app_commands

from bot.daily.handlers import screen_of
from bot.ui.context import context_of


def daily_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin daily``; its buttons play the deals and show the puzzle."""

    @app_commands.command(description="The daily challenge, its scores and the puzzle")
    async def daily(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await screen_of(ctx))

    return daily
