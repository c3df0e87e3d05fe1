"""A person's answers to the trainer's puzzles, and the one answer to the puzzle of a day."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, update

from engine import daily
from engine.service import preferences
from engine.service.changes import one_of
from engine.service.people import InteractionId, Person, UserId
from engine.service.rewards import achievements, coins
from engine.service.rewards.achievements import of_answers
from engine.service.rewards.coins import Earned
from engine.service.rewards.daily_tries import row_of
from engine.service.trainer import advice, pool
from engine.service.trainer.pool import Use
from engine.service.tx import Commands, Tx, query
from engine.standings.rating import NEWCOMER, Rating
from engine.store.schema import puzzle_answers, trainer_answers, trainer_people, trainer_puzzles
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
    answer_puzzle = _answer_of(connection, user_id, puzzle_id)
    if stored is None or (answer_puzzle is None and stored.pool != Use.TRAINER):
        return None
    puzzle = puzzle_from(stored.puzzle)
    if answer_puzzle is None:
        return PuzzleForPerson(puzzle_id, puzzle, stored.value, 0, False, None)
    is_due = answer_puzzle.due_ms is not None and answer_puzzle.due_ms <= now
    solution = None
    if answer_puzzle.choice is not None and not is_due:
        solution = Solution(
            answer_puzzle.choice, answer_puzzle.lost, answer_puzzle.change, answer_puzzle.due_ms
        )
    return PuzzleForPerson(
        puzzle_id, puzzle, stored.value, answer_puzzle.times, bool(answer_puzzle.own), solution
    )


def answer_puzzle(tx: Tx, user_id: UserId, puzzle_id: int, times: int, choice: int) -> AnswerCode:
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


class DayAnswerCode(StrEnum):
    """The outcome of an answer."""

    TAKEN = "taken"
    ALREADY = "already"
    OVER = "over"
    UNKNOWN = "unknown"


def asked(connection: Connection, day: int, user_id: UserId) -> PuzzleForReader | None:
    """Return the puzzle of a day; ``None`` if there is none (yet)."""
    found = row_of(connection, day)
    if found is None or found.puzzle is None:
        return None
    question = puzzle_from(found.puzzle)
    mine = connection.execute(
        select(puzzle_answers.c.choice).where(
            puzzle_answers.c.day == day, puzzle_answers.c.user_id == user_id
        )
    ).scalar_one_or_none()
    if mine is None:
        return PuzzleForReader(day, question, None, ())
    given = connection.execute(
        select(puzzle_answers.c.choice, func.count().label("n"))
        .where(puzzle_answers.c.day == day)
        .group_by(puzzle_answers.c.choice)
    )
    counts = {row.choice: row.n for row in given}
    return PuzzleForReader(
        day, question, mine, tuple(counts.get(n, 0) for n in range(len(question.answers)))
    )


def answer(tx: Tx, day: int, person: Person, choice: int) -> DayAnswerCode:
    """Record a person's only answer, and pay for it."""
    connection, now = tx.connection, tx.now
    found = asked(connection, day, person.user_id)
    if found is None or not 0 <= choice < len(found.puzzle.answers):
        return DayAnswerCode.UNKNOWN
    if found.mine is not None:
        return DayAnswerCode.ALREADY
    if day != daily.day_of(now):
        return DayAnswerCode.OVER
    best = choice == found.puzzle.best
    user_id = person.user_id
    preferences.remember(connection, person, now)
    row = {"day": day, "user_id": user_id, "choice": choice, "best": int(best), "at_ms": now}
    connection.execute(insert(puzzle_answers), row)
    coins.pay(connection, user_id, f"{Earned.ANSWER}:{day}", coins.FOR_ANSWER, now)
    if best:
        coins.pay(connection, user_id, f"{Earned.BEST_ANSWER}:{day}", coins.FOR_BEST_ANSWER, now)
        right = select(func.count()).where(
            puzzle_answers.c.user_id == user_id, puzzle_answers.c.best == 1
        )
        count = int(connection.execute(right).scalar_one())
        achievements.enter(connection, user_id, of_answers(count), now, None)
    return DayAnswerCode.TAKEN


class Puzzles(Commands):
    """The public interface of the day's puzzle. Raises RecordError if it cannot be read."""

    asked = query(asked)

    async def answer(
        self, interaction: InteractionId, day: int, person: Person, choice: int
    ) -> DayAnswerCode:
        """Record a person's only answer to the puzzle of a day."""
        return await self._once(
            interaction,
            "answer",
            one_of(DayAnswerCode),
            lambda tx: answer(tx, day, person, choice),
            person.user_id,
        )
