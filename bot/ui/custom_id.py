"""Custom ids: the purpose of a button in at most 100 characters, readable after any restart.

``g1:<area>:<id36>:<revision36>:<what>`` — the area selects the handler, the id is a match or a
lobby, the revision is the state the button was drawn for, ``what`` is an action in the engine's
notation or a word of the area's own.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

PREFIX: Final = "g1"
LARGEST: Final = 2**63 - 1
"""The largest id or revision, since both are stored in 64 bits."""
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


class Area(StrEnum):
    """The part of the bot that answers a press."""

    PLAY = "p"
    """An action in a match, in the engine's notation."""
    HAND = "h"
    """The view of the player's hand: selections and choices that change nothing."""
    TABLE = "t"
    """The buttons under the public table message."""
    LOBBY = "l"
    """Challenges and open tables."""
    PAGE = "g"
    """Pages of lists, replays, settings: screens without a match in play."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """The parsed custom id of a button."""

    area: Area
    id: int
    revision: int
    what: str

    def __str__(self) -> str:
        return custom_id(self.area, self.id, self.revision, self.what)


def custom_id(area: Area, number: int, revision: int, what: str) -> str:
    """Return the text of a custom id."""
    return ":".join((PREFIX, area, base36(number), base36(revision), what))


def parse_custom_id(text: str) -> CustomId | None:
    """Parse a custom id; None if it is not one of ours."""
    parts = text.split(":", 4)
    if len(parts) != 5 or parts[0] != PREFIX:
        return None
    try:
        return CustomId(Area(parts[1]), number36(parts[2]), number36(parts[3]), parts[4])
    except ValueError:
        return None


def number36(text: str) -> int:
    """Read a number in base 36 that a database can hold; ValueError for any other text."""
    number = int(text, 36)
    if not (text.isascii() and text.isalnum() and number <= LARGEST):
        raise ValueError(text)
    return number


def read_id(text: str) -> int | None:
    """Parse an id typed in base 36; ``None`` if no stored object can have it."""
    try:
        return number36(text.strip().strip("`").lower()) or None
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def base36(number: int) -> str:
    """Return a non-negative number in base 36."""
    if number < 0:
        raise ValueError("ids and revisions are not negative")
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
        if not number:
            return text
