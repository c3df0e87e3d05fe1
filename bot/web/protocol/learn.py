"""The parts of panels that teach: the course, lessons and puzzles, the answer to a position."""

from typing import Literal

from bot.web.protocol.base import CardText, EpochMs, Message, Named, PressButton
from bot.web.protocol.table import MatchState, SeatState


class MappedLessonState(Message):
    """A lesson on the map of the course. ``card``: its picture, ``press``: opens it."""

    number: int
    title: str
    stars: int
    card: CardText
    press: str
    next: bool


class LessonGroupState(Message):
    """Lessons that belong together, with their stars in words."""

    title: str
    stars: str
    lessons: tuple[MappedLessonState, ...]


class CoursePart(Message):
    """The map of the course.

    ``stars``: of ``most``. ``title``, ``subtitle``, ``idea``, ``hand``: of the next lesson, which
    ``press`` opens. ``notes``: what has been learned, the last of it.
    """

    type: Literal["course"] = "course"
    stars: int
    most: int
    title: str
    subtitle: str
    idea: str
    hand: tuple[CardText, ...]
    press: str
    go_on: str
    groups: tuple[LessonGroupState, ...]
    notes_title: str
    notes: tuple[str, ...]


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


class AskedChoiceState(Message):
    """A choice that the coach values: ``points`` with the ``margin`` on each side; ``worth`` says
    both. ``card``: the one that it discards or takes; ``knocks``: it ends the round.
    """

    label: str
    card: CardText | None
    knocks: bool
    points: float
    margin: float
    worth: str


class ChanceState(Message):
    """How likely a card is in the opponent's hand, from 0 to 1."""

    card: CardText
    chance: float


class AskedAnswerState(Message):
    """The coach's answer, the best choice first; ``best`` and ``reason`` in Discord's markdown."""

    best: str
    reason: str
    choices: tuple[AskedChoiceState, ...]
    chances: tuple[ChanceState, ...]
    chances_title: str


class AskPart(Message):
    """A position to put up, with what was asked last and its answer.

    It is sent as ``press{press, fields: {text}}``: hand, discard pile, taken cards, score and the
    name of the rules, separated by slashes, in at most ``length`` letters.
    """

    type: Literal["ask"] = "ask"
    press: str
    length: int
    example: str
    presets: tuple[Named, ...]
    hand: tuple[CardText, ...]
    pile: tuple[CardText, ...]
    taken: tuple[CardText, ...]
    score: str
    preset: str
    answer: AskedAnswerState | None


class TutoredExampleState(Message):
    """A mistake of the reader's own, in Discord's markdown; ``replay`` shows it.

    ``played``, ``best``: the cards that were and that should have been discarded.
    """

    words: str
    played: CardText | None
    best: CardText | None
    replay: PressButton


class TutoredFindingState(Message):
    """Something to work on. ``loss``: in words, ``share`` of the longest bar, with the ends of its
    interval. ``changed``: what has become of it, or nothing.
    """

    title: str
    advice: str
    loss: str
    changed: str
    share: float
    low: float
    high: float
    examples: tuple[TutoredExampleState, ...]
    puzzles: PressButton | None


class TutorPart(Message):
    """The tutor's advice. ``progress``: how far it is, from 0 to 1; ``None`` once it is there."""

    type: Literal["tutor"] = "tutor"
    sentence: str
    findings: tuple[TutoredFindingState, ...]
    note: str
    progress: float | None
    following: PressButton | None
