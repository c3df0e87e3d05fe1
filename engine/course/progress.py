"""How far somebody is in the course: the stars, and the place in the lesson under way."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from engine.course.lessons import GROUPS, IN_A_LESSON, LESSONS, MOST_STARS

LEAST_STARS: Final = 1
"""The stars of whoever has answered all questions of a lesson, however wrongly."""
FIRST_LESSONS: Final = (*GROUPS["first"], *GROUPS["playing"])
"""The lessons after which one can play."""
EARLIER: Final = (
    (1, "runs"),
    (2, "deadwood"),
    (4, "leave"),
    (7, "knock"),
    (9, "layoff"),
    (12, "undercut"),
)
"""The lessons that the prepared game of earlier versions taught, by the place behind each."""


RIGHT: Final = "1"
WRONG: Final = "0"


@dataclass(frozen=True, slots=True)
class CourseProgress:
    """Stars by the name of the lesson, and where the reader is.

    ``name``: of the lesson under way; ``results``: a sign for each of its steps that is answered,
    of which the first is the example.
    """

    stars: Mapping[str, int]
    name: str = ""
    results: str = ""

    @classmethod
    def read(cls, stars: Mapping[str, int], place: str, earlier: int = 0) -> Self:
        """Return what is stored. ``earlier``: the place reached in the game of earlier versions.

        What is unreadable, or of a lesson that is gone, counts as not begun.
        """
        known = {name: min(one, MOST_STARS) for name, one in stars.items() if name in LESSONS}
        for behind, name in EARLIER:
            if earlier >= behind:
                known.setdefault(name, LEAST_STARS)
        name, _, results = place.partition(".")
        is_place = len(results) < IN_A_LESSON and set(results) <= {RIGHT, WRONG}
        return cls(known, name, results) if name in LESSONS and is_place else cls(known)

    @property
    def place(self) -> str:
        """The place as it is stored."""
        return f"{self.name}.{self.results}" if self.name else ""

    @property
    def total(self) -> int:
        """All stars."""
        return sum(self.stars.values())

    @property
    def next_lesson(self) -> str:
        """The lesson under way, or else the first one with the fewest stars."""
        return self.name or min(LESSONS, key=lambda name: self.stars.get(name, 0))

    @property
    def can_play(self) -> bool:
        """Whether the first lessons are done."""
        return all(name in self.stars for name in FIRST_LESSONS)

    def step_of(self, name: str) -> int:
        """Return the step at which a lesson goes on."""
        return len(self.results_of(name))

    def results_of(self, name: str) -> str:
        """Return the results of a lesson's steps so far."""
        return self.results if name == self.name else ""

    def answered(self, name: str, step: int, *, is_right: bool) -> Self:
        """Return the progress after an answer; the same if that step was answered before.

        The example is shown, so a wrong answer there counts for nothing.
        """
        results = self.results_of(name)
        if step != len(results) or (step == 0 and not is_right):
            return self
        results += RIGHT if is_right else WRONG
        if len(results) < IN_A_LESSON:
            return replace(self, name=name, results=results)
        earned = max(results[1:].count(RIGHT), LEAST_STARS)
        return type(self)({**self.stars, name: max(earned, self.stars.get(name, 0))})
