"""Presses under the welcome and the help."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class GoVerb(StrEnum):
    """The ways in; ``WHO`` is the menu of people to challenge."""

    PRACTICE = "practice"
    CHALLENGE = "challenge"
    WHO = "who"
    HAND = "hand"
    DAILY = "daily"
    RULES = "rules"
    SETTINGS = "settings"


@dataclass(frozen=True)
class GoPress(Press):
    """One of the ways in."""

    WORD = "go"

    verb: GoVerb
