"""Where commands appear, and to whom the application may be added."""

from typing import Final

from discord import app_commands

IN_SERVERS: Final = app_commands.AppCommandContext(
    guild=True, dm_channel=False, private_channel=False
)
TO_SERVERS: Final = app_commands.AppInstallationType(guild=True, user=False)
