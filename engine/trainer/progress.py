"""The progress of a person: when a puzzle comes again, and the ratings of person and puzzle."""

from enum import StrEnum
from typing import Final

from engine.clocks.clock import DAY
from engine.standings.rating import LEAST_UNCERTAIN, RatedResult, Rating, after_match, updated
from engine.trainer.puzzle import Question


class Track(StrEnum):
    """The puzzles that a person goes through: of all themes, of one, or their own mistakes."""

    ALL = "all"
    MINE = "mine"
    DISCARD = Question.DISCARD.value
    TAKE = Question.TAKE.value
    KNOCK = Question.KNOCK.value
    LAYOFF = Question.LAYOFF.value
    UPCARD = Question.UPCARD.value

    @property
    def question(self) -> Question | None:
        """The theme; ``None`` if there are several."""
        return None if self in (Track.ALL, Track.MINE) else Question(self.value)


AFTER_DAYS: Final = (1, 3, 7, 21)
"""The days after which a mistake comes again; from the fourth time on always the last."""
RIGHT_ANSWERS: Final = 2
"""The right answers after which a mistake is learned."""


def due_ms(times: int, right: int, now: int) -> int | None:
    """Return when a mistake comes again; ``None`` once it is learned.

    ``times``: how often it has been answered, ``right``: how often rightly.

    >>> [due_ms(times, 0, 0) // DAY for times in (1, 2, 3, 4, 5)]
    [1, 3, 7, 21, 21]
    >>> due_ms(3, 2, 0) is None
    True
    """
    if right >= RIGHT_ANSWERS:
        return None
    return now + AFTER_DAYS[min(times, len(AFTER_DAYS)) - 1] * DAY


def after_answer(
    person: Rating, puzzle: Rating, *, is_right: bool, idle_ms: int
) -> tuple[Rating, Rating]:
    """Return both ratings after an answer, which is a match between person and puzzle.

    ``idle_ms``: the time since the person's answer before. A puzzle does not change with time.
    """
    score = float(is_right)
    mine = after_match(person, [RatedResult(puzzle.value, puzzle.deviation, score)], idle_ms)
    theirs = updated(puzzle, [RatedResult(person.value, person.deviation, 1 - score)], 0)
    deviation = max(LEAST_UNCERTAIN, theirs.deviation)
    return mine, Rating(theirs.value, deviation, theirs.volatility)
