"""Settings with their names: switches, and values of which one is chosen."""

from collections.abc import Collection, Iterator
from typing import Literal, TypeAlias

from pydantic import Field

from bot.ui.parts.base import EpochMs, PartModel, PressOut
from bot.ui.parts.kinds import Kind
from bot.ui.press import Press

SettingsIcon: TypeAlias = Literal[
    "play", "eye", "bell", "lock", "globe", "events", "clock", "sheet", "pen", "tuner"
]
"""The sign of a group."""


class Value(PartModel):
    """A value that a setting can have. ``note``: a sentence about it; ``about``: its measure.

    ``words``: what chat has in place of the setting's title and the label.
    """

    value: str
    label: str
    chosen: bool = False
    note: str = ""
    about: str = ""
    words: str = Field(default="", exclude=True)


class TextEntry(PartModel):
    """A text that a setting is written as, of at most ``length`` letters; chat has a form for it.

    ``wrong``: why the last one was refused. ``is_start``: it says when something begins, in words
    or as ``YYYY-MM-DD HH:MM``; a page chooses from a calendar and sends its zone behind. ``at``:
    that moment, if it is chosen. ``button``: of chat.
    """

    press: PressOut
    length: int
    text: str = ""
    example: str = ""
    wrong: str = ""
    is_start: bool = False
    at: EpochMs | None = None
    button: str = Field(default="", exclude=True)
    emoji: str = Field(default="", exclude=True)


class NamedSetting(PartModel):
    """A setting; the press carries the new value, a switch's none.

    ``on``: of a switch. ``drawn``: its values are looks, which a page shows. ``entry``: it is
    written; its values are texts that are often used.
    """

    title: str
    press: PressOut
    note: str = ""
    on: bool | None = None
    values: tuple[Value, ...] = ()
    drawn: Literal["", "theme", "felt", "back"] = ""
    entry: TextEntry | None = None


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

    @property
    def forms(self) -> Iterator[tuple[Press, int]]:
        for one in self.choices:
            if one.entry is not None:
                yield one.entry.press, one.entry.length
