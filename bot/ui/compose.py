"""Conversion of a screen to a Discord message: Components V2, attachments, alt text."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from io import BytesIO

import discord
from discord import ui

from bot.render import DRAWINGS, PictureModel
from bot.render.models import Picture
from bot.ui.markup import Markup, readable
from bot.ui.screen import (
    MAX_CHOICE,
    Button,
    ChannelMenu,
    Divider,
    Download,
    Image,
    Menu,
    Part,
    PersonMenu,
    RoleMenu,
    Row,
    Screen,
    Text,
)


@dataclass(frozen=True, slots=True)
class Message:
    """A composed screen, ready to be sent or to replace a message."""

    screen: Screen
    view: ui.LayoutView
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
    view = ui.LayoutView(timeout=None)
    container: ui.Container[ui.LayoutView] = ui.Container(accent_colour=screen.accent.value)
    for part in _dressed(screen.parts, dressing):
        container.add_item(_item(part, names))
    view.add_item(container)
    # A stopped view is not kept in memory: presses are routed by their custom id alone.
    view.stop()
    mentions = discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in screen.pings] or False,
    )
    return Message(screen, view, files, mentions)


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


def _dressed(parts: Sequence[Part], dressing: Markup) -> Iterator[Part]:
    """Return the parts with command mentions and card emojis in place of plain text."""
    texts = iter(dressing.texts([part.content for part in parts if isinstance(part, Text)]))
    for part in parts:
        match part:
            case Text():
                yield Text(next(texts))
            case Row(buttons):
                yield Row(tuple(_dressed_button(button, dressing) for button in buttons))
            case _:
                yield part


def _dressed_button(button: Button, dressing: Markup) -> Button:
    label, emoji = dressing.button(button)
    return replace(button, label=label, emoji=emoji)


def _item(part: Part, names: dict[Image, str]) -> ui.Item[ui.LayoutView]:
    match part:
        case Text(content):
            return ui.TextDisplay(content)
        case Image():
            gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
            gallery.add_item(media=f"attachment://{names[part]}", description=part.alt)
            return gallery
        case Row(buttons):
            row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
            for button in buttons:
                row.add_item(_button(button))
            return row
        case Menu():
            menu_row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
            menu_row.add_item(_select(part))
            return menu_row
        case ChannelMenu():
            channel_row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
            channel_row.add_item(_channel_select(part))
            return channel_row
        case RoleMenu():
            role_row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
            role_row.add_item(_role_select(part))
            return role_row
        case PersonMenu(press, placeholder):
            person_row: ui.ActionRow[ui.LayoutView] = ui.ActionRow()
            person_row.add_item(ui.UserSelect(custom_id=press, placeholder=placeholder or None))
            return person_row
        case Download(name):
            return ui.File(f"attachment://{name}")
        case Divider():
            return ui.Separator()


def _button(button: Button) -> ui.Button[ui.LayoutView]:
    if button.link:
        return ui.Button(label=button.label, url=button.press, emoji=button.emoji)
    return ui.Button(
        label=button.label,
        custom_id=button.press,
        style=discord.ButtonStyle(button.style.value),
        emoji=button.emoji,
        disabled=button.disabled,
    )


def _select(menu: Menu) -> ui.Select[ui.LayoutView]:
    options = [
        discord.SelectOption(
            label=readable(choice.label, MAX_CHOICE),
            value=choice.value,
            description=readable(choice.description, MAX_CHOICE) or None,
            default=choice.chosen,
        )
        for choice in menu.choices
    ]
    return ui.Select(custom_id=menu.press, placeholder=menu.placeholder or None, options=options)


def _channel_select(menu: ChannelMenu) -> ui.ChannelSelect[ui.LayoutView]:
    return ui.ChannelSelect(
        custom_id=menu.press,
        placeholder=menu.placeholder or None,
        channel_types=[discord.ChannelType.text],
        min_values=0,
        max_values=menu.most,
        default_values=[discord.Object(channel) for channel in menu.chosen[: menu.most]],
    )


def _role_select(menu: RoleMenu) -> ui.RoleSelect[ui.LayoutView]:
    return ui.RoleSelect(
        custom_id=menu.press,
        placeholder=menu.placeholder or None,
        min_values=0,
        max_values=1,
        default_values=[] if menu.chosen is None else [discord.Object(menu.chosen)],
    )
