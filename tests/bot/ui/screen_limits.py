"""Discord's limits for one message, held against a screen."""

from typing import Final

from bot.ui.press import Press
from bot.ui.screen import (
    MAX_CHARACTERS,
    MAX_CHOICE,
    MAX_CHOICES,
    MAX_LABEL,
    ChannelMenu,
    Image,
    Menu,
    Part,
    PersonMenu,
    RoleMenu,
    Row,
    Screen,
    texts_fit,
)

MAX_COMPONENTS: Final = 40
MAX_PRESS: Final = 100
MAX_ALT: Final = 1024


def problems(screen: Screen) -> list[str]:
    """Which of Discord's limits the screen breaks; empty for a good one."""
    found = []
    components = 1 + sum(_weight(part) for part in screen.parts)
    if components > MAX_COMPONENTS:
        found.append(f"{components} components")
    texts = list(screen.texts())
    if sum(map(len, texts)) > MAX_CHARACTERS:
        found.append(f"{sum(map(len, texts))} characters")
    elif not texts_fit(texts):
        found.append("too many bytes of text")
    found += [f"empty text {number}" for number, text in enumerate(texts) if not text.strip()]
    presses = [str(one.press) for one in screen.buttons() if isinstance(one.press, Press)]
    for part in screen.parts:
        if isinstance(part, ChannelMenu | PersonMenu | RoleMenu):
            presses.append(str(part.press))
        if isinstance(part, Menu):
            presses.append(str(part.press))
            found += _menu_problems(part)
        if isinstance(part, Row) and not 1 <= len(part.buttons) <= 5:
            found.append(f"sequence in {len(part.buttons)} buttons")
        if isinstance(part, Image) and not 1 <= len(part.alt) <= MAX_ALT:
            found.append(f"alt text of {len(part.alt)} characters")
    found += [f"press of {len(press)} characters" for press in presses if len(press) > MAX_PRESS]
    if len(set(presses)) != len(presses):
        found.append("two buttons with one press")
    for button in screen.buttons():
        if not 1 <= len(button.label) <= MAX_LABEL:
            found.append(f"label of {len(button.label)} characters")
    return found


def _weight(part: Part) -> int:
    if isinstance(part, Row):
        return 1 + len(part.buttons)
    return 2 if isinstance(part, Menu | ChannelMenu | PersonMenu | RoleMenu) else 1


def _menu_problems(menu: Menu) -> list[str]:
    found = []
    if not 1 <= len(menu.choices) <= MAX_CHOICES:
        found.append(f"{len(menu.choices)} choices")
    if len({choice.value for choice in menu.choices}) != len(menu.choices):
        found.append("two choices with one value")
    for choice in menu.choices:
        if max(len(choice.label), len(choice.value), len(choice.description)) > MAX_CHOICE:
            found.append("a choice over 100 characters")
        if not choice.label:
            found.append("a choice without words")
    return found
