"""`/gin rewards`: coins, achievements and looks."""

from typing import Any

import discord
from discord import app_commands

from bot.rewards.handlers import screen_of
from bot.ui.context import context_of


def rewards_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin rewards``."""

    @app_commands.command(description="Coins, achievements and shop")
    async def rewards(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(await screen_of(ctx))

    return rewards
