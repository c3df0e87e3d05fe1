"""A lesson or a puzzle at a table on a page; chat shows other parts of the screen."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.ui.press import Press
from engine.game.actions import RoundAction
from engine.game.view import SeatView

NamedPress: TypeAlias = tuple[str, Press]
"""A press and its label."""


@dataclass(frozen=True, slots=True)
class LessonAnswer:
    """An answer: its actions, and what it is called on a button.

    ``worth``: its points in words once they are shown, ``points`` as a number. ``cost``: what it
    loses, for the tag on its card; ``is_dear``: the coach would call it a mistake.
    """

    actions: tuple[RoundAction, ...]
    label: str
    worth: str
    points: float
    cost: str
    is_dear: bool


@dataclass(frozen=True, slots=True)
class RaceClock:
    """The clock of a race, and how it stands: ``most_wrong`` wrong answers end it.

    ``press``: shows what came of it when the time is over.
    """

    ends_ms: int
    length_ms: int
    solved: int
    wrong: int
    most_wrong: int
    press: Press


@dataclass(frozen=True, slots=True)
class LessonTable:
    """A step of a lesson or a puzzle of the trainer, at a table. Answers are the press with their
    number.

    ``players``: the name and the level of each, safe to show. ``idea``: what the lesson teaches, or
    what is known of the puzzle's table; ``remarks``: what of it stands in the strip. ``task``: the
    sentence in the strip. ``steps``: for each, whether it was right, ``None`` until it is answered;
    ``at``: the one shown. ``hint``: the answer that is marked. ``chosen``: what was answered,
    ``best``: what would have been right; then ``verdict`` says why, and nothing can be answered any
    more. ``following``: the label and the press that lead on; ``back``: to the map, ``None`` for
    what is no lesson. ``tools``: label and press of what else can be done. ``race``: the
    clock of the race that a puzzle belongs to.
    """

    title: str
    subtitle: str
    idea: str
    task: str
    preset: str
    players: tuple[tuple[str, str | None], ...]
    own: SeatView
    answers: tuple[LessonAnswer, ...]
    press: Press
    steps: tuple[bool | None, ...]
    at: int
    hint: int | None
    chosen: int | None
    best: int | None
    verdict: str
    worth_title: str
    following: NamedPress | None
    back: NamedPress | None = None
    remarks: tuple[str, ...] = ()
    tools: tuple[NamedPress, ...] = ()
    race: RaceClock | None = None

    @property
    def presses(self) -> tuple[Press, ...]:
        """The buttons, and what a clock presses; an answer is not one of them."""
        leading = (one for one in (self.following, self.back) if one is not None)
        clock = () if self.race is None else (self.race.press,)
        return (*clock, *(press for _, press in (*leading, *self.tools)))
