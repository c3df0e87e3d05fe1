"""Reuse of uploaded pictures: an edit keeps those that a message already shows.

A picture's file name carries a digest of its bytes, so a message shows which of its pictures are
still correct, also after a restart. Discord omits attachments used by components from a message's
``attachments``; their ids are in the components (unfurled media items).
"""

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import discord
from cachetools import LRUCache

from bot.ui.compose import Message
from bot.ui.edits import ALREADY_ANSWERED, Edit, Edited

BAD_REQUEST: Final = 400
MESSAGES: Final = 5000
"""The most public messages with known pictures; an edit of any other uploads its pictures."""
CONTAINER: Final = discord.ComponentType.container.value
GALLERY: Final = discord.ComponentType.media_gallery.value
Send: TypeAlias = Callable[[Edit], Awaitable[Edited]]
"""Sends an edit; returns Discord's message, ``None`` if it was not asked for."""

log = logging.getLogger(__name__)


class Shown:
    """The known pictures of a message."""

    __slots__ = ("_ids",)

    def __init__(self, message: discord.Message | None = None) -> None:
        self._ids: dict[str, int] = {}
        if message is not None:
            self.see(message)

    def see(self, message: discord.Message) -> None:
        """Record the pictures of a message."""
        self._ids = dict(_media(message.components))

    def answered(self, message: Mapping[str, Any]) -> None:
        """Record the pictures of a message as Discord writes it."""
        self._ids = dict(_written(message.get("components", ())))

    def forget(self) -> None:
        """Forget the pictures, because they are uncertain."""
        self._ids = {}

    def kept(self, names: Iterable[str]) -> dict[str, int]:
        """Return the ids of the files that are already shown, by their names."""
        return {name: self._ids[name] for name in names if name in self._ids}

    def keep(self, kept: Mapping[str, int]) -> None:
        """Record that the message shows these pictures and no others."""
        self._ids = dict(kept)


class ShownMessages:
    """The pictures of messages by message id; those edited longest ago are dropped first."""

    def __init__(self) -> None:
        self._shown: LRUCache[int, Shown] = LRUCache(MESSAGES)

    def of(self, message: int) -> Shown:
        """Return the known pictures of a message; none for an unknown one."""
        return self._shown.setdefault(message, Shown())


async def edited(send: Send, message: Message, shown: Shown) -> Edited:
    """Edit a message with as few uploads as possible, and record its pictures.

    If Discord no longer knows a kept picture because of a concurrent edit, all are uploaded.
    """
    kept = shown.kept(file.name for file in message.uploads)
    try:
        answer = await send(Edit(await message.loaded(kept), kept))
    except discord.HTTPException as error:
        refused = error.status == BAD_REQUEST and error.code != ALREADY_ANSWERED
        if not refused or not kept:
            raise
        log.info("a picture could not be kept (%s)", error.code)
        shown.forget()
        kept = {}
        answer = await send(Edit(await message.loaded(), kept))
    if answer is None or len(kept) == len(message.uploads):
        shown.keep(kept)
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
