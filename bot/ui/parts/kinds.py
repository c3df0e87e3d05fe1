"""What the kinds of part have in common: where they stand, what they stand for, where they lead."""

from enum import Flag, StrEnum, auto

from pydantic import Field

from bot.ui.parts.base import IdOut, PagePart, PartModel, PressOut


class Place(StrEnum):
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


class Kind(PagePart):
    """A part that a page draws with all others of its kind.

    ``page``: the name of the page that it is, which the address shows. A button of chat that the
    part has, too, stands there only.
    """

    title: str = ""
    subtitle: str = ""
    place: Place = Place.MAIN
    ground: Ground = Ground.NONE
    page: str = ""
    covers: Covers = Field(default=Covers.NOTHING, exclude=True)
