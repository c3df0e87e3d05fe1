"""`/gin stats …`: figures about this server."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.coach.deal_stats_screen import deals_screen
from bot.ui.reply import reply_to
from engine.service import GuildId

if TYPE_CHECKING:
    from bot.app import GinBot


class StatsCommands(app_commands.Group):
    """Figures about this server."""

    def __init__(self, bot: "GinBot") -> None:
        super().__init__(name="stats", description="Server statistics")
        self._bot = bot

    @app_commands.command(description="Deal statistics")
    async def deals(self, interaction: discord.Interaction) -> None:
        reply = reply_to(interaction)
        reader = await self._bot.readers.of(interaction)
        hands = await self._bot.service.dealt_hands(GuildId(interaction.guild_id or 0))
        await reply.private(deals_screen(reader, hands))
