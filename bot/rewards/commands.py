"""`/gin rewards`: coins, achievements and looks."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.rewards.handlers import screen_of
from bot.ui.reply import reply_to

if TYPE_CHECKING:
    from bot.app import GinBot


def rewards_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
    """``/gin rewards``."""

    @app_commands.command(description="Coins, achievements and shop")
    async def rewards(interaction: discord.Interaction) -> None:
        reply = reply_to(interaction)
        await reply.private(await screen_of(bot, reply))

    return rewards
