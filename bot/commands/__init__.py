"""The slash commands: thin functions that read the options and show a screen."""

from discord import app_commands

from bot.commands.gin import GinCommands
from bot.commands.person import challenge_menu
from bot.leaderboard.handlers import month_role_command
from bot.moderation.handlers import administration_commands
from bot.server.handlers import AdminCommands
from bot.wiring import Parts


def commands_of(
    parts: Parts,
) -> tuple[app_commands.Group, app_commands.Group, app_commands.ContextMenu]:
    """Return all commands of members and administrators, and the entries of the user menu."""
    admin = AdminCommands()
    for command in (*administration_commands(), month_role_command(parts.seasons)):
        admin.add_command(command)
    return GinCommands(parts), admin, challenge_menu(parts.hosting)
