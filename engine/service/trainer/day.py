"""The daily puzzle: one answer per person, then the solution and the distribution of answers."""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, func, insert, select

from engine import daily
from engine.service import preferences
from engine.service.changes import one_of
from engine.service.people import InteractionId, Person, UserId
from engine.service.rewards import achievements, coins
from engine.service.rewards.achievements import of_answers
from engine.service.rewards.coins import Earned
from engine.service.rewards.daily_tries import row_of
from engine.service.tx import Commands, Tx, query
from engine.store.schema import puzzle_answers
from engine.trainer.puzzle import Puzzle, puzzle_from


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
