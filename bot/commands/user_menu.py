"""The user menu: commands on a person, without typing."""

import discord
from discord import app_commands

from bot.lobby.challenge import challenge_to_standard
from bot.lobby.hosting import Hosting
from bot.ui.answers import PUBLIC
from bot.ui.context import context_of
from bot.ui.places import ANYWHERE, TO_ANYONE


def challenge_menu(hosting: Hosting) -> app_commands.ContextMenu:
    """The user menu's "Challenge to gin"."""

    async def challenge(
        interaction: discord.Interaction, opponent: discord.Member | discord.User
    ) -> None:
        await challenge_to_standard(hosting, context_of(interaction), opponent)

    return app_commands.ContextMenu(
        name="Challenge to gin",
        callback=challenge,
        extras=PUBLIC,
        allowed_contexts=ANYWHERE,
        allowed_installs=TO_ANYONE,
    )
