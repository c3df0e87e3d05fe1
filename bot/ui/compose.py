"""Conversion of a screen to a Discord message: Components V2, attachments, alt text."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import discord

from bot.render import DRAWINGS, PictureModel
from bot.render.models import Picture
from bot.ui.components import ReadyView, container
from bot.ui.markup import Markup
from bot.ui.screen import Download, Image, Part, Screen, Text


@dataclass(frozen=True, slots=True)
class Message:
    """A composed screen, ready to be sent or to replace a message."""

    screen: Screen
    view: ReadyView
    files: Sequence[discord.File]
    mentions: discord.AllowedMentions


async def compose(screen: Screen, dressing: Markup) -> Message:
    """Draw the pictures off the event loop and build the message."""
    pictures = await asyncio.gather(*(drawn(image.model) for image in screen.images()))
    names: dict[Image, str] = {}
    files = []
    for image, picture in zip(screen.images(), pictures, strict=True):
        name = f"{image.name}-{picture.digest}.{picture.extension}"
        if name not in names.values():
            files.append(discord.File(BytesIO(picture.data), name, description=image.alt))
        names[image] = name
    files += [
        discord.File(BytesIO(part.data), part.name)
        for part in screen.parts
        if isinstance(part, Download)
    ]
    box = container(_dressed(screen.parts, dressing), screen.accent, names, dressing)
    mentions = discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in screen.pings] or False,
    )
    return Message(screen, ReadyView([box]), files, mentions)


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
        return message if self.takes_files or not message.files else await self.of(message.screen)


async def drawn(model: PictureModel) -> Picture:
    """Return the picture of a model from the cache, or drawn in a thread."""
    found = DRAWINGS.known(model)
    if found is not None:
        return found
    # Other messages may await the same picture, so a cancellation must not reach it.
    return await asyncio.shield(asyncio.wrap_future(DRAWINGS.begun(model)))


def _dressed(parts: Sequence[Part], dressing: Markup) -> list[Part]:
    """Return the parts with command mentions and card emojis in their texts."""
    texts = iter(dressing.texts([part.content for part in parts if isinstance(part, Text)]))
    return [Text(next(texts)) if isinstance(part, Text) else part for part in parts]
