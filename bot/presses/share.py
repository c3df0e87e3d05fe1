"""Presses about sharing a finished match."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class ShareVerb(StrEnum):
    """Look at the sharing, begin it, end it."""

    LOOK = "look"
    BEGIN = "begin"
    END = "end"


@dataclass(frozen=True)
class SharePress(Press):
    """A button about sharing; the id is the match."""

    WORD = "share"

    verb: ShareVerb
    id: int = 0
