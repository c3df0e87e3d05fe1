"""Every error of a command becomes one private sentence that says what to do."""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import app_commands

from bot.ui.i18n import mark
from bot.ui.log_context import log_context
from bot.ui.notice import notice_screen
from bot.ui.reader import Reader
from bot.ui.reply import reply_to
from engine.store import StoreBusyError, StoreError, StoreFailedError, StoreUnsureError

if TYPE_CHECKING:
    from bot.app import GinBot

log = logging.getLogger(__name__)
REFUSED: Final = "refused"
"""Key in an interaction's extras: the command said no."""
# A request may have several steps, some of them done: no sentence denies that.
_UNSURE: Final = mark(
    "Gin can't tell whether that was saved. Look at what is shown now before you try again; a "
    "new table or invitation appears here by itself."
)
_BUSY: Final = mark(
    "Gin is too busy to finish this. Look at what is shown now, then try again in a moment."
)
_FAILED: Final = mark(
    "Gin can't reach its storage and couldn't finish this. Try again in a minute. If it keeps "
    "happening, tell the people who run Gin."
)
_BROKEN: Final = mark(
    "Something went wrong and Gin couldn't finish this. Look at what is shown now, or type "
    "`/gin hand`, before you try again."
)
OLD_BUTTON: Final = mark(
    "This button is from an older version. See `/gin help` for how to get started."
)


class Refusal(app_commands.AppCommandError):
    """An option that cannot be used; the text is for the person, in their language."""


def polite(callback: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """Answer a refusal, and trouble of the storage, where it is raised: neither is our error."""

    async def call(*arguments: Any, **options: Any) -> None:
        try:
            await callback(*arguments, **options)
        except Refusal as refusal:
            interaction = next(one for one in arguments if isinstance(one, discord.Interaction))
            interaction.extras[REFUSED] = True
            await reply_to(interaction).private(notice_screen(str(refusal)))
        except StoreError as trouble:
            interaction = next(one for one in arguments if isinstance(one, discord.Interaction))
            interaction.extras[REFUSED] = True
            await answer_trouble(interaction, trouble)

    return call


async def answer_trouble(interaction: discord.Interaction, trouble: StoreError) -> None:
    """The storage is slow or away: no error of the bot, and the person hears what is certain."""
    log.warning("a command could not be finished (%s)", trouble)
    bot: GinBot = interaction.client  # type: ignore[assignment]
    reader = await bot.readers.of(interaction)
    await reply_to(interaction).private(notice_screen(failure_words(reader, trouble)))


async def answer_too_fast(bot: "GinBot", interaction: discord.Interaction["GinBot"]) -> None:
    """Commands have the pace of presses."""
    t = (await bot.readers.of(interaction)).words.t
    text = t("Too fast. Try again in a moment.")
    await reply_to(interaction).private(notice_screen(text))


def failure_words(reader: Reader, error: Exception) -> str:
    """The facts that are certain after an error, in one sentence that says what to do."""
    cause = getattr(error, "original", error)
    match cause:
        case StoreUnsureError():
            return reader.words.t(_UNSURE)
        case StoreBusyError():
            return reader.words.t(_BUSY)
        case StoreFailedError():
            return reader.words.t(_FAILED)
        case _:
            return reader.words.t(_BROKEN)


async def answer_unusable(bot: "GinBot", interaction: discord.Interaction["GinBot"]) -> None:
    """A value that the command never offered to take."""
    interaction.extras[REFUSED] = True
    t = (await bot.readers.of(interaction)).words.t
    text = t(
        "One of the values can't be used. The suggestions that appear as you type show "
        "which ones work."
    )
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
            # Such as a person who is no longer on this server.
            await answer_unusable(bot, interaction)
            return
        elif isinstance(error, app_commands.NoPrivateMessage):
            text = t("Use this command on a server.")
        elif isinstance(error, app_commands.MissingPermissions):
            text = t("Only admins of this server can do that.")
        else:
            with log_context(interaction):
                log.error("a command failed", exc_info=error)
            text = failure_words(reader, error)
        await reply_to(interaction).private(notice_screen(text))

    return answer
