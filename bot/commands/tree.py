"""The command tree of discord.py: commands are received like presses, each error answered once."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord
from discord import app_commands

from bot.ops.metrics import Ended, PressSource
from bot.ui.context import Context, context_of
from bot.ui.discord_private import replace_callback
from bot.ui.dispatcher import InteractionDispatcher, answer_unusable
from bot.ui.publishing import is_usable
from bot.ui.replying import Refusal
from bot.ui.requests import CUT
from bot.ui.routes import kind_of_command
from engine.store import StoreError

HINT_SECONDS: Final = 2.0
"""The time limit for autocomplete hints."""


def polite(command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu) -> None:
    """Keep a command's refusals from the library, which treats every exception as an error."""
    callback: Callable[..., Awaitable[None]] = command.callback

    async def call(*arguments: Any, **options: Any) -> None:
        try:
            await callback(*arguments, **options)
        except (Refusal, StoreError) as refusal:
            interaction = next(one for one in arguments if isinstance(one, discord.Interaction))
            context_of(interaction).refusal = refusal

    replace_callback(command, call)


class GinCommandTree(app_commands.CommandTree[discord.Client]):
    """The command tree that counts, times and logs every command with its interaction."""

    def __init__(self, client: discord.Client, dispatcher: InteractionDispatcher) -> None:
        super().__init__(client)
        self._dispatcher = dispatcher

    def add(self, top: app_commands.Group | app_commands.ContextMenu) -> None:
        """Add a top-level command with all its subcommands."""
        self.add_command(top)
        for one in top.walk_commands() if isinstance(top, app_commands.Group) else (top,):
            if not isinstance(one, app_commands.Group):
                polite(one)

    async def interaction_check(self, interaction: discord.Interaction) -> bool:
        """Refuse invalid options before any command sees them."""
        data: Mapping[str, Any] = interaction.data or {}
        if interaction.type is not discord.InteractionType.application_command or is_usable(
            interaction.command, data
        ):
            return True
        await answer_unusable(context_of(interaction))
        return False

    async def _call(self, interaction: discord.Interaction) -> None:
        # The library has no public hook that wraps a command.
        if interaction.type is discord.InteractionType.autocomplete:
            await self._hint(interaction)
            return
        await self._dispatcher.receive(
            interaction, kind_of_command(interaction), PressSource.COMMAND, self._perform
        )

    async def on_error(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Pass the error to the dispatcher, which answers all errors."""
        raise error

    async def _perform(self, ctx: Context) -> Ended:
        await super()._call(ctx.at_discord)
        if ctx.refusal is not None:
            raise ctx.refusal
        return Ended.REFUSED if ctx.at_discord.command_failed else Ended.ANSWERED

    async def _hint(self, interaction: discord.Interaction) -> None:
        """Answer a hint in time or not at all: Discord rejects one after three seconds."""
        with contextlib.suppress(TimeoutError, app_commands.AppCommandError):
            async with asyncio.timeout(HINT_SECONDS):
                await self._dispatcher.hint(interaction, self._perform)
        if not interaction.response.is_done():
            with contextlib.suppress(discord.HTTPException, *CUT):
                await interaction.response.autocomplete([])
