"""The user menu: commands on a person, without typing."""

import discord
from discord import app_commands

from bot.lobby.challenge import challenge_to_standard
from bot.lobby.hosting import Hosting
from bot.ui.answers import PUBLIC
from bot.ui.context import context_of
from bot.ui.places import IN_SERVERS, TO_SERVERS


def challenge_menu(hosting: Hosting) -> app_commands.ContextMenu:
    """The user menu's "Challenge to gin"."""

    async def challenge(interaction: discord.Interaction, opponent: discord.Member) -> None:
        await challenge_to_standard(hosting, context_of(interaction), opponent)

    return app_commands.ContextMenu(
        name="Challenge to gin",
        callback=challenge,
        extras=PUBLIC,
        allowed_contexts=IN_SERVERS,
        allowed_installs=TO_SERVERS,
    )
