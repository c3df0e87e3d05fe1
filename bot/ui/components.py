"""The parts of a screen as the components that Discord reads (reference: components).

They are written as they are sent: every press sends a whole message, and building discord.py's
objects for each of its thirty components would cost more than everything else about the message.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import discord
from discord import ComponentType, ui

from bot.ui.markup import Markup, readable
from bot.ui.screen import (
    MAX_CHOICE,
    Accent,
    Button,
    ChannelMenu,
    Choice,
    Divider,
    Download,
    Image,
    Menu,
    Part,
    PersonMenu,
    RoleMenu,
    Row,
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
        "components": [component(part, left, dressing) for part in parts],
    }


def component(part: Part, names: Iterator[str], dressing: Markup) -> Component:
    """Return one part; buttons and menus are in rows of their own. ``names``: for the pictures."""
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
    made: Component = {
        "type": ComponentType.button.value,
        "style": LINK if button.link else button.style.value,
        "label": label,
        "disabled": button.disabled and not button.link,
        "url" if button.link else "custom_id": button.press,
    }
    if emoji is not None:
        made["emoji"] = _emoji(emoji)
    return made


@lru_cache(maxsize=256)
def _emoji(text: str) -> Mapping[str, Any]:
    return discord.PartialEmoji.from_str(text).to_dict()


def _any_menu(
    kind: ComponentType, press: str, placeholder: str, least: int = 1, most: int = 1
) -> Component:
    made: Component = {
        "type": kind.value,
        "custom_id": press,
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


def _choice(choice: Choice) -> Component:
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
