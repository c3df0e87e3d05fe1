"""Presses on the lesson: the ordinary buttons of a hand, at a place of the prepared game."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bot.presses.codec import Form, OneCard, Press
from bot.presses.hand import HandVerb
from bot.presses.play import read_action
from engine.game.actions import SeatAction
from engine.game.notation import action_text


class LessonVerb(StrEnum):
    """Plays, views of the hand, and the way through the lesson; ``REAL`` begins a real match."""

    PLAY = "play"
    VIEW = "view"
    NEXT = "next"
    AGAIN = "again"
    REAL = "real"


_PARTS: Final[Mapping[StrEnum, tuple[str, ...]]] = {
    **dict.fromkeys(LessonVerb, ()),
    LessonVerb.PLAY: ("action",),
    LessonVerb.VIEW: ("view", "card"),
    **dict.fromkeys(HandVerb, ("card",)),
}


@dataclass(frozen=True)
class LessonPress(Press):
    """A button of the lesson; the revision is its place in the prepared game."""

    WORD = "learn"
    PARTS = _PARTS

    verb: LessonVerb
    action: Annotated[SeatAction, Form(read_action, action_text)] | None = None
    view: HandVerb | None = None
    card: OneCard | None = None
    revision: int = 0
