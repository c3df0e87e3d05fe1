"""Screens of the chat as panels of the protocol."""

import asyncio
import base64
import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, Literal

from bot.ui.compose import drawn
from bot.ui.i18n import Translator, mark
from bot.ui.names import plain_name
from bot.ui.screen import (
    Button,
    ChannelMenu,
    Divider,
    Download,
    Graph,
    Image,
    Menu,
    Part,
    PersonMenu,
    RoleMenu,
    Row,
    Screen,
    Style,
    Text,
)
from bot.web.protocol.panels import (
    ChoicePart,
    DividerPart,
    DownloadPart,
    GraphPart,
    ImagePart,
    MenuPart,
    Panel,
    PanelPart,
    PeoplePart,
    PersonPart,
    PressButton,
    RowPart,
    TextPart,
)

IN_CHAT: Final = mark("Channels and roles are chosen in Discord's chat, with `/gin-admin setup`.")
_MENTION: Final = re.compile(r"<@!?(\d{1,20})>")
_STYLES: Final[dict[Style, Literal["primary", "secondary", "success", "danger"]]] = {
    Style.PRIMARY: "primary",
    Style.SECONDARY: "secondary",
    Style.SUCCESS: "success",
    Style.DANGER: "danger",
}
Names = Callable[[Sequence[int]], Awaitable[dict[int, str]]]
"""Looks up the names of people."""


def press_button(button: Button) -> PressButton:
    """Return a button."""
    return PressButton(
        label=button.label,
        press=button.press,
        style=_STYLES[button.style],
        emoji=button.emoji,
        disabled=button.disabled,
        link=button.link,
    )


async def panel_from(
    name: str, screen: Screen, words: Translator, people: Sequence[PersonPart], names: Names
) -> Panel:
    """Return a screen as a panel. ``people``: those whom its menus of people offer."""
    parts = await asyncio.gather(*(_part(part, words, people) for part in screen.parts))
    mentioned = [int(one) for text in screen.texts() for one in _MENTION.findall(text)]
    known = await names(mentioned) if mentioned else {}
    return Panel(
        panel=name,
        accent=f"#{screen.accent.value:06x}",
        names={str(user): plain_name(called) for user, called in known.items()},
        parts=tuple(parts),
    )


async def _part(part: Part, words: Translator, people: Sequence[PersonPart]) -> PanelPart:
    match part:
        case Text(content):
            return TextPart(markdown=content)
        case Graph():
            return _graph(part)
        case Image():
            return await _image(part)
        case Row(buttons):
            return RowPart(buttons=tuple(press_button(one) for one in buttons))
        case Menu():
            return _menu(part)
        case PersonMenu():
            return PeoplePart(press=part.press, placeholder=part.placeholder, people=tuple(people))
        case ChannelMenu() | RoleMenu():
            return TextPart(markdown="-# " + words.t(IN_CHAT))
        case Download():
            return DownloadPart(name=part.name, data=base64.b64encode(part.data).decode())
        case Divider():
            return DividerPart()


async def _image(image: Image) -> ImagePart:
    picture = await drawn(image.model)
    return ImagePart(
        mime=picture.mime,
        data=base64.b64encode(picture.data).decode(),
        width=picture.width,
        height=picture.height,
        alt=image.alt,
    )


def _graph(graph: Graph) -> GraphPart:
    model = graph.model
    return GraphPart(
        press=graph.press,
        values=model.values,
        at=model.at,
        top=model.top,
        bottom=model.bottom,
        poor=model.poor,
        alt=graph.alt,
    )


def _menu(menu: Menu) -> MenuPart:
    choices = tuple(
        ChoicePart(label=one.label, value=one.value, description=one.description, chosen=one.chosen)
        for one in menu.choices
    )
    return MenuPart(press=menu.press, placeholder=menu.placeholder, choices=choices)


def _is_step(values: Sequence[str], count: int) -> bool:
    return len(values) == 1 and values[0] in map(str, range(count))


def was_offered(screen: Screen, press: str, values: Sequence[str], people: Collection[str]) -> bool:
    """Whether a screen has an enabled control with this press, and the values chosen in it."""
    for part in screen.parts:
        match part:
            case Row(buttons) if not values:
                if any(one.press == press and not (one.link or one.disabled) for one in buttons):
                    return True
            case Graph(model=model) if part.press == press and _is_step(values, len(model.values)):
                return True
            case Menu() if values and part.press == press:
                return {one.value for one in part.choices}.issuperset(values)
            case PersonMenu() if values and part.press == press:
                return set(people).issuperset(values)
            case _:
                pass
    return False
