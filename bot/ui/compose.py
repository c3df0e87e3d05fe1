"""Conversion of a screen to a Discord message: Components V2, attachments, alt text."""

import asyncio
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

import discord

from bot.render import DRAWINGS, PictureModel
from bot.render.models import Picture
from bot.ui.components import Component, ReadyView, container
from bot.ui.markup import Markup
from bot.ui.screen import Download, Image, Part, Screen, Text


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a message. ``description``: what a picture shows, in words.

    ``data``: ``None`` for a picture that is known by its name only; ``model``: to draw it again.
    """

    name: str
    data: bytes | None
    description: str | None = None
    model: PictureModel | None = None

    async def loaded(self) -> "Upload":
        """Return the file with its bytes."""
        if self.data is not None or self.model is None:
            return self
        return replace(self, data=(await drawn(self.model)).data)

    def file(self) -> discord.File:
        """Return the file as the library sends it, once."""
        assert self.data is not None, self.name
        return discord.File(BytesIO(self.data), self.name, description=self.description)


@dataclass(frozen=True, slots=True)
class Message:
    """A composed screen, ready to be sent or to replace a message."""

    screen: Screen
    components: list[Component]
    uploads: Sequence[Upload]
    mentions: discord.AllowedMentions

    @property
    def view(self) -> ReadyView:
        """The components as the library sends them."""
        return ReadyView(self.components)

    @property
    def files(self) -> list[discord.File]:
        """The files as the library sends them, to be sent once."""
        return [upload.file() for upload in self.uploads]

    async def loaded(self, kept: Container[str] = ()) -> "Message":
        """Return the message with the bytes of all files but the kept ones."""
        if all(one.data is not None or one.name in kept for one in self.uploads):
            return self
        uploads = [one if one.name in kept else await one.loaded() for one in self.uploads]
        return replace(self, uploads=uploads)


async def compose(screen: Screen, dressing: Markup, *, for_edit: bool = False) -> Message:
    """Draw the pictures off the event loop and build the message.

    ``for_edit``: pictures that were drawn before come without their bytes, for the message that is
    edited most likely shows them; :meth:`Message.loaded` adds what is missing.
    """
    images = list(screen.images())
    names: list[str] = []
    uploads: list[Upload] = []
    for image, picture in zip(images, await _drawn(images, for_edit=for_edit), strict=True):
        known = picture if isinstance(picture, str) else picture.name
        data = None if isinstance(picture, str) else picture.data
        name = f"{image.name}-{known}"
        if name not in names:
            uploads.append(Upload(name, data, image.alt, image.model))
        names.append(name)
    uploads += [Upload(part.name, part.data) for part in screen.parts if isinstance(part, Download)]
    box = container(_dressed(screen.parts, dressing), screen.accent, names, dressing)
    mentions = discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in screen.pings] or False,
    )
    return Message(screen, [box], uploads, mentions)


@dataclass(frozen=True, slots=True)
class Composer:
    """Converts screens for one chat. ``takes_files``: whether pictures may be sent there."""

    markup: Markup
    takes_files: bool = True

    async def of(self, screen: Screen, *, for_edit: bool = False) -> Message:
        """Convert a screen; see :func:`compose`."""
        fitting = screen if self.takes_files else screen.in_words()
        return await compose(fitting, self.markup, for_edit=for_edit)

    async def fitting(self, message: Message) -> Message:
        """Return a message that was composed for any chat as this one takes it."""
        return message if self.takes_files or not message.uploads else await self.of(message.screen)


async def drawn(model: PictureModel) -> Picture:
    """Return the picture of a model from the cache, or drawn off the event loop."""
    found = DRAWINGS.known(model)
    return await _begun(model) if found is None else found


async def _drawn(images: Sequence[Image], *, for_edit: bool) -> list[Picture | str]:
    """Return the pictures, or for an edit their names; what is missing is drawn at once."""
    begun: list[Picture | str | asyncio.Future[Picture]] = []
    for image in images:
        found = DRAWINGS.name_of(image.model) if for_edit else DRAWINGS.known(image.model)
        begun.append(_begun(image.model) if found is None else found)
    return [await one if isinstance(one, asyncio.Future) else one for one in begun]


def _begun(model: PictureModel) -> asyncio.Future[Picture]:
    # Other messages may await the same picture, so a cancellation must not reach it.
    return asyncio.shield(asyncio.wrap_future(DRAWINGS.begun(model)))


def _dressed(parts: Sequence[Part], dressing: Markup) -> list[Part]:
    """Return the parts with command mentions and card emojis in their texts."""
    texts = iter(dressing.texts([part.content for part in parts if isinstance(part, Text)]))
    return [Text(next(texts)) if isinstance(part, Text) else part for part in parts]
