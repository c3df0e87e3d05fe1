"""Presses on the screen that finds an opponent."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from bot.presses.codec import Form, Press
from engine.clocks.clock import CLOCKS, ClockRules


class FindVerb(StrEnum):
    """The controls: three menus that narrow the search, the search, and a table to sit down at."""

    PRESET = "preset"
    CLOCK = "clock"
    WINDOW = "window"
    SEEK = "seek"
    JOIN = "join"


def _clock(text: str) -> ClockRules:
    if text not in CLOCKS:
        raise ValueError(text)
    return CLOCKS[text]


@dataclass(frozen=True)
class FindPress(Press):
    """A control of the search, with what is searched for.

    ``window``: the greatest difference of ratings, 0 for any. ``preset``: the ruleset, which may be
    one of the server's own.
    """

    WORD = "find"

    verb: FindVerb
    clock: Annotated[ClockRules, Form(_clock, lambda clock: clock.name)]
    window: int
    preset: str
