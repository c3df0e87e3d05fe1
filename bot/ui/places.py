"""Where commands appear, and to whom the application may be added."""

from typing import Final

from discord import app_commands

IN_SERVERS: Final = app_commands.AppCommandContext(
    guild=True, dm_channel=False, private_channel=False
)
TO_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)
ANYWHERE: Final = app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True)
TO_ANYONE: Final = app_commands.AppInstallationType(guild=True, user=True)
"""Servers, and people who add the application to their own account."""
