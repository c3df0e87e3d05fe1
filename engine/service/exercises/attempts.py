"""What people have answered: one row for each person and exercise."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, select, update

from engine.service.people import DIRECT_MESSAGES, GuildId, UserId
from engine.service.tx import ReadTx, Tx
from engine.store.schema import exercise_answers
from engine.trainer.results import WRONG, last_answer

_rows = exercise_answers.c


class Series(StrEnum):
    """The kinds of exercises. The names are stored."""

    DAY = "day"
    WEEK = "week"
    TRAINER = "trainer"
    RACE = "race"
    COURSE = "course"


@dataclass(frozen=True, slots=True)
class AttemptKey:
    """Whose answers to which exercise.

    ``exercise``: the day, the hand of the week, the puzzle, the race or the number of the lesson.
    """

    series: Series
    exercise: int
    user: UserId

    @property
    def row(self) -> dict[str, object]:
        """The columns of the key."""
        return {
            "series": self.series.value,
            "exercise_id": self.exercise,
            "user_id": self.user,
        }

    @property
    def condition(self) -> ColumnElement[bool]:
        """The condition that holds for its row."""
        return and_(*(_rows[name] == value for name, value in self.row.items()))


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a person has done with an exercise, as in :data:`engine.store.schema.exercise_answers`.

    ``solved``: how many steps were right; of a lesson, its stars.
    """

    results: str = ""
    solved: int = 0
    guild_id: GuildId = DIRECT_MESSAGES
    choice: int | None = None
    lost: float | None = None
    change: float | None = None
    at_ms: int | None = None
    started_ms: int | None = None
    ended_ms: int | None = None
    due_ms: int | None = None
    own: int = 0

    @property
    def step(self) -> int:
        """The steps that are behind; the next one has this number."""
        return len(self.results)

    @property
    def wrong(self) -> int:
        return self.results.count(WRONG)

    @property
    def last(self) -> bool | None:
        """Whether the last answer was right; ``None`` before the first."""
        return last_answer(self.results)


_COLUMNS = tuple(_rows[field.name] for field in fields(Attempt))


def attempt_from(row: Row[Any]) -> Attempt:
    """Return the attempt of a row that has its columns."""
    return Attempt(**{column.name: row._mapping[column.name] for column in _COLUMNS})


def attempt_of(tx: ReadTx, key: AttemptKey, *, locked: bool = False) -> Attempt | None:
    """Return a person's attempt; ``None`` before it. ``locked``: until the transaction ends."""
    asked = select(*_COLUMNS).where(key.condition)
    row = tx.execute(asked.with_for_update() if locked else asked).one_or_none()
    return None if row is None else attempt_from(row)


def attempts_of(tx: ReadTx, series: Series, user_id: UserId) -> Mapping[int, Attempt]:
    """Return a person's attempts in a series, by exercise."""
    own = (_rows.user_id == user_id, _rows.series == series.value)
    asked = select(_rows.exercise_id, *_COLUMNS).where(*own)
    return {row.exercise_id: attempt_from(row) for row in tx.execute(asked)}


def begin(tx: Tx, key: AttemptKey, attempt: Attempt) -> None:
    """Store an attempt that did not exist."""
    tx.execute(insert(exercise_answers), key.row | asdict(attempt))


def keep(tx: Tx, key: AttemptKey, attempt: Attempt) -> None:
    """Store an attempt in place of the one before."""
    changed = update(exercise_answers).where(key.condition)
    tx.execute(changed.values(asdict(attempt)))


def forget(tx: Tx, series: Series, exercises: Collection[int]) -> None:
    """Delete everybody's attempts at some exercises."""
    these = (_rows.series == series.value, _rows.exercise_id.in_(exercises))
    tx.execute(delete(exercise_answers).where(*these))


def chosen(tx: ReadTx, series: Series, exercises: Collection[int]) -> dict[int, dict[int, int]]:
    """Return how often each answer was the last one, by exercise and number."""
    found: dict[int, dict[int, int]] = {one: {} for one in exercises}
    asked = (
        select(_rows.exercise_id, _rows.choice, func.count().label("times"))
        .where(
            _rows.series == series.value,
            _rows.exercise_id.in_(exercises),
            _rows.choice.is_not(None),
        )
        .group_by(_rows.exercise_id, _rows.choice)
    )
    for row in tx.execute(asked) if exercises else ():
        found[row.exercise_id][row.choice] = int(row.times)
    return found


def counts_of(tx: ReadTx, series: Series, exercise: int, answers: int) -> tuple[int, ...]:
    """Return how often each of the ``answers`` of an exercise was chosen."""
    given = chosen(tx, series, (exercise,))[exercise]
    return tuple(given.get(number, 0) for number in range(answers))
