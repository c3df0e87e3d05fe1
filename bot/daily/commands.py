"""`/gin daily`: the challenge, the board and the puzzle of the day."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.daily.handlers import screen_of
from bot.ui.reply import reply_to

if TYPE_CHECKING:
    from bot.app import GinBot


def daily_command(bot: "GinBot") -> app_commands.Command[Any, Any, Any]:
    """``/gin daily``; its buttons play the deals and ask the puzzle."""

    @app_commands.command(description="The daily challenge, its scores and the puzzle")
    async def daily(interaction: discord.Interaction) -> None:
        reply = reply_to(interaction)
        await reply.private(await screen_of(bot, reply))

    return daily
