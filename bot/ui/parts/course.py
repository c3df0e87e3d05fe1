"""The map of the course."""

from collections.abc import Iterator
from typing import Literal

from bot.ui.parts.base import CardOut, PagePart, PartModel, PressOut
from bot.ui.press import Press


class MappedLesson(PartModel):
    """A lesson on the map of the course. ``card``: its picture, ``press``: opens it."""

    number: int
    title: str
    stars: int
    card: CardOut
    press: PressOut
    next: bool


class LessonGroup(PartModel):
    """Lessons that belong together, with their stars in words."""

    title: str
    stars: str
    lessons: tuple[MappedLesson, ...]


class CoursePart(PagePart):
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
    hand: tuple[CardOut, ...]
    press: PressOut
    go_on: str
    groups: tuple[LessonGroup, ...]
    notes_title: str
    notes: tuple[str, ...]

    @property
    def offered(self) -> Iterator[Press]:
        yield self.press
        yield from (one.press for group in self.groups for one in group.lessons)
