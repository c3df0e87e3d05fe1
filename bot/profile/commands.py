"""`/gin profile`: a person's results and playing style."""

from typing import Any

import discord
from discord import app_commands

from bot.profile.handlers import hidden_screen, screen_of
from bot.ui.context import context_of
from bot.ui.refusal import Refusal
from engine.service import UserId


def profile_command() -> app_commands.Command[Any, Any, Any]:
    """``/gin profile``."""

    @app_commands.command(description="A player's rating, results and habits")
    @app_commands.describe(user="Whose profile (default: yours)")
    async def profile(interaction: discord.Interaction, user: discord.User | None = None) -> None:
        ctx = context_of(interaction)
        if user is not None and user.bot:
            raise Refusal("Bots don't have profiles.")
        owner = UserId(ctx.user if user is None else user.id)
        name = "" if user is None else user.display_name
        screen = await screen_of(ctx, owner, name=name)
        await ctx.reply.private(screen or await hidden_screen(ctx))

    return profile
