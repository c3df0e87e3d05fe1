"""The parts of panels that teach: the course, lessons and puzzles, the answer to a position."""

from typing import Literal

from bot.ui.parts.base import PressButton
from bot.web.protocol.base import CardText, EpochMs, Message
from bot.web.protocol.table import MatchState, SeatState


class WorthState(Message):
    """What an answer is worth in points, also in words; the best one, and the reader's own.

    ``cost``: what it loses, in words, for its ``card`` or its ``place``; ``dear``: much.
    """

    label: str
    worth: str
    points: float
    best: bool
    own: bool
    cost: str
    dear: bool
    card: CardText | None
    place: Literal["stock", "pile", "knock"] | None


class RaceClockState(Message):
    """The clock of a race, and how it stands. ``ends``: when the time is over, after ``length``
    milliseconds; ``most_wrong`` wrong answers end it, too. ``press``: shows what came of it.
    """

    ends: EpochMs
    length: int
    solved: int
    wrong: int
    most_wrong: int
    press: str


class LessonPart(Message):
    """A step of a lesson or a puzzle of the trainer, at a table: an answer is ``press`` with the
    action's text as its value.

    ``view``, ``seat``: the table; the actions are the answers. ``steps``: whether each was right,
    ``None`` until it is answered; ``at``: the one shown. ``hint``: the action that is marked.
    ``verdict``: what became of the answer, with the ``worths`` of all, best first. ``next``:
    further; ``back``: to the map, of a lesson only. ``tools``: what else can be done.
    ``race``: the clock that runs, if it is a puzzle of a race.
    """

    type: Literal["lesson"] = "lesson"
    title: str
    subtitle: str
    idea: str
    view: MatchState
    seat: SeatState
    press: str
    steps: tuple[bool | None, ...]
    at: int
    hint: str | None
    verdict: str
    worth_title: str
    worths: tuple[WorthState, ...]
    next: PressButton | None
    back: PressButton | None
    tools: tuple[PressButton, ...]
    race: RaceClockState | None
