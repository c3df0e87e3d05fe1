"""Presses on the log of what administrators did."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class LogVerb(StrEnum):
    """The direction; it only tells two buttons apart."""

    NEWER = "newer"
    OLDER = "older"


@dataclass(frozen=True)
class LogPress(Press):
    """A page of the log; the id is its number."""

    WORD = "log"

    verb: LogVerb
    id: int = 0
