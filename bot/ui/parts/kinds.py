"""What the kinds of part have in common: where they stand, what they stand for, where they lead."""

from dataclasses import dataclass
from enum import Flag, StrEnum, auto

from pydantic import Field

from bot.ui.parts.base import IdOut, PagePart, PartModel, PressOut
from bot.ui.press import Press
from bot.ui.screen import MenuChoice


class PartPlace(StrEnum):
    """Where a part stands on a wide page. ``LATER``: below the side, where there is one column."""

    MAIN = "main"
    SIDE = "side"
    LATER = "later"


class Ground(StrEnum):
    """What a part lies on. ``SHEET``: the panel's own."""

    NONE = "none"
    SHEET = "sheet"
    BOX = "box"
    PAPER = "paper"
    FELT = "felt"


class Covers(Flag):
    """Parts of chat that a page leaves out, because a part says the same."""

    NOTHING = 0
    TEXTS = auto()
    MENUS = auto()
    BUTTONS = auto()
    ALL = TEXTS | MENUS | BUTTONS


class Way(PartModel):
    """Where something leads: a press, a ``page`` by its name, or the table of a ``match``.

    ``label``: in words, also for who hears it.
    """

    label: str = ""
    press: PressOut | None = None
    page: str = ""
    match: IdOut | None = None


@dataclass(frozen=True, slots=True)
class InChat:
    """The ``menu`` of chat that leads where the lines of a part lead."""

    menu: Press
    placeholder: str


class Listed(PartModel):
    """A line or a card. ``words``, ``choice``: what chat has in its place, in Discord's markdown,
    and in its menu.
    """

    words: str = Field(default="", exclude=True)
    choice: MenuChoice | None = Field(default=None, exclude=True)


class Kind(PagePart):
    """A part that a page draws with all others of its kind.

    ``page``: the name of the page that it is, which the address shows. A button of chat that the
    part has, too, stands there only.
    """

    title: str = ""
    subtitle: str = ""
    place: PartPlace = PartPlace.MAIN
    ground: Ground = Ground.NONE
    page: str = ""
    covers: Covers = Field(default=Covers.NOTHING, exclude=True)
    chat: InChat | None = Field(default=None, exclude=True)
