"""`/gin privacy …`: what is stored about oneself, as a file or not at all."""

import asyncio
from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.account.privacy import confirm_delete_screen, export_file, export_screen
from bot.ui.reply import reply_to
from engine.service import UserId

if TYPE_CHECKING:
    from bot.app import GinBot


class PrivacyCommands(app_commands.Group):
    """One's own data."""

    def __init__(self, bot: "GinBot") -> None:
        super().__init__(name="privacy", description="What Gin has stored about you")
        self._bot = bot

    @app_commands.command(description="Get everything stored about you as a file only you see")
    async def export(self, interaction: discord.Interaction) -> None:
        reader = await self._bot.readers.of(interaction)
        data = await self._bot.service.export_of(UserId(interaction.user.id))
        download = await asyncio.to_thread(export_file, data)
        await reply_to(interaction).private(export_screen(reader, download))

    @app_commands.command(description="Delete everything stored about you")
    async def delete(self, interaction: discord.Interaction) -> None:
        reader = await self._bot.readers.of(interaction)
        await reply_to(interaction).private(confirm_delete_screen(reader))
