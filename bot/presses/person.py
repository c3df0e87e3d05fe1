"""Presses on the page about a person."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class PersonVerb(StrEnum):
    """What one may do with or about a person."""

    CHALLENGE = "challenge"
    PROFILE = "profile"
    ADD = "add"
    REMOVE = "remove"
    WRITE = "write"
    BLOCK = "block"
    UNBLOCK = "unblock"
    REPORT = "report"


@dataclass(frozen=True)
class PersonPress(Press):
    """A button of the page; the id is the person."""

    WORD = "person"

    verb: PersonVerb
    id: int = 0
