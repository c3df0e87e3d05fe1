"""Presses below the welcome and help screens."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class GoVerb(StrEnum):
    """The features offered; ``WHO`` is the menu of people to challenge."""

    PRACTICE = "practice"
    CHALLENGE = "challenge"
    WHO = "who"
    HAND = "hand"
    DAILY = "daily"
    RULES = "rules"
    SETTINGS = "settings"
    LEARN = "learn"
    SETUP = "setup"


@dataclass(frozen=True)
class GoPress(Press):
    """A button or menu of the welcome screen."""

    WORD = "go"

    verb: GoVerb
