"""Lists of puzzles: exercises that ask several, one after the other, and rank who solves most."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, func, select

from engine.game.errors import RecordError
from engine.service.exercises.attempts import Attempt, Series, forget
from engine.service.people import GuildId, UserId
from engine.service.standings.standing import Ranking, Standing, without_them
from engine.service.trainer import pool
from engine.service.tx import ReadTx, Tx
from engine.store.schema import exercise_answers, exercise_lists, players
from engine.trainer.puzzle import Puzzle, Question, puzzle_from
from engine.trainer.race import WEEK_MS, drawn
from engine.trainer.results import SKIPPED

SEED_BYTES: Final = 16
RETENTION_MS: Final = 3 * WEEK_MS
"""How long lists stay: as long as one may be taken up, and its week is shown."""
BATCH: Final = 100
"""The most lists that are deleted at one time."""
_rows = exercise_answers.c
_lists = exercise_lists.c
ANSWERED: Final = func.length(func.replace(_rows.results, SKIPPED, ""))
"""How many puzzles a person has answered."""


@dataclass(frozen=True, slots=True)
class ListScore:
    """What a line of a board is about: the list, and how many of its puzzles were answered."""

    exercise: int
    answered: int


@dataclass(frozen=True, slots=True)
class PuzzleLists:
    """The lists of a series."""

    series: Series

    def draw(self, tx: Tx, number: int, most: int, theme: Question | None = None) -> bool:
        """Draw a list of at most ``most`` puzzles, unless it is drawn; ``False``: there are none.

        ``theme``: of this one, else of all.
        """
        puzzles = drawn(pool.ratings(tx, theme), tx.secret(SEED_BYTES), most)
        row = {
            "series": self.series.value,
            "list_id": number,
            "puzzles": json.dumps(puzzles),
            "made_ms": tx.now,
        }
        if puzzles:
            tx.execute(tx.upsert(exercise_lists).on_conflict_do_nothing(), row)
        return bool(puzzles)

    def drawn_ms(self, tx: ReadTx, number: int) -> int | None:
        """Return when a list was drawn; ``None`` if there is none."""
        return tx.execute(select(_lists.made_ms).where(*self._is(number))).scalar()

    def puzzles(self, tx: ReadTx, number: int) -> list[int]:
        """Return the puzzles of a list, none if there is no such list."""
        found = tx.execute(select(_lists.puzzles).where(*self._is(number))).scalar()
        return [] if found is None else list(map(int, json.loads(found)))

    def next_puzzle(
        self, tx: ReadTx, number: int, attempt: Attempt | None
    ) -> tuple[int, Puzzle | None]:
        """Return the place of the puzzle that a person is asked, and the puzzle.

        What has gone or is damaged is skipped. ``None``: there are no more.
        """
        puzzles, step = self.puzzles(tx, number), 0 if attempt is None else attempt.step
        for place in range(step, len(puzzles)):
            found = _readable(tx, puzzles[place])
            if found is not None:
                return place, found
        return max(step, len(puzzles)), None

    def board(
        self,
        tx: ReadTx,
        guild: GuildId,
        user_id: UserId,
        limit: int,
        without: Collection[UserId],
        counts: Sequence[ColumnElement[bool]],
        first: ColumnElement[int],
    ) -> Standing[ListScore]:
        """Return the best list of each member of a server; whoever was ``first`` leads a tie.

        ``counts``: the conditions for an attempt. ``without``: people who are left out.
        """
        place = func.row_number().over(
            partition_by=_rows.user_id, order_by=(_rows.solved.desc(), first, _rows.exercise_id)
        )
        columns = (_rows.user_id, _rows.exercise_id, _rows.solved)
        best = (
            select(*columns, ANSWERED.label("answered"), first.label("first"), place.label("place"))
            .where(_rows.guild_id == guild, _rows.series == self.series.value, _rows.solved > 0)
            .where(*counts, *without_them(_rows.user_id, without))
            .subquery("best_of_each")
        )
        of, name = best.c, func.coalesce(players.c.name, "").label("name")
        listed = (
            select(of.user_id, name, of.solved.label("value"), of.exercise_id, of.answered)
            .select_from(best.outerjoin(players, players.c.user_id == of.user_id))
            .where(of.place == 1)
        )
        ranking = Ranking(listed, of.solved, (of.first, of.user_id), of.user_id, _line)
        return ranking.standing(tx, user_id, limit)

    def _is(self, number: int) -> tuple[ColumnElement[bool], ...]:
        return _lists.series == self.series.value, _lists.list_id == number


def trim(tx: Tx) -> None:
    """Delete the oldest lists of every series, with what people have answered."""
    old = select(_lists.series, _lists.list_id).where(_lists.made_ms < tx.now - RETENTION_MS)
    gone = tx.execute(old.limit(BATCH)).all()
    for series in Series:
        numbers = [row.list_id for row in gone if row.series == series.value]
        forget(tx, series, numbers)
        these = (_lists.series == series.value, _lists.list_id.in_(numbers))
        tx.execute(delete(exercise_lists).where(*these))


def _line(row: Row[Any]) -> ListScore:
    return ListScore(row.exercise_id, row.answered)


def _readable(tx: ReadTx, puzzle_id: int) -> Puzzle | None:
    """Return a puzzle that everybody may be asked; ``None`` if it has gone or is damaged."""
    text = pool.text_of(tx, puzzle_id)
    try:
        return None if text is None else puzzle_from(text)
    except RecordError:
        return None
