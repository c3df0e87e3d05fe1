"""Edits of messages, written as they are sent, and Discord's answers as it writes them.

The library answers each edit with an object for everything on the message, of which the bot needs
the ids of the pictures. The requests go through the library, which keeps their limits and order.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import discord
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import async_context

from bot.ui.compose import Message

ALREADY_ANSWERED: Final = 40060
IN_PLACE: Final = discord.InteractionResponseType.message_update
V2: Final = discord.MessageFlags(components_v2=True).value
Answer: TypeAlias = Mapping[str, Any] | None
"""The edited message; ``None`` if it was not asked for."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A message's new content. ``kept``: the ids of the files that it has already, by name."""

    message: Message
    kept: Mapping[str, int]

    @property
    def uploads_nothing(self) -> bool:
        """Whether the message has every file already."""
        return len(self.kept) == len(self.message.uploads)

    def body(self, kind: int | None = None) -> MultipartParameters:
        """Return the body of the request. ``kind``: the type of a first answer."""
        files: list[discord.File] = []
        attachments: list[dict[str, Any]] = []
        for upload in self.message.uploads:
            if upload.name in self.kept:
                attachments.append({"id": self.kept[upload.name]})
            else:
                file = upload.file()
                attachments.append(dict(file.to_dict(len(files))))
                files.append(file)
        content: dict[str, Any] = {
            "components": self.message.components,
            "flags": V2,
            "allowed_mentions": self.message.mentions.to_dict(),
            "attachments": attachments,
        }
        payload = content if kind is None else {"type": kind, "data": content}
        if not files:
            return MultipartParameters(payload, None, None)
        return MultipartParameters(None, _form(payload, files), files)


def _form(payload: dict[str, Any], files: list[discord.File]) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = [
        {"name": "payload_json", "value": discord.utils._to_json(payload)}
    ]
    parts += [
        {
            "name": f"files[{number}]",
            "value": file.fp,
            "filename": file.filename,
            "content_type": "application/octet-stream",
        }
        for number, file in enumerate(files)
    ]
    return parts


async def answer_in_place(interaction: discord.Interaction, edit: Edit) -> Answer:
    """Answer a press by an edit of its message, which must be the first answer."""
    body = edit.body(IN_PLACE.value)
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    told = await async_context.get().request(
        route,
        session=interaction._session,
        proxy=interaction._state.http.proxy,
        proxy_auth=interaction._state.http.proxy_auth,
        payload=body.payload,
        multipart=body.multipart,
        files=body.files,
        # Without new pictures there is nothing to learn from the message.
        params=None if edit.uploads_nothing else {"with_response": "1"},
    )
    interaction.response._response_type = IN_PLACE
    answer: Answer = None if edit.uploads_nothing else told["resource"].get("message")
    return answer


class TokenMessage:
    """A message that the token of an interaction can edit: its answer, or a message after it."""

    def __init__(self, interaction: discord.Interaction, message: int | None = None) -> None:
        """``message``: the id of a message after the answer."""
        self._http = interaction._state.http
        self._session = interaction._session
        self._application = interaction.application_id
        self._token = interaction.token
        self._message = "@original" if message is None else message

    async def edit(self, edit: Edit) -> Answer:
        """Replace the message."""
        body = edit.body()
        route = Route(
            "PATCH",
            f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{self._message}",
            webhook_id=self._application,
            webhook_token=self._token,
        )
        message: Mapping[str, Any] = await async_context.get().request(
            route,
            session=self._session,
            proxy=self._http.proxy,
            proxy_auth=self._http.proxy_auth,
            payload=body.payload,
            multipart=body.multipart,
            files=body.files,
        )
        return message


class ChannelMessage:
    """A message of the bot in a channel."""

    def __init__(self, client: discord.Client, channel: int, message: int) -> None:
        self._client = client
        self._channel = channel
        self._message = message

    async def edit(self, edit: Edit) -> Answer:
        """Replace the message."""
        message: Mapping[str, Any] = await self._client.http.edit_message(
            self._channel, self._message, params=edit.body()
        )
        return message
