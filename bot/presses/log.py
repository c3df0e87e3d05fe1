"""Presses on the administrators' audit log."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class LogVerb(StrEnum):
    """The direction; it only distinguishes two buttons."""

    NEWER = "newer"
    OLDER = "older"


@dataclass(frozen=True)
class LogPress(Press):
    """A page of the log; the id is its number."""

    WORD = "log"

    verb: LogVerb
    id: int = 0
