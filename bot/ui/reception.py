"""Receives every interaction: counts it, acknowledges it in time, answers whatever goes wrong."""

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
"""What is done about an interaction, and how that ends."""


class Reception:
    """The one way in, for presses and for commands.

    ``afterwards``: what is done with an interaction once it has been answered.
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
        """Do ``work``; a process that ends accepts no more, and its successor gets the same."""
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
                # The last line of defence: whatever failed, the person gets an answer.
                return await answer_error(ctx, error)
        finally:
            reply.done()

    async def context(self, interaction: discord.Interaction, reply: Reply) -> Context:
        """Make the context of an interaction and leave it where commands find it."""
        outlet = self._outlet
        reader = await outlet.preferences.of(interaction)
        ctx = Context(interaction, outlet.service, outlet.preferences, reader, reply)
        interaction.extras[CONTEXT] = ctx
        return ctx

    async def hint(self, interaction: discord.Interaction, work: Work) -> None:
        """Do ``work`` for somebody who is typing, without an answer of its own."""
        with self.accepted.one() as may_begin:
            if may_begin and self.pace.allows(interaction.user.id, typing=True):
                reply = Reply(
                    interaction, Answer.PRIVATE, self._outlet.markup, self._outlet.metrics
                )
                with log_context(interaction), self._outlet.metrics.press(Source.COMMAND):
                    await work(await self.context(interaction, reply))
