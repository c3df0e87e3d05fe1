"""Presses on a replay, each with the place it leads to."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final, Self

from bot.presses.codec import Form, Press
from engine.game.seats import Seat

BOTH: Final = "8"
"""The code for no seat: both hands are open."""


class Source(StrEnum):
    """The origin of a replay: a match of this bot, or an imported file."""

    MATCH = "m"
    STUDY = "s"


class ReplayVerb(StrEnum):
    """The kinds of buttons to a place; ``PLAY`` and ``PLAY_EYES`` show the animation.

    ``WHAT_IF`` stays there, and asks the coach about another choice.
    """

    OPEN = "open"
    BACK = "back"
    NEXT = "next"
    PLAY = "play"
    EYES = "eyes"
    PLAY_EYES = "playeyes"
    JUMP = "jump"
    ROUND = "round"
    WHAT_IF = "whatif"


@dataclass(frozen=True, slots=True)
class Watching:
    """The place in a replay. ``id``: the match or the file; ``eyes``: a seat, ``None`` for both."""

    source: Source
    id: int
    number: int
    table: int = 0
    step: int = 0
    eyes: Seat | None = None


def _eyes(text: str) -> Seat | None:
    return None if text == BOTH else Seat(int(text))


def _eyes_text(eyes: Seat | None) -> str:
    return BOTH if eyes is None else f"{int(eyes)}"


@dataclass(frozen=True)
class ReplayPress(Press):
    """A control of a replay; the id is the match or the file, the revision the round."""

    WORD = "replay"

    source: Source
    table: int
    step: int
    eyes: Annotated[Seat | None, Form(_eyes, _eyes_text)]
    verb: ReplayVerb
    id: int = 0
    revision: int = 0

    @classmethod
    def to(cls, at: Watching, verb: ReplayVerb = ReplayVerb.OPEN) -> Self:
        """Return the press that leads to a place."""
        return cls(at.source, at.table, at.step, at.eyes, verb, at.id, at.number)

    @property
    def at(self) -> Watching:
        """The place that the press leads to."""
        return Watching(self.source, self.id, self.revision, self.table, self.step, self.eyes)
