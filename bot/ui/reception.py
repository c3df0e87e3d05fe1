"""The reception of every interaction: it counts, acknowledges in time, and answers errors."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord

from bot.ops.leaving import AcceptedInteractions
from bot.ops.metrics import Ended, Source
from bot.ui.answers import Answer
from bot.ui.context import CONTEXT, Context
from bot.ui.custom_id import CustomId
from bot.ui.errors import answer_error, answer_too_fast
from bot.ui.log_context import log_context
from bot.ui.outlet import Outlet
from bot.ui.pace import Pace
from bot.ui.reply import Reply

Work: TypeAlias = Callable[[Context], Awaitable[Ended]]
"""The work for an interaction, which returns its outcome."""


class Reception:
    """The single entry point of presses and commands.

    ``afterwards``: the callback after an answered interaction.
    """

    def __init__(
        self,
        outlet: Outlet,
        pace: Pace,
        afterwards: Callable[[discord.Interaction], Awaitable[None]],
    ) -> None:
        self.pace = pace
        self.accepted = AcceptedInteractions()
        self._outlet = outlet
        self._afterwards = afterwards

    async def receive(
        self,
        interaction: discord.Interaction,
        kind: Answer,
        source: Source,
        work: Work,
        press: CustomId | None = None,
    ) -> None:
        """Do ``work``; a stopping process leaves the interaction to its successor."""
        with self.accepted.one() as may_begin:
            if not may_begin:
                return
            with log_context(interaction, press), self._outlet.metrics.press(source) as answer:
                answer.ended = await self._answered(interaction, kind, work)
            await self._afterwards(interaction)

    async def _answered(self, interaction: discord.Interaction, kind: Answer, work: Work) -> Ended:
        reply = Reply(interaction, kind, self._outlet.markup, self._outlet.metrics)
        reply.watch()
        try:
            ctx = await self.context(interaction, reply)
            if not self.pace.allows(interaction.user.id):
                return await answer_too_fast(ctx)
            try:
                return await work(ctx)
            except Exception as error:  # noqa: BLE001
                # The last line of defence: the person gets an answer to any failure.
                return await answer_error(ctx, error)
        finally:
            reply.done()

    async def context(self, interaction: discord.Interaction, reply: Reply) -> Context:
        """Make the context of an interaction and store it where commands find it."""
        outlet = self._outlet
        reader = await outlet.preferences.of(interaction)
        ctx = Context(interaction, outlet.service, outlet.preferences, reader, reply)
        interaction.extras[CONTEXT] = ctx
        return ctx

    async def hint(self, interaction: discord.Interaction, work: Work) -> None:
        """Do ``work`` for a person who is typing, without an answer of its own."""
        with self.accepted.one() as may_begin:
            if may_begin and self.pace.allows(interaction.user.id, typing=True):
                reply = Reply(
                    interaction, Answer.PRIVATE, self._outlet.markup, self._outlet.metrics
                )
                with log_context(interaction), self._outlet.metrics.press(Source.COMMAND):
                    await work(await self.context(interaction, reply))
