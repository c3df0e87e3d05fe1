"""The slash commands, thin: they read the options and show a screen."""

from typing import TYPE_CHECKING

from discord import app_commands

from bot.commands.failures import answer_failure, polite
from bot.commands.gin import GinCommands, challenge_menu

if TYPE_CHECKING:
    from bot.app import GinBot


def register(bot: "GinBot") -> None:
    """Add every command to the bot's tree."""
    bot.tree.add_command(GinCommands(bot))
    menu = challenge_menu(bot)
    bot.tree.add_command(menu)
    bot.tree.error(answer_failure(bot))
    for command in (*bot.tree.walk_commands(), menu):
        if not isinstance(command, app_commands.Group):
            # There is no public way to surround a callback once its options have been read.
            command._callback = polite(command._callback)  # type: ignore[assignment]
