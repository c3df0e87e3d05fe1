"""The course as an exercise: the steps of a lesson, and its stars."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from engine.course.lessons import IN_A_LESSON, LESSONS, CourseProgress, stars_for
from engine.service.exercises.answering import AnswerOutcome, Asked, Exercise, Given, Limits
from engine.service.exercises.attempts import Attempt, Series, attempts_of
from engine.service.people import UserId
from engine.service.tx import ReadTx, Tx

_LIMITS: Final = Limits(steps=IN_A_LESSON, passes=True, examples=1)


def _question(_tx: ReadTx, given: Given, attempt: Attempt | None) -> Asked | AnswerOutcome:
    if given.question is None or not 1 <= given.exercise <= len(LESSONS):
        return AnswerOutcome.GONE
    return Asked(given.question, _LIMITS.next_step(attempt or Attempt()))


def _follow(_tx: Tx, _given: Given, before: Attempt | None, after: Attempt) -> Attempt:
    """Keep the most stars; the others of a lesson's answers count once all are given."""
    stars = 0 if before is None else before.solved
    if after.step == IN_A_LESSON:
        stars = max(stars, stars_for(after.results))
    return replace(after, solved=stars)


COURSE: Final = Exercise(Series.COURSE, _question, _LIMITS, follow=_follow)


def progress(tx: ReadTx, user_id: UserId) -> CourseProgress:
    """Return how far a person is in the course."""
    stored: Mapping[int, Attempt] = attempts_of(tx, Series.COURSE, user_id)
    known = {number: one for number, one in stored.items() if 1 <= number <= len(LESSONS)}
    latest = sorted(known, key=lambda number: known[number].at_ms or 0)
    return CourseProgress(
        {LESSONS[n - 1]: known[n].solved for n in sorted(known) if known[n].solved},
        {LESSONS[n - 1]: known[n].results for n in latest if known[n].results},
    )
