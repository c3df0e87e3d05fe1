"""Settings with their names: switches, and values of which one is chosen."""

from collections.abc import Collection, Iterator
from typing import Literal, TypeAlias

from bot.ui.parts.base import PartModel, PressOut
from bot.ui.parts.kinds import Kind
from bot.ui.press import Press

SettingsIcon: TypeAlias = Literal["play", "eye", "bell", "lock", "globe"]
"""The sign of a group."""


class Value(PartModel):
    """A value that a setting can have."""

    value: str
    label: str
    chosen: bool = False


class NamedSetting(PartModel):
    """A setting; the press carries the new value, a switch's none.

    ``on``: of a switch. ``drawn``: its values are looks, which a page shows.
    """

    title: str
    press: PressOut
    note: str = ""
    on: bool | None = None
    values: tuple[Value, ...] = ()
    drawn: Literal["", "theme", "felt", "back"] = ""


class ChoicesPart(Kind):
    """Settings that belong together, each saved when it is pressed. ``icon``: of the title."""

    type: Literal["choices"] = "choices"
    icon: SettingsIcon
    choices: tuple[NamedSetting, ...]

    @property
    def offered(self) -> Iterator[Press]:
        return (one.press for one in self.choices if one.on is not None)

    @property
    def offered_values(self) -> Iterator[tuple[Press, Collection[str]]]:
        for one in self.choices:
            if one.on is None:
                yield one.press, [each.value for each in one.values]
