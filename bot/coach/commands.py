"""`/gin stats …`: figures about this server."""

import discord
from discord import app_commands

from bot.coach.deal_stats_screen import deals_screen
from bot.ui.context import context_of


class StatsCommands(app_commands.Group):
    """Figures about this server."""

    def __init__(self) -> None:
        super().__init__(name="stats", description="Server statistics")

    @app_commands.command(description="Deal statistics")
    async def deals(self, interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        hands = await ctx.service.dealt_hands(ctx.guild)
        await ctx.reply.private(deals_screen(ctx.reader, hands))
