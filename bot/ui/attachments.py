"""Reuse of uploaded pictures: an edit keeps those that a message already shows.

A picture's file name carries a digest of its bytes, so a message shows which of its pictures are
still correct, also after a restart. Discord omits attachments used by components from a message's
``attachments``; their ids are in the components (unfurled media items).
"""

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias, TypeVar

import discord

BAD_REQUEST: Final = 400
ALREADY_ANSWERED: Final = 40060
MESSAGES: Final = 5000
"""The most public messages with known pictures; an edit of any other uploads its pictures."""
Attachable: TypeAlias = discord.Attachment | discord.File

T = TypeVar("T")
log = logging.getLogger(__name__)


class Kept(discord.Attachment):
    """A kept attachment, named by its id alone."""

    def __init__(self, number: int) -> None:
        self.id = number

    def to_dict(self) -> Any:
        return {"id": self.id}


class Shown:
    """The known pictures of a message."""

    def __init__(self, message: object = None) -> None:
        self._ids: dict[str, int] = {}
        self.see(message)

    def see(self, message: object) -> None:
        """Record the pictures of Discord's message; other data is ignored."""
        if isinstance(message, discord.InteractionCallbackResponse):
            message = message.resource
        if isinstance(message, discord.Message):
            self._ids = dict(_media(message.components))

    def forget(self) -> None:
        """Forget the pictures, because they are uncertain."""
        self._ids = {}

    def kept(self, files: Iterable[discord.File]) -> list[Attachable]:
        """Return the same files, with those already shown replaced by their ids."""
        return [
            Kept(self._ids[file.filename]) if file.filename in self._ids else file for file in files
        ]


class ShownMessages:
    """The pictures of messages by message id; those edited longest ago are dropped first."""

    def __init__(self) -> None:
        self._shown: OrderedDict[int, Shown] = OrderedDict()

    def of(self, message: int) -> Shown:
        """Return the known pictures of a message; none for an unknown one."""
        found = self._shown.setdefault(message, Shown())
        self._shown.move_to_end(message)
        while len(self._shown) > MESSAGES:
            self._shown.popitem(last=False)
        return found


async def edited(
    edit: Callable[[list[Attachable]], Awaitable[T]], files: Iterable[discord.File], shown: Shown
) -> T:
    """Edit a message with as few uploads as possible, and record its pictures.

    If Discord no longer knows a kept picture because of a concurrent edit, all are uploaded.
    """
    files = list(files)
    attachments = shown.kept(files)
    try:
        answer = await edit(attachments)
    except discord.HTTPException as error:
        refused = error.status == BAD_REQUEST and error.code != ALREADY_ANSWERED
        if not refused or attachments == files:
            raise
        log.info("a picture could not be kept (%s)", error.code)
        shown.forget()
        for file in files:
            file.reset()
        answer = await edit(list(files))
    shown.see(answer)
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


def _file_name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]
