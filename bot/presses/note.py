"""Presses on notes and on the inbox."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class NoteVerb(StrEnum):
    """What can be done with notes; ``BOOK`` is the form about an opponent, ``WAY`` a setting."""

    REPLY = "reply"
    BOOK = "book"
    OPEN = "open"
    WAY = "way"
    DELETE = "delete"
    CLEAR = "clear"
    BLOCK = "block"


@dataclass(frozen=True)
class NotePress(Press):
    """A control of the inbox; the id is a person for what is written and blocks, else a note."""

    WORD = "note"

    verb: NoteVerb
    id: int = 0
