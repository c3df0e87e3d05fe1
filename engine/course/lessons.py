"""The lessons of the course, in their order, and the positions of each."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from engine.course.position import CoursePosition

FILE: Final = Path(__file__).parent / "positions.json"
QUESTIONS: Final = 3
"""The positions at the end of a lesson, of which each right answer is a star."""
IN_A_LESSON: Final = 1 + QUESTIONS
"""The positions of a lesson: its example, and the questions."""
MOST_STARS: Final = QUESTIONS

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "first": ("runs", "sets", "deadwood", "knock"),
    "playing": ("upcard", "leave", "outs", "two_ways"),
    "watching": ("taken", "safe", "late", "stock"),
    "knocking": ("early", "wait", "gin", "for_knock"),
    "defence": ("layoff", "undercut", "score"),
    "games": ("oklahoma", "hollywood", "partners"),
}
"""The names of the lessons by group; names are stored with people's stars."""
LESSONS: Final = tuple(name for names in GROUPS.values() for name in names)
ALL_STARS: Final = MOST_STARS * len(LESSONS)


@dataclass(frozen=True, slots=True)
class Lesson:
    """One idea: an example whose answer is shown, and the questions."""

    name: str
    example: CoursePosition
    questions: tuple[CoursePosition, ...]

    def at(self, step: int) -> CoursePosition:
        """Return the position of a step: 0 is the example."""
        return (self.example, *self.questions)[step]


@cache
def lesson(name: str) -> Lesson:
    """Return a lesson by its name."""
    example, *questions = map(CoursePosition.read, _stored()[name])
    return Lesson(name, example, tuple(questions))


@cache
def _stored() -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = json.loads(FILE.read_text("utf-8"))
    return found
