"""A step of a lesson, or a puzzle, at a table."""

from collections.abc import Collection, Iterator
from typing import ClassVar, Literal, TypeAlias

from bot.ui.parts.base import CardOut, EpochMs, PagePart, PartModel, PressButton, PressOut, pressed
from bot.ui.parts.table import MatchState, SeatState
from bot.ui.press import Press

TablePlace: TypeAlias = Literal["stock", "pile", "knock"]


class WorthState(PartModel):
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
    card: CardOut | None
    place: TablePlace | None


class RaceClock(PartModel):
    """The clock of a race, and how it stands. ``ends``: when the time is over, after ``length``
    milliseconds; ``most_wrong`` wrong answers end it, too. ``press``: shows what came of it.
    """

    ends: EpochMs
    length: int
    solved: int
    wrong: int
    most_wrong: int
    press: PressOut


class LessonPart(PagePart):
    """A step of a lesson or a puzzle of the trainer, at a table: an answer is ``press`` with the
    action's text as its value.

    ``view``, ``seat``: the table; the actions are the answers. ``steps``: whether each was right,
    ``None`` until it is answered; ``at``: the one shown. ``hint``: the action that is marked.
    ``verdict``: what became of the answer, with the ``worths`` of all, best first. ``why``: the
    reasons that the strip does not give. ``next``: further; ``back``: to the map, of a lesson
    only. ``tools``: what else can be done. ``race``: the clock that runs, if it is a
    puzzle of a race.
    """

    is_whole: ClassVar = True
    type: Literal["lesson"] = "lesson"
    title: str
    subtitle: str
    idea: str
    view: MatchState
    seat: SeatState
    press: PressOut
    steps: tuple[bool | None, ...]
    at: int
    hint: str | None
    verdict: str
    why: tuple[str, ...]
    worth_title: str
    worths: tuple[WorthState, ...]
    next: PressButton | None
    back: PressButton | None
    tools: tuple[PressButton, ...]
    race: RaceClock | None

    @property
    def offered(self) -> Iterator[Press]:
        yield from pressed(self.next, self.back, *self.tools)
        if self.race is not None:
            yield self.race.press

    @property
    def offered_values(self) -> Iterator[tuple[Press, Collection[str]]]:
        actions = {one.action for one in self.seat.actions}
        knocks = {one.knock.action for one in self.seat.actions if one.knock is not None}
        yield self.press, actions | knocks
