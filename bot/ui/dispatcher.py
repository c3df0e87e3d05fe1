"""The dispatcher of every interaction: it counts, acknowledges in time, and answers errors.

An error becomes one private sentence with the known facts and the next step. Commands and presses
share it: a refusal is polite wherever it is raised.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

import discord
from discord import app_commands

from bot.ops.exits import AcceptedInteractions
from bot.ops.metrics import Ended, PressSource
from bot.ui.compose import Composer
from bot.ui.context import CONTEXT, Context
from bot.ui.i18n import mark
from bot.ui.listener import Messenger
from bot.ui.origin import Origin, log_context, origin_of, takes_files
from bot.ui.pacing import PressLimits
from bot.ui.reader import Reader
from bot.ui.reply import DiscordReply
from bot.ui.replying import Refusal, Reply
from bot.ui.requests import OF_DISCORD, described, may_pass
from bot.ui.routes import AnswerKind
from engine.store import (
    StoreBusyError,
    StoreError,
    StoreFailedError,
    StoreSlowError,
    StoreUnsureError,
)

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
_SLOW: Final = mark(
    "Gin's database takes too long to answer, so this isn't finished. Check what is shown now, "
    "then try again in a moment. If this keeps happening, tell the people who run Gin."
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
        case StoreSlowError():
            return _SLOW
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


InteractionWork: TypeAlias = Callable[[Context], Awaitable[Ended]]
"""The work for an interaction, which returns its outcome."""


@dataclass(frozen=True, slots=True)
class Answered:
    """How an interaction has ended. ``error``: what its work has raised, and was answered."""

    ended: Ended
    error: Exception | None = None


class InteractionDispatcher:
    """The single entry point of presses and commands.

    ``afterwards``: the callback after an answered interaction.
    """

    def __init__(
        self,
        messenger: Messenger,
        pace: PressLimits,
        afterwards: Callable[[discord.Interaction], Awaitable[None]],
    ) -> None:
        self.pace = pace
        self.accepted = AcceptedInteractions()
        self._messenger = messenger
        self._afterwards = afterwards

    async def receive(
        self,
        interaction: discord.Interaction,
        kind: AnswerKind,
        source: PressSource,
        work: InteractionWork,
        about: int | None = None,
    ) -> None:
        """Do ``work``; a stopping process leaves the interaction to its successor."""
        origin, reply = origin_of(interaction), self._reply(interaction, kind)
        await self._admitted(origin, reply, source, work, about, interaction)

    async def dispatch(
        self,
        origin: Origin,
        reply: Reply,
        source: PressSource,
        work: InteractionWork,
        about: int | None = None,
    ) -> Answered | None:
        """Do ``work`` for an interaction that does not come from Discord; ``None`` if stopping."""
        return await self._admitted(origin, reply, source, work, about, None)

    async def _admitted(
        self,
        origin: Origin,
        reply: Reply,
        source: PressSource,
        work: InteractionWork,
        about: int | None,
        interaction: discord.Interaction | None,
    ) -> Answered | None:
        with self.accepted.one() as may_begin:
            if not may_begin:
                return None
            with log_context(origin, about), self._messenger.metrics.press(source) as answer:
                reply.watch()
                try:
                    ctx = await self.context(origin, reply, interaction)
                    answered = await self._answered(ctx, work)
                    answer.ended = answered.ended
                finally:
                    reply.done()
            if interaction is not None:
                await self._afterwards(interaction)
            return answered

    async def _answered(self, ctx: Context, work: InteractionWork) -> Answered:
        if not self.pace.allows(ctx.user):
            return Answered(await answer_too_fast(ctx))
        try:
            return Answered(await work(ctx))
        except Exception as error:  # noqa: BLE001
            # The last line of defence: the person gets an answer to any failure.
            return Answered(await answer_error(ctx, error), error)

    async def context(
        self, origin: Origin, reply: Reply, interaction: discord.Interaction | None = None
    ) -> Context:
        """Make the context of an interaction and store it where commands find it."""
        messenger = self._messenger
        reader = await messenger.preferences.private(origin.user, origin.locale)
        ctx = Context(
            origin,
            messenger.client,
            messenger.service,
            messenger.preferences,
            messenger.members,
            messenger.presence,
            reader,
            reply,
            interaction,
        )
        if interaction is not None:
            messenger.members.saw(origin.guild, origin.user)
            interaction.extras[CONTEXT] = ctx
        return ctx

    def _reply(self, interaction: discord.Interaction, kind: AnswerKind) -> DiscordReply:
        composer = Composer(self._messenger.markup, takes_files(interaction))
        return DiscordReply(
            interaction, kind, composer, self._messenger.metrics, self._messenger.backlog
        )

    async def hint(self, interaction: discord.Interaction, work: InteractionWork) -> None:
        """Do ``work`` for a person who is typing, without an answer of its own."""
        with self.accepted.one() as may_begin:
            if may_begin and self.pace.allows(interaction.user.id, typing=True):
                origin, reply = origin_of(interaction), self._reply(interaction, AnswerKind.PRIVATE)
                with log_context(origin), self._messenger.metrics.press(PressSource.COMMAND):
                    await work(await self.context(origin, reply, interaction))
