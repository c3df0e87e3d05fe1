"""Presses on the trainer's panel."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.presses.codec import Press
from engine.trainer.progress import Track


class TrainerVerb(StrEnum):
    """An answer, the next puzzle, and the menu of themes."""

    ANSWER = "answer"
    NEXT = "next"
    CHOOSE = "choose"


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    TrainerVerb.ANSWER: ("track", "choice"),
    TrainerVerb.NEXT: ("track",),
    TrainerVerb.CHOOSE: (),
}


@dataclass(frozen=True)
class TrainerPress(Press):
    """A control of the trainer. ``track``: the puzzles that the person goes through. The id is the
    puzzle, the revision how often the person has answered it before: a press counts once.
    """

    WORD = "train"
    PARTS = _PARTS

    verb: TrainerVerb
    track: Track | None = None
    choice: int | None = None
    id: int = 0
    revision: int = 0
