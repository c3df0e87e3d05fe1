"""The interaction of each log line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
from structlog.contextvars import bound_contextvars

from bot.ui.custom_id import CustomId


@contextmanager
def log_context(
    interaction: discord.Interaction[Any], press: CustomId | None = None
) -> Iterator[None]:
    """Add the interaction, the server and, for a press, the match or lobby to every log line."""
    about = {} if press is None else {"match": press.id}
    with bound_contextvars(interaction=interaction.id, guild=interaction.guild_id or 0, **about):
        yield
