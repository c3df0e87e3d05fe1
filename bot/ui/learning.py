"""The course, the trainer and the coach on a page; chat shows other parts of the screen."""

from dataclasses import dataclass
from typing import TypeAlias

from bot.ui.press import Press
from engine.game.actions import RoundAction
from engine.game.cards import Card
from engine.game.view import SeatView

NamedPress: TypeAlias = tuple[str, Press]
"""A press and its label."""


@dataclass(frozen=True, slots=True)
class MappedLesson:
    """A lesson on the map. ``card``: its picture. ``press``: opens it."""

    number: int
    title: str
    stars: int
    card: Card
    press: Press
    is_next: bool


@dataclass(frozen=True, slots=True)
class LessonGroup:
    """Lessons that belong together, with their stars in words."""

    title: str
    stars: str
    lessons: tuple[MappedLesson, ...]


@dataclass(frozen=True, slots=True)
class CourseMap:
    """The course and how far somebody is.

    ``stars``: of ``most``. ``title``, ``subtitle``, ``idea``, ``hand``: of the lesson that is next;
    ``press`` opens it by ``go_on``. ``notes``: the ideas that have been learned, the last ones.
    """

    stars: int
    most: int
    title: str
    subtitle: str
    idea: str
    hand: tuple[Card, ...]
    press: Press
    go_on: str
    groups: tuple[LessonGroup, ...]
    notes_title: str
    notes: tuple[str, ...]

    @property
    def presses(self) -> tuple[Press, ...]:
        """Everything that can be pressed."""
        return (self.press, *(one.press for group in self.groups for one in group.lessons))


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


@dataclass(frozen=True, slots=True)
class AskedChoice:
    """A choice that the coach values. ``card``: the one that it discards or takes.

    ``knocks``: it ends the round. ``points`` with the ``margin`` on each side, also as ``worth``.
    """

    label: str
    card: Card | None
    knocks: bool
    points: float
    margin: float
    worth: str


@dataclass(frozen=True, slots=True)
class AskedAnswer:
    """The coach's answer: ``best`` and ``reason`` in words, ``chances`` of the opponent's cards."""

    best: str
    reason: str
    choices: tuple[AskedChoice, ...]
    chances: tuple[tuple[Card, float], ...]
    chances_title: str


@dataclass(frozen=True, slots=True)
class AskBoard:
    """A position to put up, and the answer to it.

    ``press``: of the text that is sent, up to ``length`` letters; ``example``: such a text.
    ``presets``: the rules by name, with their titles. ``score`` as text.
    """

    press: Press
    length: int
    example: str
    presets: tuple[tuple[str, str], ...]
    hand: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()
    score: str = ""
    preset: str = "standard"
    answer: AskedAnswer | None = None


@dataclass(frozen=True, slots=True)
class TutoredExample:
    """A mistake of one's own in words, with the cards discarded and to be discarded.

    ``replay``: the label and the press that show it.
    """

    words: str
    played: Card | None
    best: Card | None
    replay: NamedPress


@dataclass(frozen=True, slots=True)
class TutoredFinding:
    """Something to work on. ``loss`` in words; ``share`` of the longest bar, from 0 to 1, with the
    ends of its interval. ``changed``: what has become of it, once that is known. ``puzzles``: the
    label and the press that open them.
    """

    title: str
    advice: str
    loss: str
    changed: str
    share: float
    low: float
    high: float
    examples: tuple[TutoredExample, ...]
    puzzles: NamedPress | None

    @property
    def presses(self) -> tuple[Press, ...]:
        """Everything that can be pressed."""
        puzzles = () if self.puzzles is None else (self.puzzles[1],)
        return (*(one.replay[1] for one in self.examples), *puzzles)


@dataclass(frozen=True, slots=True)
class TutorBoard:
    """The tutor's advice. ``progress``: how far it is, from 0 to 1; ``None`` once it is there.

    ``following``: the label and the press that lead on.
    """

    sentence: str
    findings: tuple[TutoredFinding, ...]
    note: str = ""
    progress: float | None = None
    following: NamedPress | None = None

    @property
    def presses(self) -> tuple[Press, ...]:
        """Everything that can be pressed."""
        following = () if self.following is None else (self.following[1],)
        return (*(press for one in self.findings for press in one.presses), *following)
