"""A person's answers: the next puzzle, the outcome of an answer, and when a mistake comes again."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from engine.service.people import UserId
from engine.service.trainer import advice, pool
from engine.service.trainer.pool import Use
from engine.service.tx import Tx
from engine.standings.rating import NEWCOMER, Rating
from engine.store.schema import trainer_answers, trainer_people, trainer_puzzles
from engine.trainer.puzzle import Puzzle, Track, after_answer, due_ms, puzzle_from

_answers = trainer_answers.c
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
    lost: float
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


class AnswerCode(StrEnum):
    """The outcome of an answer."""

    TAKEN = "taken"
    ALREADY = "already"
    GONE = "gone"


def standing(connection: Connection, now: int, user_id: UserId) -> TrainerStanding:
    """Return a person's standing."""
    row = connection.execute(select(trainer_people).where(_people.user_id == user_id)).one_or_none()
    own = (_answers.user_id == user_id, _answers.due_ms.is_not(None))
    waiting = select(func.count()).where(*own)
    open_ones = int(connection.execute(waiting).scalar_one())
    due = int(connection.execute(waiting.where(_answers.due_ms <= now)).scalar_one())
    if row is None:
        return TrainerStanding(NEWCOMER, 0, 0, now, due, open_ones - due)
    rating = Rating(row.value, row.deviation, row.volatility)
    return TrainerStanding(rating, row.answered, row.solved, row.at_ms, due, open_ones - due)


def next_for(
    connection: Connection,
    now: int,
    user_id: UserId,
    track: Track,
    unreadable: Collection[int] = (),
) -> int | None:
    """Return the next puzzle; the same one until it is answered. ``None``: there is none.

    ``unreadable``: puzzles that are left out, of a later version or damaged.
    """
    if track in (Track.ALL, Track.MINE):
        due = (
            select(_answers.puzzle_id)
            .where(_answers.user_id == user_id, _answers.due_ms <= now)
            .where(pool.but(_answers.puzzle_id, unreadable))
            .order_by(_answers.due_ms, _answers.puzzle_id)
            .limit(1)
        )
        found = connection.execute(due).scalar_one_or_none()
        if found is not None or track is Track.MINE:
            return found
    if track.finding is not None:
        drawn = advice.puzzles_for(connection, user_id, track.finding)
        return pool.first_open(connection, user_id, [one for one in drawn if one not in unreadable])
    person = standing(connection, now, user_id)
    near = pool.nearest(connection, user_id, person.rating.value, track.question, unreadable)
    return pool.one_of(near, user_id, person.answered)


def shown(
    connection: Connection, now: int, user_id: UserId, puzzle_id: int
) -> PuzzleForPerson | None:
    """Return a puzzle with the person's answer; ``None`` if it does not exist any more.

    Raise RecordError if it cannot be read.
    """
    stored = connection.execute(
        select(trainer_puzzles).where(trainer_puzzles.c.puzzle_id == puzzle_id)
    ).one_or_none()
    answer = _answer_of(connection, user_id, puzzle_id)
    if stored is None or (answer is None and stored.pool != Use.TRAINER):
        return None
    puzzle = puzzle_from(stored.puzzle)
    if answer is None:
        return PuzzleForPerson(puzzle_id, puzzle, stored.value, 0, False, None)
    is_due = answer.due_ms is not None and answer.due_ms <= now
    solution = None
    if answer.choice is not None and not is_due:
        solution = Solution(answer.choice, answer.lost, answer.change, answer.due_ms)
    return PuzzleForPerson(
        puzzle_id, puzzle, stored.value, answer.times, bool(answer.own), solution
    )


def answer(tx: Tx, user_id: UserId, puzzle_id: int, times: int, choice: int) -> AnswerCode:
    """Record an answer to the puzzle as it was asked for the ``times``-th time before.

    The first answer to a puzzle of the pool moves both ratings.
    """
    connection, now = tx.connection, tx.now
    known = _answer_of(connection, user_id, puzzle_id, locked=True)
    asked = shown(connection, now, user_id, puzzle_id)
    if asked is None or not 0 <= choice < len(asked.puzzle.answers):
        return AnswerCode.GONE
    if asked.solution is not None or asked.times != times:
        return AnswerCode.ALREADY
    is_right = asked.puzzle.is_right(choice)
    change = None if known is not None else _rate(tx, user_id, puzzle_id, is_right=is_right)
    solved = int(is_right) + (0 if known is None else known.solved)
    is_mistake = known is not None or not is_right
    row: dict[str, Any] = {
        "times": times + 1,
        "solved": solved,
        "choice": choice,
        "lost": round(asked.puzzle.lost(choice), 1),
        "change": change,
        "at_ms": now,
        "due_ms": due_ms(times + 1, solved, now) if is_mistake else None,
    }
    if known is None:
        own = {"user_id": user_id, "puzzle_id": puzzle_id, "own": 0}
        connection.execute(insert(trainer_answers), own | row)
    else:
        connection.execute(
            update(trainer_answers)
            .where(_answers.user_id == user_id, _answers.puzzle_id == puzzle_id)
            .values(row)
        )
    return AnswerCode.TAKEN


def missed(tx: Tx, user_id: UserId, puzzle_id: int) -> None:
    """Let a puzzle that was missed elsewhere, as in a race, come to the person as a mistake."""
    row = {"user_id": user_id, "puzzle_id": puzzle_id, "own": 0, "times": 0, "solved": 0}
    if _answer_of(tx.connection, user_id, puzzle_id, locked=True) is None:
        tx.connection.execute(insert(trainer_answers), row | {"due_ms": tx.now})


def _answer_of(
    connection: Connection, user_id: int, puzzle_id: int, *, locked: bool = False
) -> Row[Any] | None:
    asked = select(trainer_answers).where(
        _answers.user_id == user_id, _answers.puzzle_id == puzzle_id
    )
    return connection.execute(asked.with_for_update() if locked else asked).one_or_none()


def _rate(tx: Tx, user_id: UserId, puzzle_id: int, *, is_right: bool) -> float | None:
    """Move both ratings, and return the change of the person's."""
    connection, now = tx.connection, tx.now
    before, puzzle = standing(connection, now, user_id), pool.rating_of(connection, puzzle_id)
    if puzzle is None:
        return None
    idle = max(0, now - before.at_ms)
    mine, theirs = after_answer(before.rating, puzzle, is_right=is_right, idle_ms=idle)
    pool.rate(connection, puzzle_id, theirs)
    row = {
        "value": mine.value,
        "deviation": mine.deviation,
        "volatility": mine.volatility,
        "answered": before.answered + 1,
        "solved": before.solved + int(is_right),
        "at_ms": now,
    }
    if before.answered:
        own = _people.user_id == user_id
        connection.execute(update(trainer_people).where(own).values(row))
    else:
        connection.execute(insert(trainer_people), {"user_id": user_id, **row})
    return mine.value - before.rating.value
