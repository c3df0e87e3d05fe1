"""Buttons of the chat's screens as a page gets them, with what they do at a match."""

from typing import Final, Literal, TypeAlias

from bot.presses.codec import Press
from bot.presses.match import (
    CoachPress,
    CoachVerb,
    HintPress,
    RematchPress,
    ReplayPress,
    SharePress,
    TablePress,
    TableVerb,
)
from bot.presses.pages import MenuPress, MenuVerb
from bot.ui.custom_id import CustomId, parse_custom_id
from bot.ui.screen import Button, Style
from bot.web.protocol.base import PressButton

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
        link=button.link,
    )


Role: TypeAlias = Literal[
    "sheet", "rematch", "find", "replay", "verify", "share", "hint", "coach", "luck"
]
_ROLES: Final[tuple[tuple[type[Press], Role], ...]] = (
    (HintPress, "hint"),
    (RematchPress, "rematch"),
    (ReplayPress, "replay"),
    (SharePress, "share"),
)
_TABLE_ROLES: Final[dict[TableVerb, Role]] = {
    TableVerb.SHEET: "sheet",
    TableVerb.VERIFY: "verify",
}
_COACH_ROLES: Final[dict[CoachVerb, Role]] = {CoachVerb.OPEN: "coach", CoachVerb.LUCK: "luck"}


def button_with_role(button: Button) -> PressButton:
    """Return a button of a match, with what it does."""
    custom_id = None if button.link else parse_custom_id(button.press)
    role = None if custom_id is None else _role(custom_id)
    return press_button(button).model_copy(update={"role": role})


def _role(custom_id: CustomId) -> Role | None:
    for press, role in _ROLES:
        if press.read(custom_id) is not None:
            return role
    table, coach = TablePress.read(custom_id), CoachPress.read(custom_id)
    if table is not None:
        return _TABLE_ROLES.get(table.verb)
    if coach is not None:
        return _COACH_ROLES.get(coach.verb)
    menu = MenuPress.read(custom_id)
    return "find" if menu is not None and menu.verb is MenuVerb.FIND else None
