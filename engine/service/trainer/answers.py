"""The trainer's puzzles as exercises: ratings move, and mistakes come again."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Row, func, insert, select, update

from engine.service.exercises.answering import AnswerOutcome, Asked, Exercise, Given, Limits
from engine.service.exercises.attempts import Attempt, AttemptKey, Series, attempt_of
from engine.service.people import UserId
from engine.service.trainer import advice, pool
from engine.service.trainer.pool import IS_OF_TRAINER, Use
from engine.service.tx import ReadTx, Tx
from engine.standings.rating import NEWCOMER, Rating
from engine.store.schema import exercise_answers, trainer_people, trainer_puzzles
from engine.trainer.puzzle import Puzzle, Track, after_answer, due_ms, puzzle_from

_answers = exercise_answers.c
_people = trainer_people.c


@dataclass(frozen=True, slots=True)
class TrainerStanding:
    """A person's rating, with the answers that counted. ``due``: mistakes to answer again now;
    ``waiting``: mistakes that come later.
    """

    rating: Rating
    answered: int
    solved: int
    at_ms: int
    due: int
    waiting: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The person's last answer. ``change``: of the rating; ``None`` for an answer that comes again,
    which does not count. ``due_ms``: when the puzzle comes again, if it does.
    """

    choice: int
    change: float | None
    due_ms: int | None


@dataclass(frozen=True, slots=True)
class PuzzleForPerson:
    """A puzzle as one person sees it. ``times``: how often the person has answered it. ``own``: it
    is a mistake of the person's own match. ``solution``: ``None`` while it is to be answered.
    """

    key: int
    puzzle: Puzzle
    value: float
    times: int
    own: bool
    solution: Solution | None


def standing(tx: ReadTx, user_id: UserId) -> TrainerStanding:
    """Return a person's standing."""
    row = tx.execute(select(trainer_people).where(_people.user_id == user_id)).one_or_none()
    own = (_answers.user_id == user_id, IS_OF_TRAINER, _answers.due_ms.is_not(None))
    waiting = select(func.count()).where(*own)
    open_ones = int(tx.execute(waiting).scalar_one())
    due = int(tx.execute(waiting.where(_answers.due_ms <= tx.now)).scalar_one())
    if row is None:
        return TrainerStanding(NEWCOMER, 0, 0, tx.now, due, open_ones - due)
    rating = Rating(row.value, row.deviation, row.volatility)
    return TrainerStanding(rating, row.answered, row.solved, row.at_ms, due, open_ones - due)


def next_for(
    tx: ReadTx,
    user_id: UserId,
    track: Track,
    unreadable: Collection[int] = (),
) -> int | None:
    """Return the next puzzle; the same one until it is answered. ``None``: there is none.

    ``unreadable``: puzzles that are left out, of a later version or damaged.
    """
    if track in (Track.ALL, Track.MINE):
        due = (
            select(_answers.exercise_id)
            .where(_answers.user_id == user_id, IS_OF_TRAINER, _answers.due_ms <= tx.now)
            .where(pool.but(_answers.exercise_id, unreadable))
            .order_by(_answers.due_ms, _answers.exercise_id)
            .limit(1)
        )
        found = tx.execute(due).scalar_one_or_none()
        if found is not None or track is Track.MINE:
            return found
    if track.finding is not None:
        drawn = advice.puzzles_for(tx, user_id, track.finding)
        return pool.first_open(tx, user_id, [one for one in drawn if one not in unreadable])
    person = standing(tx, user_id)
    near = pool.nearest(tx, user_id, person.rating.value, track.question, unreadable)
    return pool.one_of(near, user_id, person.answered)


def shown(tx: ReadTx, user_id: UserId, puzzle_id: int) -> PuzzleForPerson | None:
    """Return a puzzle with the person's answer; ``None`` if it does not exist any more.

    Raise RecordError if it cannot be read.
    """
    mine = attempt_of(tx, _key(user_id, puzzle_id))
    stored = _stored(tx, puzzle_id, mine)
    if stored is None:
        return None
    puzzle = puzzle_from(stored.puzzle)
    if mine is None:
        return PuzzleForPerson(puzzle_id, puzzle, stored.value, 0, False, None)
    solution = None
    if mine.choice is not None and TRAINER.limits.is_answered(mine, tx.now):
        solution = Solution(mine.choice, mine.change, mine.due_ms)
    return PuzzleForPerson(puzzle_id, puzzle, stored.value, mine.step, bool(mine.own), solution)


def _key(user_id: UserId, puzzle_id: int) -> AttemptKey:
    return AttemptKey(Series.TRAINER, puzzle_id, user_id)


def _stored(tx: ReadTx, puzzle_id: int, mine: Attempt | None) -> Row[Any] | None:
    """Return the row of a puzzle that a person may be asked."""
    found = tx.execute(
        select(trainer_puzzles).where(trainer_puzzles.c.puzzle_id == puzzle_id)
    ).one_or_none()
    return None if found is None or (mine is None and found.pool != Use.TRAINER) else found


def _question(tx: ReadTx, given: Given, attempt: Attempt | None) -> Asked | AnswerOutcome:
    stored = _stored(tx, given.exercise, attempt)
    if stored is None:
        return AnswerOutcome.GONE
    return Asked(puzzle_from(stored.puzzle), 0 if attempt is None else attempt.step)


def _follow(tx: Tx, given: Given, before: Attempt | None, after: Attempt) -> Attempt:
    """Move both ratings at the first answer, and let a mistake come again."""
    is_right = bool(after.last)
    change = None if before else _rate(tx, given.key.user, given.exercise, is_right=is_right)
    is_mistake = before is not None or not is_right
    due = due_ms(after.step, after.solved, tx.now) if is_mistake else None
    return replace(after, change=change, due_ms=due)


TRAINER: Final = Exercise(
    Series.TRAINER, _question, Limits(steps=None, comes_again=True), follow=_follow
)


def _rate(tx: Tx, user_id: UserId, puzzle_id: int, *, is_right: bool) -> float | None:
    """Move both ratings, and return the change of the person's."""
    before, puzzle = standing(tx, user_id), pool.rating_of(tx, puzzle_id)
    if puzzle is None:
        return None
    idle = max(0, tx.now - before.at_ms)
    mine, theirs = after_answer(before.rating, puzzle, is_right=is_right, idle_ms=idle)
    pool.rate(tx, puzzle_id, theirs)
    row = {
        "value": mine.value,
        "deviation": mine.deviation,
        "volatility": mine.volatility,
        "answered": before.answered + 1,
        "solved": before.solved + int(is_right),
        "at_ms": tx.now,
    }
    if before.answered:
        own = _people.user_id == user_id
        tx.execute(update(trainer_people).where(own).values(row))
    else:
        tx.execute(insert(trainer_people), {"user_id": user_id, **row})
    return mine.value - before.rating.value
