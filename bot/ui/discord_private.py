"""What Gin needs of discord.py that has no public name there.

Nothing else in the bot touches a private part of the library. ``tests/bot/ui`` names the version
that this was read in; with another one, each function is looked at again.
"""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

READ_IN: Final = "2.7.1"
"""The version of discord.py in which these parts were read."""
log = logging.getLogger(__name__)


def http_of(interaction: discord.Interaction) -> HTTPClient:
    """Return the HTTP client, which knows the proxy."""
    return interaction._state.http


def session_of(interaction: discord.Interaction) -> aiohttp.ClientSession:
    """Return the session in which an interaction is answered."""
    return interaction._session


def owners_of(interaction: discord.Interaction) -> Mapping[int, int | str]:
    """Return who has authorised an interaction; the library compares it with the presser."""
    return interaction._integration_owners


def mark_answered(interaction: discord.Interaction, kind: discord.InteractionResponseType) -> None:
    """Note that an interaction was answered by a request of our own."""
    interaction.response._response_type = kind


def webhook_adapter() -> AsyncWebhookAdapter:
    """Return what sends requests that the token in their path allows, within their limits."""
    return async_context.get()


TokenRequests = AsyncWebhookAdapter


def use_token_requests(adapter: TokenRequests) -> None:
    """Send requests that the token in their path allows through ``adapter`` in this context."""
    async_context.set(adapter)


def as_json(payload: Mapping[str, Any]) -> str:
    """Return a payload as the library writes it."""
    return discord.utils._to_json(payload)


def deliver(client: discord.Client, interaction: Any) -> None:
    """Give a client an interaction that did not come through the gateway."""
    client._connection.parsers["INTERACTION_CREATE"](interaction)


def skip_unreadable_events(client: discord.Client) -> None:
    """Let an event that the library cannot read cost itself instead of the whole process.

    What such an event holds is not logged. A session without its first event is none, so that one
    still ends the process.
    """
    parsers = client._connection.parsers
    for name, parse in parsers.items():
        if name != "READY":
            parsers[name] = partial(_read_event, name, parse)


def _read_event(name: str, parse: Callable[[Any], None], data: Any) -> None:
    try:
        parse(data)
    except Exception as error:  # noqa: BLE001 - whatever is wrong with it
        missing = f" {error}" if isinstance(error, KeyError) else ""
        log.warning("an event was not understood: %s (%s%s)", name, type(error).__name__, missing)


def replace_callback(
    command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
    callback: Callable[..., Any],
) -> None:
    """Wrap the callback of a command after its options are parsed."""
    command._callback = callback
