"""`/gin privacy …`: export or delete a person's stored data."""

import asyncio

import discord
from discord import app_commands

from bot.account.privacy import confirm_delete_screen, export_file, export_screen
from bot.ui.context import context_of


class PrivacyCommands(app_commands.Group):
    """The commands about a person's stored data."""

    def __init__(self) -> None:
        super().__init__(name="privacy", description="What Gin has stored about you")

    @app_commands.command(description="Get everything stored about you as a file only you see")
    async def export(self, interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        data = await ctx.service.export_of(ctx.user)
        download = await asyncio.to_thread(export_file, data)
        await ctx.reply.private(export_screen(ctx.reader, download))

    @app_commands.command(description="Delete everything stored about you")
    async def delete(self, interaction: discord.Interaction) -> None:
        ctx = context_of(interaction)
        await ctx.reply.private(confirm_delete_screen(ctx.reader))
