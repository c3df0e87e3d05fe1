"""Conversion of errors to one private sentence with the known facts and the next step.

Commands and presses share it: a refusal is polite wherever it is raised.
"""

import logging
from typing import Final

from discord import app_commands

from bot.ops.metrics import Ended
from bot.ui.context import Context
from bot.ui.failures import OF_DISCORD, described, may_pass
from bot.ui.i18n import mark
from bot.ui.reader import Reader
from bot.ui.replying import Refusal
from engine.store import StoreBusyError, StoreError, StoreFailedError, StoreUnsureError

log = logging.getLogger(__name__)
# A request may have several steps, some of them done, so no sentence claims the opposite.
_UNSURE: Final = mark(
    "Gin can't tell whether that was saved. Check what is shown now before you try "
    "again; a new table or invitation appears here by itself."
)
_BUSY: Final = mark(
    "Gin is too busy to finish this. Check what is shown now, then try again in a moment."
)
_DISCORD: Final = mark(
    "Discord didn't accept part of this. Check what is shown now, then try again in a minute."
)
_FAILED: Final = mark(
    "Gin can't reach its database and couldn't finish this. Try again in a minute. If "
    "this keeps happening, tell the people who run Gin."
)
_BROKEN: Final = mark(
    "Something went wrong and Gin couldn't finish this. Check what is shown now, or "
    "type `/gin hand`, before you try again."
)
_TOO_FAST: Final = mark("Too fast. Try again in a moment.")
_CHANGED: Final = mark("This command has changed. Reload Discord and type it again.")
_NOT_HERE: Final = mark("Use this command on a server.")
_UNUSABLE: Final = mark(
    "One of the values can't be used. The suggestions that appear as you type show which ones work."
)


async def answer_error(ctx: Context, error: Exception) -> Ended:
    """Answer with the known facts after an error; return the outcome of the interaction."""
    if isinstance(error, Refusal):
        await ctx.refuse(error.sentence(ctx.reader.words))
        return Ended.REFUSED
    refused = _refusal_of_discord(error)
    if refused is not None:
        await ctx.refuse(ctx.t(refused))
        return Ended.REFUSED
    cause = getattr(error, "original", error)
    if isinstance(cause, StoreError):
        log.warning("an interaction could not be finished (%s)", cause)
    elif isinstance(cause, OF_DISCORD) and may_pass(cause):
        log.warning("an interaction could not be finished (Discord: %s)", described(cause))
    else:
        log.error("an interaction failed", exc_info=error)
    await ctx.refuse(failure_words(ctx.reader, cause))
    return Ended.FAILED


async def answer_too_fast(ctx: Context) -> Ended:
    """Answer that the person presses too often."""
    await ctx.refuse(ctx.t(_TOO_FAST))
    return Ended.TOO_FAST


async def answer_unusable(ctx: Context) -> Ended:
    """Refuse a value that the command never offered."""
    await ctx.refuse(ctx.t(_UNUSABLE))
    return Ended.REFUSED


def failure_words(reader: Reader, error: Exception) -> str:
    """Return one sentence with the known facts after an error and the next step."""
    return reader.words.t(failure_text(error))


def failure_text(error: Exception) -> str:
    """Return that sentence in English, to be translated."""
    match error:
        case StoreUnsureError():
            return _UNSURE
        case StoreBusyError():
            return _BUSY
        case StoreFailedError():
            return _FAILED
        case _ if isinstance(error, OF_DISCORD) and may_pass(error):
            return _DISCORD
        case _:
            return _BROKEN


def _refusal_of_discord(error: Exception) -> str | None:
    """Return the sentence for a command that discord.py itself refuses."""
    match error:
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return _CHANGED
        case app_commands.TransformerError():
            # Such as a person who has left this server.
            return _UNUSABLE
        case app_commands.NoPrivateMessage():
            return _NOT_HERE
        case _:
            return None
