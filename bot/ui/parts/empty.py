"""Places where there is nothing yet."""

from enum import StrEnum
from typing import Literal

from bot.ui.parts.base import PagePart


class EmptyPicture(StrEnum):
    """The places that are drawn empty."""

    HAND = "hand"
    TABLE = "table"
    PAPER = "paper"
    PEOPLE = "people"
    WEEK = "week"


class EmptyPart(PagePart):
    """Where there is nothing yet; it stands for the panel's texts.

    ``play``: the one thing to do is to play.
    """

    type: Literal["empty"] = "empty"
    picture: EmptyPicture
    title: str
    text: str = ""
    play: bool = False
