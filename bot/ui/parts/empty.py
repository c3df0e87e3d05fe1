"""Places where there is nothing yet."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from bot.ui.parts.kinds import Covers, Kind


class EmptyPicture(StrEnum):
    """The places that are drawn empty."""

    HAND = "hand"
    TABLE = "table"
    PAPER = "paper"
    PEOPLE = "people"
    WEEK = "week"


class EmptyPart(Kind):
    """Where there is nothing yet; it stands for the panel's texts.

    ``play``: the one thing to do is to play.
    """

    type: Literal["empty"] = "empty"
    picture: EmptyPicture
    covers: Covers = Field(default=Covers.TEXTS, exclude=True)
    text: str = ""
    play: bool = False
