"""The dispatcher of every interaction: it counts, acknowledges in time, and answers errors."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from bot.ops.exits import AcceptedInteractions
from bot.ops.metrics import Ended, PressSource
from bot.ui.compose import Composer
from bot.ui.context import CONTEXT, Context
from bot.ui.custom_id import CustomId
from bot.ui.errors import answer_error, answer_too_fast
from bot.ui.listener import Messenger
from bot.ui.origin import Origin, log_context, origin_of, takes_files
from bot.ui.pacing import PressLimits
from bot.ui.reply import DiscordReply
from bot.ui.replying import Reply
from bot.ui.routes import AnswerKind

InteractionWork: TypeAlias = Callable[[Context], Awaitable[Ended]]
"""The work for an interaction, which returns its outcome."""


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
        press: CustomId | None = None,
    ) -> None:
        """Do ``work``; a stopping process leaves the interaction to its successor."""
        origin, reply = origin_of(interaction), self._reply(interaction, kind)
        await self._admitted(origin, reply, source, work, press, interaction)

    async def dispatch(
        self,
        origin: Origin,
        reply: Reply,
        source: PressSource,
        work: InteractionWork,
        press: CustomId | None = None,
    ) -> Ended | None:
        """Do ``work`` for an interaction that does not come from Discord; ``None`` if stopping."""
        return await self._admitted(origin, reply, source, work, press, None)

    async def _admitted(
        self,
        origin: Origin,
        reply: Reply,
        source: PressSource,
        work: InteractionWork,
        press: CustomId | None,
        interaction: discord.Interaction | None,
    ) -> Ended | None:
        with self.accepted.one() as may_begin:
            if not may_begin:
                return None
            with log_context(origin, press), self._messenger.metrics.press(source) as answer:
                reply.watch()
                try:
                    ctx = await self.context(origin, reply, interaction)
                    answer.ended = await self._answered(ctx, work)
                finally:
                    reply.done()
            if interaction is not None:
                await self._afterwards(interaction)
            return answer.ended

    async def _answered(self, ctx: Context, work: InteractionWork) -> Ended:
        if not self.pace.allows(ctx.user):
            return await answer_too_fast(ctx)
        try:
            return await work(ctx)
        except Exception as error:  # noqa: BLE001
            # The last line of defence: the person gets an answer to any failure.
            return await answer_error(ctx, error)

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
