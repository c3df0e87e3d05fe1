"""Presses on exercises: an answer, and the next question, whatever asks it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar, Final

from bot.ui.custom_id import Area, CustomId
from bot.ui.press import Press
from engine.service.exercises import Series
from engine.trainer.puzzle import Track


class ExerciseVerb(StrEnum):
    """What is done with an exercise.

    ``ANSWER``: with ``choice``; ``VALUE``: with the number that a menu or a page sends. ``NEXT``:
    to the next question, of a theme that the press or a menu names.
    """

    ANSWER = "answer"
    VALUE = "value"
    NEXT = "next"


@dataclass(frozen=True)
class ExercisePress(Press):
    """A control of an exercise; the id is the exercise, the revision the step that is asked.

    ``choice``: the number of an answer. ``track``: the theme that the person goes through.
    """

    WORD = "exercise"
    PARTS: ClassVar[Mapping[Any, tuple[str, ...]]] = {
        ExerciseVerb.ANSWER: ("series", "choice", "track"),
        ExerciseVerb.VALUE: ("series", "track"),
        ExerciseVerb.NEXT: ("series", "track"),
    }

    verb: ExerciseVerb
    series: Series
    choice: int | None = None
    track: Track | None = None
    id: int = 0
    revision: int = 0

    def answered(self, choice: int) -> "ExercisePress":
        """Return the press of one answer, which chat has as a button of its own."""
        return replace(self, verb=ExerciseVerb.ANSWER, choice=choice)


def next_of(track: Track) -> ExercisePress:
    """Return the press that leads to the next puzzle of a theme."""
    return ExercisePress(ExerciseVerb.NEXT, Series.TRAINER, track=track)


_SERIES: Final[Mapping[str, Series]] = {
    "daily": Series.DAY,
    "learn": Series.COURSE,
    "race": Series.RACE,
    "train": Series.TRAINER,
    "weekly": Series.WEEK,
}
_VERBS: Final[Mapping[str, str]] = {"weekly-answer": "value", "train-choose": "next"}
_EARLIER: Final = re.compile(
    r"((daily|learn|race)-(answer|value)|weekly-answer"
    r"|train-(?:(?:answer|value|next)-(?P<track>[a-z0-9_]+)|choose))(?:-(?P<choice>[0-9]+))?"
)


def renewed(custom_id: CustomId) -> CustomId:
    """Return a custom id as it is written now: each exercise had a press of its own before."""
    found = _EARLIER.fullmatch(custom_id.what)
    if found is None or custom_id.area is not Area.PAGE:
        return custom_id
    word, verb = custom_id.what.split("-")[:2]
    verb = _VERBS.get(f"{word}-{verb}", verb)
    parts = (ExercisePress.WORD, verb, _SERIES[word], found["choice"], found["track"])
    return replace(custom_id, what="-".join(filter(None, parts)))
