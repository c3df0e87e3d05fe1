"""Edits of messages, written as they are sent, and Discord's answers as it writes them.

The library answers each edit with an object for everything on the message, of which the bot needs
the ids of the pictures. The requests go through the library, which keeps their limits and order.
"""

import logging
import secrets
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

import aiohttp
import discord
from cachetools import LRUCache
from discord.http import HTTPClient, MultipartParameters, Route

from bot.ui.compose import ComposedMessage
from bot.ui.discord_private import as_json, http_of, mark_answered, session_of, webhook_adapter

ALREADY_ANSWERED: Final = 40060
IN_PLACE: Final = discord.InteractionResponseType.message_update
V2: Final = discord.MessageFlags(components_v2=True).value
_BOUNDARY: Final = f"gin-{secrets.token_hex(16)}"
_END: Final = f"--{_BOUNDARY}--\r\n".encode()
_FORM_TYPE: Final = f"multipart/form-data; boundary={_BOUNDARY}"
Edited: TypeAlias = Mapping[str, Any] | None
"""The edited message; ``None`` if it was not asked for."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A message's new content. ``attached``: the ids of the files that it has already, by name."""

    message: ComposedMessage
    attached: Mapping[str, int]

    @property
    def uploads_nothing(self) -> bool:
        """Whether the message has every file already."""
        return len(self.attached) == len(self.message.uploads)

    def body(self, kind: int | None = None) -> tuple[dict[str, Any], list[discord.File]]:
        """Return the payload and the new files. ``kind``: the type of a first answer."""
        files: list[discord.File] = []
        attachments: list[dict[str, Any]] = []
        for upload in self.message.uploads:
            if upload.name in self.attached:
                attachments.append({"id": self.attached[upload.name]})
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
        return content if kind is None else {"type": kind, "data": content}, files


class SingleBodySession:
    """A session that adds files to a payload and sends both as one body.

    aiohttp prepares, writes and reports every line of a form by itself.
    """

    def __init__(self, session: aiohttp.ClientSession, files: Sequence[discord.File]) -> None:
        self._session = session
        self._files = files

    def request(self, method: str, url: str, *, data: str, **others: Any) -> Any:
        """Send the request with a form of the payload and the files in place of the payload."""
        parts = [_part('name="payload_json"', "application/json", data.encode())]
        for number, file in enumerate(self._files):
            name = file.filename.replace('"', "%22")
            disposition = f'name="files[{number}]"; filename="{name}"'
            parts.append(_part(disposition, "application/octet-stream", file.fp.read()))
        others["headers"] = {**others["headers"], "Content-Type": _FORM_TYPE}
        return self._session.request(method, url, data=b"".join((*parts, _END)), **others)


def _part(disposition: str, kind: str, data: bytes) -> bytes:
    head = f"--{_BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\nContent-Type: {kind}"
    return b"".join((head.encode(), b"\r\n\r\n", data, b"\r\n"))


async def _sent(
    route: Route,
    http: HTTPClient,
    session: aiohttp.ClientSession,
    body: tuple[dict[str, Any], list[discord.File]],
    params: dict[str, Any] | None = None,
) -> Any:
    """Send a request that the token in its path allows."""
    payload, files = body
    return await webhook_adapter().request(
        route,
        cast(aiohttp.ClientSession, SingleBodySession(session, files)) if files else session,
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        payload=payload,
        files=files,
        params=params,
    )


async def answer_in_place(interaction: discord.Interaction, edit: Edit) -> Edited:
    """Answer a press by an edit of its message, which must be the first answer."""
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    # Without new pictures there is nothing to learn from the message.
    params = None if edit.uploads_nothing else {"with_response": "1"}
    body, session = edit.body(IN_PLACE.value), session_of(interaction)
    response = await _sent(route, http_of(interaction), session, body, params)
    mark_answered(interaction, IN_PLACE)
    answer: Edited = None if edit.uploads_nothing else response["resource"].get("message")
    return answer


class TokenMessage:
    """A message that the token of an interaction can edit: its answer, or a message after it."""

    __slots__ = ("_application", "_http", "_message", "_session", "_token")

    def __init__(self, interaction: discord.Interaction, message: int | None = None) -> None:
        """``message``: the id of a message after the answer."""
        self._http = http_of(interaction)
        self._session = session_of(interaction)
        self._application = interaction.application_id
        self._token = interaction.token
        self._message = "@original" if message is None else message

    async def edit(self, edit: Edit) -> Edited:
        """Replace the message."""
        route = Route(
            "PATCH",
            f"/webhooks/{{webhook_id}}/{{webhook_token}}/messages/{self._message}",
            webhook_id=self._application,
            webhook_token=self._token,
        )
        message: Mapping[str, Any] = await _sent(route, self._http, self._session, edit.body())
        return message


class ChannelMessage:
    """A message of the bot in a channel."""

    def __init__(self, client: discord.Client, channel: int, message: int) -> None:
        self._client = client
        self._channel = channel
        self._message = message

    async def edit(self, edit: Edit) -> Edited:
        """Replace the message."""
        payload, files = edit.body()
        form = _form(payload, files) if files else None
        message: Mapping[str, Any] = await self._client.http.edit_message(
            self._channel, self._message, params=MultipartParameters(payload, form, files)
        )
        return message


