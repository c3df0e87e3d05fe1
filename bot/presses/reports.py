"""Presses on the reports of a server."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class ReportsVerb(StrEnum):
    """Opening a report from the list, and closing it."""

    OPEN = "open"
    CLOSE = "close"


@dataclass(frozen=True)
class ReportsPress(Press):
    """A control of the reports; the id is the report to close."""

    WORD = "reports"

    verb: ReportsVerb
    id: int = 0
