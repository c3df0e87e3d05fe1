"""`/gin daily …`: the challenge, the board and the puzzle of the day."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.areas.daily import play_day, screen_of
from bot.reply import reply_to

if TYPE_CHECKING:
    from bot.app import GinBot


class DailyCommands(app_commands.Group):
    """A challenge and a puzzle every day."""

    def __init__(self, bot: "GinBot") -> None:
        super().__init__(name="daily", description="A challenge every day")
        self._bot = bot

    @app_commands.command(description="Play today's deals, the same for all")
    async def play(self, interaction: discord.Interaction) -> None:
        reply = reply_to(interaction)
        await play_day(self._bot, reply)

    @app_commands.command(description="Today's scores and puzzle")
    async def board(self, interaction: discord.Interaction) -> None:
        reply = reply_to(interaction)
        await reply.private(await screen_of(self._bot, reply))
