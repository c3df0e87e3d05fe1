"""Conversion of a screen to a Discord message: components, attachments, alt text."""

import asyncio
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from io import BytesIO
from typing import Any, Final

import discord
from discord import ComponentType, ui

from bot.render import DRAWINGS, PictureModel
from bot.render.models import Picture
from bot.ui.markup import Markup, readable
from bot.ui.parts.base import PagePart
from bot.ui.press import Link, Press
from bot.ui.screen import (
    MAX_CHOICE,
    Accent,
    Button,
    ChannelMenu,
    Divider,
    Download,
    Image,
    Menu,
    MenuChoice,
    Part,
    PersonMenu,
    RoleMenu,
    Row,
    Screen,
    Text,
)

Component = dict[str, Any]
LINK: Final = discord.ButtonStyle.link.value
TEXT_CHANNEL: Final = discord.ChannelType.text.value


class ReadyView(ui.LayoutView):
    """Components that discord.py sends as they are.

    It is finished from the beginning: presses are routed by their custom id alone, so discord.py
    keeps no view in memory.
    """

    def __init__(self, components: list[Component]) -> None:
        # Nothing of a view is used but these answers, and preparing one is half of its cost.
        self._ready = components
        self._BaseView__timeout = None

    def to_components(self) -> list[Component]:
        return self._ready

    def has_components_v2(self) -> bool:
        return True

    def is_finished(self) -> bool:
        return True

    def is_dispatchable(self) -> bool:
        return False


def container(
    parts: Sequence[Part], accent: Accent, names: Sequence[str], dressing: Markup
) -> Component:
    """Return a screen's parts in their coloured box.

    ``names``: the file name of each picture in turn; ``dressing``: the emojis on the buttons.
    """
    left = iter(names)
    return {
        "type": ComponentType.container.value,
        "accent_color": accent.value,
        "spoiler": False,
        "components": [
            component(part, left, dressing) for part in parts if not isinstance(part, PagePart)
        ],
    }


def component(part: Part, names: Iterator[str], dressing: Markup) -> Component:
    """Return one part; buttons and menus are in rows of their own. ``names``: for the pictures."""
    assert not isinstance(part, PagePart), "chat has no component for it"
    match part:
        case Text(content):
            return {"type": ComponentType.text_display.value, "content": content}
        case Image():
            return _gallery(part, next(names))
        case Row(buttons):
            return _row([_button(button, dressing) for button in buttons])
        case Menu():
            return _row([_menu(part)])
        case ChannelMenu():
            return _row([_channel_menu(part)])
        case RoleMenu():
            return _row([_role_menu(part)])
        case PersonMenu(press, placeholder):
            return _row([_any_menu(ComponentType.user_select, press, placeholder)])
        case Download(name):
            return {
                "type": ComponentType.file.value,
                "file": {"url": f"attachment://{name}"},
                "spoiler": False,
            }
        case Divider():
            return {"type": ComponentType.separator.value, "divider": True, "spacing": 1}


def _row(components: list[Component]) -> Component:
    return {"type": ComponentType.action_row.value, "components": components}


def _gallery(image: Image, name: str) -> Component:
    item = {
        "media": {"url": f"attachment://{name}"},
        "description": image.alt,
        "spoiler": False,
    }
    return {"type": ComponentType.media_gallery.value, "items": [item]}


def _button(button: Button, dressing: Markup) -> Component:
    label, emoji = dressing.button(button)
    made: Component = {"type": ComponentType.button.value}
    if isinstance(button.press, Link):
        made |= {"style": LINK, "label": label, "disabled": False, "url": button.press.address}
    else:
        style, press = button.style.value, str(button.press)
        made |= {"style": style, "label": label, "disabled": button.disabled, "custom_id": press}
    if emoji is not None:
        made["emoji"] = _emoji(emoji)
    return made


@lru_cache(maxsize=256)
def _emoji(text: str) -> Mapping[str, Any]:
    return discord.PartialEmoji.from_str(text).to_dict()


def _any_menu(
    kind: ComponentType, press: Press, placeholder: str, least: int = 1, most: int = 1
) -> Component:
    made: Component = {
        "type": kind.value,
        "custom_id": str(press),
        "min_values": least,
        "max_values": most,
        "disabled": False,
    }
    if placeholder:
        made["placeholder"] = placeholder
    return made


def _menu(menu: Menu) -> Component:
    made = _any_menu(ComponentType.string_select, menu.press, menu.placeholder)
    return made | {"options": [_choice(choice) for choice in menu.choices]}


def _choice(choice: MenuChoice) -> Component:
    made: Component = {
        "label": readable(choice.label, MAX_CHOICE),
        "value": choice.value,
        "default": choice.chosen,
    }
    if choice.description:
        made["description"] = readable(choice.description, MAX_CHOICE)
    return made


