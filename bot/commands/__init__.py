"""The slash commands, thin: they read the options and show a screen."""

from typing import TYPE_CHECKING

from discord import app_commands

from bot.commands.gin import GinCommands, challenge_menu
from bot.leaderboard.season_commands import season_commands
from bot.match.tv.commands import tv_admin_command
from bot.moderation.commands import administration_commands
from bot.server.commands import AdminCommands
from bot.ui.errors import answer_failure, polite

if TYPE_CHECKING:
    from bot.app import GinBot


def commands_of(
    bot: "GinBot",
) -> tuple[app_commands.Group, app_commands.Group, app_commands.ContextMenu]:
    """Everything that members and administrators can type, and what stands in a user's menu."""
    admin = AdminCommands(bot)
    for command in (*administration_commands(bot), *season_commands(bot), tv_admin_command(bot)):
        admin.add_command(command)
    return GinCommands(bot), admin, challenge_menu(bot)


def register(bot: "GinBot") -> None:
    """Add every command to the bot's tree."""
    group, admin, menu = commands_of(bot)
    for top in (group, admin, menu):
        bot.tree.add_command(top)
    bot.tree.error(answer_failure(bot))
    for command in (*group.walk_commands(), *admin.walk_commands(), menu):
        if not isinstance(command, app_commands.Group):
            # There is no public way to surround a callback once its options have been read.
            command._callback = polite(command._callback)  # type: ignore[assignment]
