"""The slash commands, thin: they read the options and show a screen."""

from typing import TYPE_CHECKING

from bot.commands.failures import answer_failure
from bot.commands.gin import GinCommands, challenge_menu

if TYPE_CHECKING:
    from bot.app import GinBot


def register(bot: "GinBot") -> None:
    """Add every command to the bot's tree."""
    bot.tree.add_command(GinCommands(bot))
    bot.tree.add_command(challenge_menu(bot))
    bot.tree.error(answer_failure(bot))