def _form(payload: dict[str, Any], files: list[discord.File]) -> list[dict[str, Any]]:
    """Return the form as the library sends it where the session is its own."""
    parts: list[dict[str, Any]] = [{"name": "payload_json", "value": as_json(payload)}]
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


BAD_REQUEST: Final = 400
MESSAGES: Final = 5000
"""The most public messages with known pictures; an edit of any other uploads its pictures."""
CONTAINER: Final = discord.ComponentType.container.value
GALLERY: Final = discord.ComponentType.media_gallery.value
Send: TypeAlias = Callable[[Edit], Awaitable[Edited]]
"""Sends an edit; returns Discord's message, ``None`` if it was not asked for."""

log = logging.getLogger(__name__)


class ShownPictures:
    """The known pictures of a message."""

    __slots__ = ("_ids",)

    def __init__(self, message: discord.Message | None = None) -> None:
        self._ids: dict[str, int] = {}
        if message is not None:
            self.see(message)

    def see(self, message: discord.Message) -> None:
        """Record the pictures of a message."""
        written = getattr(message, "raw_components", None)
        self._ids = dict(_media(message.components) if written is None else _written(written))

    def answered(self, message: Mapping[str, Any]) -> None:
        """Record the pictures of a message as Discord writes it."""
        self._ids = dict(_written(message.get("components", ())))

    def forget(self) -> None:
        """Forget the pictures, because they are uncertain."""
        self._ids = {}

    def attached(self, names: Iterable[str]) -> dict[str, int]:
        """Return the ids of the files that are already shown, by their names."""
        return {name: self._ids[name] for name in names if name in self._ids}

    def keep(self, attached: Mapping[str, int]) -> None:
        """Record that the message shows these pictures and no others."""
        self._ids = dict(attached)


class ShownMessages:
    """The pictures of messages by message id; those edited longest ago are dropped first."""

    def __init__(self) -> None:
        self._shown: LRUCache[int, ShownPictures] = LRUCache(MESSAGES)

    def of(self, message: int) -> ShownPictures:
        """Return the known pictures of a message; none for an unknown one."""
        return self._shown.setdefault(message, ShownPictures())


async def edited(send: Send, message: ComposedMessage, shown: ShownPictures) -> Edited:
    """Edit a message with as few uploads as possible, and record its pictures.

    If Discord no longer knows a kept picture because of a concurrent edit, all are uploaded.
    """
    attached = shown.attached(file.name for file in message.uploads)
    try:
        answer = await send(Edit(await message.loaded(attached), attached))
    except discord.HTTPException as error:
        refused = error.status == BAD_REQUEST and error.code != ALREADY_ANSWERED
        if not refused or not attached:
            raise
        log.info("a picture could not be kept (%s)", error.code)
        shown.forget()
        attached = {}
        answer = await send(Edit(await message.loaded(), attached))
    if answer is None or len(attached) == len(message.uploads):
        shown.keep(attached)
    else:
        shown.answered(answer)
    return answer


def _media(components: Iterable[Any]) -> Iterator[tuple[str, int]]:
    """Return file name and id of every uploaded picture in the components."""
    for component in components:
        if isinstance(component, discord.components.MediaGalleryComponent):
            for item in component.items:
                number = item.media.attachment_id
                if number is not None:
                    yield _file_name(item.media.url), number
        elif isinstance(component, discord.Container):
            yield from _media(component.children)


def _written(components: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """Return the same of components as Discord writes them."""
    for component in components:
        if component["type"] == GALLERY:
            for item in component["items"]:
                number = item["media"].get("attachment_id")
                if number is not None:
                    yield _file_name(item["media"]["url"]), int(number)
        elif component["type"] == CONTAINER:
            yield from _written(component["components"])


def _file_name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


EPHEMERAL: Final = discord.MessageFlags(ephemeral=True).value


class FollowUps:
    """What is left of an answered interaction for later: its token, its person and their language.

    The interaction itself holds the pressed message with everything on it, and its handler's work.
    """

    __slots__ = ("_application", "_http", "_session", "_token", "locale", "user")

    def __init__(self, interaction: discord.Interaction) -> None:
        self.user = interaction.user.id
        self.locale = str(interaction.locale)
        self._http = http_of(interaction)
        self._session = session_of(interaction)
        self._application = interaction.application_id
        self._token = interaction.token

    async def send(self, message: ComposedMessage) -> None:
        """Send a message without files; raises discord.HTTPException when the token is too old."""
        assert not message.uploads, "only words follow an answer"
        await webhook_adapter().execute_webhook(
            self._application,
            self._token,
            session=self._session,
            proxy=self._http.proxy,
            proxy_auth=self._http.proxy_auth,
            payload={
                "components": message.components,
                "flags": V2 | EPHEMERAL,
                "allowed_mentions": message.mentions.to_dict(),
            },
            with_components=True,
        )
