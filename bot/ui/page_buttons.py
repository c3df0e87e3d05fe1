"""Buttons as a page gets them."""

from typing import Final, Literal

from bot.ui.parts.base import PressButton
from bot.ui.press import Link
from bot.ui.screen import Button, Style

_STYLES: Final[dict[Style, Literal["primary", "secondary", "success", "danger"]]] = {
    Style.PRIMARY: "primary",
    Style.SECONDARY: "secondary",
    Style.SUCCESS: "success",
    Style.DANGER: "danger",
}


def press_button(button: Button) -> PressButton:
    """Return a button."""
    return PressButton(
        label=button.label,
        press=button.press,
        style=_STYLES[button.style],
        emoji=button.emoji,
        disabled=button.disabled,
        link=isinstance(button.press, Link),
    )


def chat_button(button: PressButton) -> Button:
    """Return a button of a part as chat has it."""
    styles = {name: style for style, name in _STYLES.items()}
    return Button(button.label, button.press, styles[button.style], button.emoji, button.disabled)


def button_with_role(button: Button) -> PressButton:
    """Return a button of a match, with what it does."""
    role = None if isinstance(button.press, Link) else button.press.role
    return press_button(button).model_copy(update={"role": role})
