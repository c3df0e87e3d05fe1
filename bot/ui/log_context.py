"""The interaction of each log line."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from structlog.contextvars import bound_contextvars

from bot.ui.custom_id import CustomId
from bot.ui.origin import Origin


@contextmanager
def log_context(origin: Origin, press: CustomId | None = None) -> Iterator[None]:
    """Add the interaction, the server and, for a press, the match or lobby to every log line."""
    about: dict[str, Any] = {} if press is None else {"match": press.id}
    with bound_contextvars(interaction=origin.key, guild=origin.guild, **about):
        yield
