"""Every error of a command becomes one private sentence that says what to do."""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.log_context import log_context
from bot.presenter.pages import notice_screen
from bot.reply import reply_to

if TYPE_CHECKING:
    from bot.app import GinBot

log = logging.getLogger(__name__)
REFUSED: Final = "refused"
"""Key in an interaction's extras: the command said no."""


class Unusable(app_commands.AppCommandError):
    """An option that cannot be used; the text is for the person, in their language."""


def polite(callback: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Answer a refusal where it is raised: saying no is no error of the bot."""

    async def call(*arguments: Any, **options: Any) -> None:
        try:
            await callback(*arguments, **options)
        except Unusable as refusal:
            interaction = next(one for one in arguments if isinstance(one, discord.Interaction))
            interaction.extras[REFUSED] = True
            await reply_to(interaction).private(notice_screen(str(refusal)))

    return call


async def answer_unusable(bot: "GinBot", interaction: discord.Interaction["GinBot"]) -> None:
    """A value that the command never offered to take."""
    interaction.extras[REFUSED] = True
    t = (await bot.readers.of(interaction)).words.t
    text = t("One of the values cannot be used; the hints while typing show which can.")
    await reply_to(interaction).private(notice_screen(text))


def answer_failure(
    bot: "GinBot",
) -> Callable[
    [discord.Interaction["GinBot"], app_commands.AppCommandError], Coroutine[Any, Any, None]
]:
    """The tree's error handler."""

    async def answer(
        interaction: discord.Interaction["GinBot"], error: app_commands.AppCommandError
    ) -> None:
        reader = await bot.readers.of(interaction)
        t = reader.words.t
        if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
            text = t("This command has changed. Reload Discord and type it again.")
        elif isinstance(error, app_commands.TransformerError):
            # Such as somebody who is not on this server any more.
            await answer_unusable(bot, interaction)
            return
        elif isinstance(error, app_commands.NoPrivateMessage):
            text = t("Use this command on a server.")
        elif isinstance(error, app_commands.MissingPermissions):
            text = t("Only administrators of this server may do that.")
        else:
            with log_context(interaction):
                log.error("a command failed", exc_info=error)
            text = t("Something went wrong here; nothing was lost. Try again.")
        await reply_to(interaction).private(notice_screen(text))

    return answer
