"""Conversion of a screen to a Discord message: Components V2, attachments, alt text."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.render import DRAWINGS, PictureModel
from bot.render.models import Picture
from bot.ui.components import Component, ReadyView, container
from bot.ui.markup import Markup
from bot.ui.screen import Download, Image, Part, Screen, Text


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a message. ``description``: what a picture shows, in words."""

    name: str
    data: bytes
    description: str | None = None

    def file(self) -> discord.File:
        """Return the file as the library sends it, once."""
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


async def compose(screen: Screen, dressing: Markup) -> Message:
    """Draw the pictures off the event loop and build the message."""
    images = list(screen.images())
    names: list[str] = []
    uploads: list[Upload] = []
    for image, picture in zip(images, await _drawn(images), strict=True):
        name = f"{image.name}-{picture.digest}.{picture.extension}"
        if name not in names:
            uploads.append(Upload(name, picture.data, image.alt))
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

    async def of(self, screen: Screen) -> Message:
        """Convert a screen."""
        return await compose(screen if self.takes_files else screen.in_words(), self.markup)

    async def fitting(self, message: Message) -> Message:
        """Return a message that was composed for any chat as this one takes it."""
        return message if self.takes_files or not message.uploads else await self.of(message.screen)


async def drawn(model: PictureModel) -> Picture:
    """Return the picture of a model from the cache, or drawn off the event loop."""
    found = DRAWINGS.known(model)
    return await _begun(model) if found is None else found


async def _drawn(images: Sequence[Image]) -> list[Picture]:
    """Return the pictures, of which those that are missing are drawn at the same time."""
    found = [DRAWINGS.known(image.model) for image in images]
    begun = [
        _begun(image.model) if picture is None else picture
        for image, picture in zip(images, found, strict=True)
    ]
    return [one if isinstance(one, Picture) else await one for one in begun]


def _begun(model: PictureModel) -> asyncio.Future[Picture]:
    # Other messages may await the same picture, so a cancellation must not reach it.
    return asyncio.shield(asyncio.wrap_future(DRAWINGS.begun(model)))


def _dressed(parts: Sequence[Part], dressing: Markup) -> list[Part]:
    """Return the parts with command mentions and card emojis in their texts."""
    texts = iter(dressing.texts([part.content for part in parts if isinstance(part, Text)]))
    return [Text(next(texts)) if isinstance(part, Text) else part for part in parts]
