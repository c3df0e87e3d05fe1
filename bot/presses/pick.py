"""Presses on the menu that asks for a match."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class ChoicePurpose(StrEnum):
    """The purpose for which a match is chosen."""

    RESIGN = "resign"
    PAUSE = "pause"
    RESUME = "resume"
    GIVE = "give"


@dataclass(frozen=True)
class PickPress(Press):
    """The menu; the match is its value."""

    WORD = "pick"

    purpose: ChoicePurpose
