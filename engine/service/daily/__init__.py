"""The daily challenge and the daily puzzle."""

from engine.service.daily.challenge import (
    AskDay,
    DayCode,
    DayRefused,
    Today,
)
from engine.service.daily.puzzle import (
    PuzzleForReader,
)

__all__ = [
    "AskDay",
    "DayCode",
    "DayRefused",
    "PuzzleForReader",
    "Today",
]
