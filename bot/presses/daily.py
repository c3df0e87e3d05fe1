"""Presses on a daily challenge."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class DailyVerb(StrEnum):
    """The parts of a day; ``HERE`` and ``EVERYWHERE`` choose the scores shown."""

    LOOK = "look"
    PLAY = "play"
    PUZZLE = "puzzle"
    ANSWER = "answer"
    VERIFY = "verify"
    HERE = "board-s"
    EVERYWHERE = "board-w"


@dataclass(frozen=True)
class DailyPress(Press):
    """A control of a day; the id is the day (0: today), ``choice`` an answer to its puzzle."""

    WORD = "daily"

    verb: DailyVerb
    choice: int | None = None
    id: int = 0
