"""Presses on the list of friends."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class FriendsVerb(StrEnum):
    """Adding somebody who asks, and challenging somebody on the list."""

    ADD = "add"
    CHALLENGE = "challenge"


@dataclass(frozen=True)
class FriendsPress(Press):
    """A control of the list; the id is the person to add."""

    WORD = "friends"

    verb: FriendsVerb
    id: int = 0
