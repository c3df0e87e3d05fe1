"""`/gin hand` and `/gin bump`: the commands at a table."""

from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.match.hand.panel import open_panel
from bot.match.table_handlers import move_down
from bot.match.wiring import MatchChat
from bot.tables.which_match import my_table
from bot.ui.context import context_of

Asked: TypeAlias = discord.Interaction
Command: TypeAlias = app_commands.Command[Any, ..., None]


def hand_command(chat: MatchChat) -> Command:
    """``/gin hand``."""

    @app_commands.command(description="Show your hand")
    async def hand(interaction: Asked) -> None:
        ctx = context_of(interaction)
        live = await my_table(ctx)
        await open_panel(chat, ctx, live)

    return hand


def bump_command(chat: MatchChat) -> Command:
    """``/gin bump``."""

    @app_commands.command(description="Repost your table at the bottom of the channel")
    async def bump(interaction: Asked) -> None:
        ctx = context_of(interaction)
        live = await my_table(ctx)
        await move_down(chat, ctx, live)

    return bump
