"""The slash commands, thin: they read the options and show a screen."""

from typing import TYPE_CHECKING

from discord import app_commands

from bot.commands.failures import answer_failure, polite
from bot.commands.gin import GinCommands, challenge_menu

if TYPE_CHECKING:
    from bot.app import GinBot


def commands_of(bot: "GinBot") -> tuple[app_commands.Group, app_commands.ContextMenu]:
    """Everything that can be typed, and what stands in the menu of a user."""
    return GinCommands(bot), challenge_menu(bot)


def register(bot: "GinBot") -> None:
    """Add every command to the bot's tree."""
    group, menu = commands_of(bot)
    bot.tree.add_command(group)
    bot.tree.add_command(menu)
    bot.tree.error(answer_failure(bot))
    for command in (*group.walk_commands(), menu):
        if not isinstance(command, app_commands.Group):
            # There is no public way to surround a callback once its options have been read.
            command._callback = polite(command._callback)  # type: ignore[assignment]
