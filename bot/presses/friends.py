"""Presses on the friends list."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class FriendsVerb(StrEnum):
    """The actions: accept a request, and challenge a friend."""

    ADD = "add"
    CHALLENGE = "challenge"


@dataclass(frozen=True)
class FriendsPress(Press):
    """A control of the list; the id is the person to add."""

    WORD = "friends"

    verb: FriendsVerb
    id: int = 0