def _channel_menu(menu: ChannelMenu) -> Component:
    made = _any_menu(ComponentType.channel_select, menu.press, menu.placeholder, 0, menu.most)
    made["channel_types"] = [TEXT_CHANNEL]
    if menu.chosen:
        chosen = menu.chosen[: menu.most]
        made["default_values"] = [{"id": one, "type": "channel"} for one in chosen]
    return made


def _role_menu(menu: RoleMenu) -> Component:
    made = _any_menu(ComponentType.role_select, menu.press, menu.placeholder, 0)
    if menu.chosen is not None:
        made["default_values"] = [{"id": menu.chosen, "type": "role"}]
    return made


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
class ComposedMessage:
    """A composed screen, ready to be sent or to replace a message.

    ``is_short``: its pictures are in words, because they would come too late.
    """

    screen: Screen
    components: list[Component]
    uploads: Sequence[Upload]
    mentions: discord.AllowedMentions
    is_short: bool = False

    @property
    def view(self) -> ReadyView:
        """The components as the library sends them."""
        return ReadyView(self.components)

    @property
    def files(self) -> list[discord.File]:
        """The files as the library sends them, to be sent once."""
        return [upload.file() for upload in self.uploads]

    async def loaded(self, attached: Container[str] = ()) -> "ComposedMessage":
        """Return the message with the bytes of all files but the kept ones."""
        if all(one.data is not None or one.name in attached for one in self.uploads):
            return self
        uploads = [one if one.name in attached else await one.loaded() for one in self.uploads]
        return replace(self, uploads=uploads)


async def compose(
    screen: Screen, dressing: Markup, *, for_edit: bool = False, within_s: float | None = None
) -> ComposedMessage:
    """Draw the pictures off the event loop and build the message.

    ``for_edit``: pictures that were drawn before come without their bytes, for the message that is
    edited most likely shows them; :meth:`Message.loaded` adds what is missing. ``within_s``: if
    pictures take longer, all of the screen are in words; those that have begun go on. Where it is
    0, none is begun.
    """
    images = list(screen.images())
    pictures = await _drawn_within(images, within_s, for_edit=for_edit)
    if is_short := pictures is None:
        screen, images, pictures = screen.in_words(), [], []
    names: list[str] = []
    uploads: list[Upload] = []
    for image, picture in zip(images, pictures, strict=True):
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
    return ComposedMessage(screen, [box], uploads, mentions, is_short)


@dataclass(frozen=True, slots=True)
class Composer:
    """Converts screens for one chat. ``takes_files``: whether pictures may be sent there."""

    markup: Markup
    takes_files: bool = True

    async def of(
        self, screen: Screen, *, for_edit: bool = False, within_s: float | None = None
    ) -> ComposedMessage:
        """Convert a screen; see :func:`compose`."""
        fitting = screen if self.takes_files else screen.in_words()
        return await compose(fitting, self.markup, for_edit=for_edit, within_s=within_s)

    async def fitting(self, message: ComposedMessage) -> ComposedMessage:
        """Return a message that was composed for any chat as this one takes it."""
        return message if self.takes_files or not message.uploads else await self.of(message.screen)


async def drawn(model: PictureModel) -> Picture:
    """Return the picture of a model from the cache, or drawn off the event loop."""
    found = DRAWINGS.known(model)
    return await _begun(model) if found is None else found


async def _drawn_within(
    images: Sequence[Image], within_s: float | None, *, for_edit: bool
) -> list[Picture | str] | None:
    """Return the pictures, or for an edit their names; ``None`` if some are not there in time."""
    begun: list[Picture | str | asyncio.Future[Picture]] = []
    find = DRAWINGS.name_of if for_edit else DRAWINGS.known
    for image in images:
        found = find(image.model)
        if found is None and within_s == 0:
            return None
        begun.append(_begun(image.model) if found is None else found)
    missing = [one for one in begun if isinstance(one, asyncio.Future)]
    if missing and within_s is not None:
        _, late = await asyncio.wait(missing, timeout=within_s)
        if late:
            for one in late:
                one.cancel()
            return None
    return [await one if isinstance(one, asyncio.Future) else one for one in begun]


def _begun(model: PictureModel) -> asyncio.Future[Picture]:
    # Other messages may await the same picture, so a cancellation must not reach it.
    return asyncio.shield(asyncio.wrap_future(DRAWINGS.begun(model)))


def _dressed(parts: Sequence[Part], dressing: Markup) -> list[Part]:
    """Return the parts with command mentions and card emojis in their texts."""
    texts = iter(dressing.texts([part.content for part in parts if isinstance(part, Text)]))
    return [Text(next(texts)) if isinstance(part, Text) else part for part in parts]
