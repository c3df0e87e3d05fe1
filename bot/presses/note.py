"""Presses on notes and on the inbox."""

from dataclasses import dataclass
from enum import StrEnum

from bot.presses.codec import Press


class NoteVerb(StrEnum):
    """The actions on notes; ``WAY`` is a setting."""

    REPLY = "reply"
    OPEN = "open"
    WAY = "way"
    DELETE = "delete"
    CLEAR = "clear"
    BLOCK = "block"


@dataclass(frozen=True)
class NotePress(Press):
    """A control of the inbox; the id is a person when writing or blocking, else a note."""

    WORD = "note"

    verb: NoteVerb
    id: int = 0
