"""The puzzle of a day as an exercise: one answer, on its day, which pays."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, select

from engine import daily
from engine.service import preferences
from engine.service.commands import Commands, query
from engine.service.exercises.answering import AnswerOutcome, Asked, Exercise, Given
from engine.service.exercises.attempts import Attempt, AttemptKey, Series, attempt_of, counts_of
from engine.service.people import UserId
from engine.service.rewards import achievements, coins
from engine.service.rewards.achievements import of_answers
from engine.service.rewards.coins import Earned
from engine.service.rewards.daily_attempts import row_of
from engine.service.tx import ReadTx, Tx
from engine.store.schema import exercise_answers, players
from engine.trainer.puzzle import Puzzle, puzzle_from

_rows = exercise_answers.c


@dataclass(frozen=True, slots=True)
class PuzzleForReader:
    """The puzzle of a day as one person sees it.

    ``mine``: the index of their answer; ``counts``: how often each was given, shown only to people
    who have answered.
    """

    day: int
    puzzle: Puzzle
    mine: int | None
    counts: tuple[int, ...]


def asked(tx: ReadTx, day: int, user_id: UserId) -> PuzzleForReader | None:
    """Return the puzzle of a day; ``None`` if there is none (yet)."""
    puzzle = _puzzle_of(tx, day)
    if puzzle is None:
        return None
    mine = attempt_of(tx, AttemptKey(Series.DAY, day, user_id))
    if mine is None:
        return PuzzleForReader(day, puzzle, None, ())
    counts = counts_of(tx, Series.DAY, day, len(puzzle.answers))
    return PuzzleForReader(day, puzzle, mine.choice, counts)


def forget_the_gone(tx: Tx, day: int) -> None:
    """Delete the answers of deleted people; on its day they prevented a second one."""
    known = select(players.c.user_id).where(players.c.user_id == _rows.user_id)
    of_day = (_rows.series == Series.DAY.value, _rows.exercise_id == day)
    tx.execute(delete(exercise_answers).where(*of_day, ~known.exists()))


def _puzzle_of(tx: ReadTx, day: int) -> Puzzle | None:
    found = row_of(tx, day)
    return None if found is None or found.puzzle is None else puzzle_from(found.puzzle)


def _question(tx: ReadTx, given: Given, attempt: Attempt | None) -> Asked | AnswerOutcome:
    puzzle = _puzzle_of(tx, given.exercise)
    if puzzle is None:
        return AnswerOutcome.GONE
    return Asked(puzzle, 0)


def _is_today(tx: Tx, day: int) -> bool:
    return day == daily.day_of(tx.now)


def _pay(tx: Tx, given: Given, _before: Attempt | None, after: Attempt) -> Attempt:
    day, user_id = given.exercise, given.person.user_id
    preferences.remember(tx, given.person)
    coins.pay(tx, user_id, f"{Earned.ANSWER}:{day}", coins.FOR_ANSWER)
    if after.last:
        coins.pay(tx, user_id, f"{Earned.BEST_ANSWER}:{day}", coins.FOR_BEST_ANSWER)
        right = select(func.count()).where(
            _rows.user_id == user_id, _rows.series == Series.DAY.value, _rows.solved == 1
        )
        count = 1 + int(tx.execute(right).scalar_one())
        achievements.enter(tx, user_id, of_answers(count), None)
    return after


DAY: Final = Exercise(Series.DAY, _question, is_open=_is_today, follow=_pay)


class DayPuzzles(Commands):
    """The day's puzzle. Raises RecordError if it cannot be read."""

    asked = query(asked)
