"""What Gin needs of discord.py that has no public name there.

Nothing else in the bot touches a private part of the library. ``tests/bot/ui`` names the version
that this was read in; with another one, each function is looked at again.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.components import _component_factory
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


COMPONENT: Final = discord.InteractionType.component.value


class PressedMessage:
    """What the bot asks of a pressed message: its id, who sees it, and what it has on it.

    The library makes an object of each control, of the author and of each file as well.
    """

    def __init__(self, data: Mapping[str, Any], state: Any) -> None:
        self.id = int(data["id"])
        self.flags = discord.MessageFlags._from_value(data.get("flags", 0))
        self.guild: discord.Guild | None = None
        self.raw_components: Sequence[Mapping[str, Any]] = data.get("components", ())
        self._state = state

    @property
    def components(self) -> list[Any]:
        """The components as the library knows them."""
        made = (_component_factory(dict(one), self._state) for one in self.raw_components)  # type: ignore[arg-type]
        return [one for one in made if one is not None]


class LightInteraction(discord.Interaction[Any]):
    """A press, whose message is a :class:`PressedMessage`."""

    def _from_data(self, data: Any) -> None:
        light: Any = {name: value for name, value in data.items() if name != "message"}
        super()._from_data(light)
        if "message" in data:
            self.message = PressedMessage(data["message"], self._state)  # type: ignore[assignment]


def read_presses_lightly(client: discord.Client) -> None:
    """Let presses be read without what nobody asks of them; the bot routes them by itself."""
    parsers, state = client._connection.parsers, client._connection
    parse = parsers["INTERACTION_CREATE"]

    def read(data: Any) -> None:
        if data["type"] == COMPONENT:
            client.dispatch("interaction", LightInteraction(data=data, state=state))
        else:
            parse(data)

    parsers["INTERACTION_CREATE"] = read


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
