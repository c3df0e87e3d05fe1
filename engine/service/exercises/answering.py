"""The one transaction that takes a numbered answer, whatever the exercise.

An answer names the step that it is for. It counts if that is the next one, so a second press, or
one on a message of any age, changes nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

from engine.service.exercises.attempts import Attempt, AttemptKey, Series, attempt_of, begin, keep
from engine.service.moderation.reports import ban_of
from engine.service.people import DIRECT_MESSAGES, GuildId, InteractionId, Person
from engine.service.tx import Tx
from engine.trainer.results import SKIPPED, letter


class AnswerOutcome(StrEnum):
    """The outcome of an answer.

    ``ALREADY``: that step was answered before, and the first answer stays; or a wrong answer to an
    example, which counts for nothing. ``OVER``: the exercise can no longer be answered. ``GONE``:
    there is no such exercise, or no such answer.
    """

    TAKEN = "taken"
    ALREADY = "already"
    OVER = "over"
    GONE = "gone"
    BANNED = "banned"


class GradedQuestion(Protocol):
    """A question whose answers have numbers, and are worth something."""

    @property
    def answers(self) -> Sequence[object]:
        """The answers in the order of their numbers."""

    def is_right(self, choice: int) -> bool:
        """Whether an answer is the best one, or as good."""

    def lost(self, choice: int) -> float:
        """Return the points that an answer loses against the best one."""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer as it was given: by its number, to a step of an exercise.

    ``question``: of a lesson, which the coach grades outside of the transaction. ``guild``: the
    server where it was given, if it was.
    """

    interaction: InteractionId
    series: Series
    exercise: int
    person: Person
    step: int
    choice: int
    question: GradedQuestion | None = None
    guild: GuildId = DIRECT_MESSAGES

    @property
    def key(self) -> AttemptKey:
        """Whose answer it is, and to what."""
        return AttemptKey(self.series, self.exercise, self.person.user_id)


@dataclass(frozen=True, slots=True)
class Asked:
    """What an exercise asks now.

    ``step``: its place, after those that are skipped. ``guild``: whose exercise it is, which a ban
    closes; by itself none.
    """

    question: GradedQuestion
    step: int
    guild: GuildId = DIRECT_MESSAGES


@dataclass(frozen=True, slots=True)
class Limits:
    """What bounds an exercise. ``None``: nothing does.

    ``steps``: the questions of one pass. ``passes``: whether it begins anew after that. ``wrong``:
    the wrong answers that end it. ``ms``: the time from its start. ``examples``: the first steps,
    whose answer is shown. ``comes_again``: an answered puzzle is asked again when it is due.
    """

    steps: int | None = 1
    passes: bool = False
    wrong: int | None = None
    ms: int | None = None
    examples: int = 0
    comes_again: bool = False

    def next_step(self, attempt: Attempt) -> int:
        """Return the step that is next."""
        return attempt.step % self.steps if self.passes and self.steps else attempt.step

    def is_answered(self, attempt: Attempt, now: int) -> bool:
        """Whether there is nothing to answer at present."""
        if self.comes_again:
            is_due = attempt.due_ms is not None and attempt.due_ms <= now
            return attempt.choice is not None and not is_due
        return self.steps is not None and self.next_step(attempt) >= self.steps

    def is_over(self, attempt: Attempt, now: int) -> bool:
        """Whether the attempt has ended."""
        if self.ms is None:
            return False
        started = attempt.started_ms
        return started is None or attempt.ended_ms is not None or now >= started + self.ms

    def ends(self, attempt: Attempt) -> bool:
        """Whether the last answer ends the attempt before its time."""
        return self.wrong is not None and attempt.wrong >= self.wrong


Question: TypeAlias = Callable[[Tx, Given, Attempt | None], Asked | AnswerOutcome]
"""Returns what is asked at the time of an answer, or why nothing is."""


def _always(_tx: Tx, _exercise: int) -> bool:
    return True


def _nothing(_tx: Tx, _given: Given, _before: Attempt | None, after: Attempt) -> Attempt:
    return after


@dataclass(frozen=True, slots=True)
class Exercise:
    """One kind of exercise.

    ``is_open``: whether it takes answers, which it then does until the end of the transaction.
    ``follow``: what an answer sets off; it returns what is stored of the attempt.
    """

    series: Series
    question: Question
    limits: Limits = Limits()
    is_open: Callable[[Tx, int], bool] = _always
    follow: Callable[[Tx, Given, Attempt | None, Attempt], Attempt] = _nothing


def take(tx: Tx, exercise: Exercise, given: Given) -> AnswerOutcome:
    """Take an answer to an exercise."""
    limits, key = exercise.limits, given.key
    before = attempt_of(tx, key, locked=True)
    known = before or Attempt()
    if limits.is_over(known, tx.now):
        return AnswerOutcome.GONE if before is None else AnswerOutcome.OVER
    asked = exercise.question(tx, given, before)
    if isinstance(asked, AnswerOutcome):
        return asked
    if not 0 <= given.choice < len(asked.question.answers):
        return AnswerOutcome.GONE
    if limits.is_answered(known, tx.now) or given.step != asked.step:
        return AnswerOutcome.ALREADY
    if given.step < limits.examples and not asked.question.is_right(given.choice):
        return AnswerOutcome.ALREADY
    if asked.guild and ban_of(tx, asked.guild, key.user) is not None:
        return AnswerOutcome.BANNED
    if not exercise.is_open(tx, key.exercise):
        return AnswerOutcome.OVER
    after = _answered(asked, given, known, tx.now)
    if limits.ends(after):
        after = replace(after, ended_ms=tx.now)
    after = exercise.follow(tx, given, before, after)
    (begin if before is None else keep)(tx, key, after)
    return AnswerOutcome.TAKEN


def _answered(asked: Asked, given: Given, known: Attempt, now: int) -> Attempt:
    """Return the attempt with one answer more; a new pass begins with no results."""
    is_right = asked.question.is_right(given.choice)
    results = known.results[: given.step].ljust(given.step, SKIPPED) + letter(is_right=is_right)
    return replace(
        known,
        results=results,
        solved=known.solved + int(is_right),
        guild_id=asked.guild or known.guild_id,
        choice=given.choice,
        lost=round(asked.question.lost(given.choice), 1),
        at_ms=now,
    )
