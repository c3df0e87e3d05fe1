"""`/gin profile`: what somebody has played, and how."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.profile.handlers import hidden_screen, screen_of
from bot.ui.errors import Refusal
from bot.ui.reply import reply_to
from engine.service import UserId

if TYPE_CHECKING:
    from bot.app import GinBot


def profile_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
    """``/gin profile``."""

    @app_commands.command(description="A player's rating, results and habits")
    @app_commands.describe(user="Whose profile (default: yours)")
    async def profile(interaction: discord.Interaction, user: discord.User | None = None) -> None:
        reply = reply_to(interaction)
        if user is not None and user.bot:
            t = (await bot.readers.of(interaction)).words.t
            raise Refusal(t("Bots don't have profiles."))
        owner = UserId(interaction.user.id if user is None else user.id)
        name = "" if user is None else user.display_name
        screen = await screen_of(bot, reply, owner, name=name)
        await reply.private(screen or await hidden_screen(bot, reply))

    return profile
