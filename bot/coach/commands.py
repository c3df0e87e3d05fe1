"""`/gin-admin deals`: a server's deals compared with chance."""

from typing import Any

import discord
from discord import app_commands

from bot.coach.deal_stats_screen import deals_screen
from bot.ui.context import context_of


def deals_command() -> app_commands.Command[Any, ..., None]:
    """``/gin-admin deals``."""

    @app_commands.command(description="Deal statistics")
    async def deals(interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        hands = await ctx.service.dealt_hands(ctx.guild)
        await ctx.reply.private(deals_screen(ctx.reader, hands))

    return deals
