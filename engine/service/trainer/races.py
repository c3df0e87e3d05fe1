"""Races: three minutes of puzzles, alone or against others with the same ones, and a week's board.

The server draws the puzzles, keeps the time and counts. A race needs nobody to end it: whether it
is over follows from the time, and an answer after that does not count.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, exists, or_, select
from sqlalchemy import update as change

from engine.service import preferences
from engine.service.changes import YES_NO, one_of
from engine.service.commands import Commands, query
from engine.service.exercises.answering import AnswerOutcome, Asked, Exercise, Given, Limits
from engine.service.exercises.attempts import (
    Attempt,
    AttemptKey,
    Series,
    attempt_from,
    attempt_of,
    begin,
)
from engine.service.moderation.reports import ban_of
from engine.service.people import GuildId, InteractionId, Person, UserId
from engine.service.standings.standing import Standing
from engine.service.trainer import pool
from engine.service.trainer.lists import ANSWERED, ListScore, PuzzleLists
from engine.service.tx import ReadTx, Tx
from engine.store.schema import exercise_answers
from engine.trainer.puzzle import Puzzle
from engine.trainer.race import (
    LEAST_ANSWER_MS,
    LENGTH_MS,
    MOST_PUZZLES,
    MOST_WRONG,
    WEEK_MS,
    week_of,
)

JOINABLE_MS: Final = WEEK_MS
"""How long others may take up a race after it was drawn."""

_rows = exercise_answers.c
_RACES: Final = PuzzleLists(Series.RACE)
_IS_RACE: Final = _rows.series == Series.RACE.value
_LIMITS: Final = Limits(steps=None, wrong=MOST_WRONG, ms=LENGTH_MS)


@dataclass(frozen=True, slots=True)
class RaceState:
    """A person's attempt at a race.

    ``step``: the place of ``puzzle``, the one that is asked now, ``None`` when the race is over.
    """

    race: int
    started_ms: int
    attempt: Attempt
    step: int
    puzzle: Puzzle | None

    @property
    def ends_ms(self) -> int:
        """When the time is over."""
        return self.started_ms + LENGTH_MS


class RaceStart(StrEnum):
    """The outcome of a start.

    ``ALREADY``: the person has run or is running that race. ``NOT_OVER``: whoever began it is still
    running it.
    """

    STARTED = "started"
    RUNNING = "running"
    ALREADY = "already"
    GONE = "gone"
    BANNED = "banned"
    NOT_OVER = "not_over"


def running(tx: ReadTx, user_id: UserId) -> RaceState | None:
    """Return the race that a person is running."""
    row = tx.execute(
        select(exercise_answers)
        .where(_rows.user_id == user_id, *_is_running(tx.now))
        .order_by(_rows.started_ms.desc())
        .limit(1)
    ).one_or_none()
    found = None if row is None else _state(tx, row.exercise_id, attempt_from(row))
    return found if found is not None and found.puzzle is not None else None


def state(tx: ReadTx, user_id: UserId, race: int) -> RaceState | None:
    """Return a person's attempt at a race; ``None`` if there is none."""
    attempt = attempt_of(tx, _key(race, user_id))
    return None if attempt is None else _state(tx, race, attempt)


def may_take_up(tx: ReadTx, user_id: UserId, race: int) -> RaceStart:
    """Return whether a person may run this race, of somebody else: ``STARTED``, or why not."""
    made = _RACES.drawn_ms(tx, race)
    if made is None or made <= tx.now - JOINABLE_MS:
        return RaceStart.GONE
    if attempt_of(tx, _key(race, user_id)) is not None:
        return RaceStart.ALREADY
    first = (_rows.exercise_id == race, _rows.started_ms == made)
    is_not_over = select(exists().where(*first, *_is_running(tx.now)))
    return RaceStart.NOT_OVER if tx.execute(is_not_over).scalar() else RaceStart.STARTED


def board(
    tx: ReadTx,
    guild: GuildId,
    user_id: UserId,
    limit: int = 10,
    without: Collection[UserId] = (),
) -> Standing[ListScore]:
    """Return the best race of each member in this week, as far as it is over.

    ``without``: people who are left out.
    """
    counts = (
        _rows.started_ms >= week_of(tx.now),
        or_(_rows.ended_ms.is_not(None), _rows.started_ms <= tx.now - LENGTH_MS),
        _is_possible(),
    )
    return _RACES.board(tx, guild, user_id, limit, without, counts, _rows.started_ms)


def start(tx: Tx, guild: GuildId, person: Person, race: int | None) -> RaceStart:
    """Start the clock of a new race, or of one that others have run."""
    user_id = person.user_id
    if guild and ban_of(tx, guild, user_id) is not None:
        return RaceStart.BANNED
    # It writes the person's row, for which another process waits that starts a race for them.
    preferences.remember(tx, person)
    if running(tx, user_id) is not None:
        return RaceStart.RUNNING
    if race is None:
        race = tx.key
        pool.begin_pool(tx)
        _RACES.draw(tx, race, MOST_PUZZLES)
    elif (refused := may_take_up(tx, user_id, race)) is not RaceStart.STARTED:
        return refused
    begin(tx, _key(race, user_id), Attempt(guild_id=guild, started_ms=tx.now))
    return RaceStart.STARTED


def stop(tx: Tx, user_id: UserId, race: int) -> bool:
    """End a race before its time; ``False`` if it is over."""
    ended = change(exercise_answers).where(_key(race, user_id).condition, *_is_running(tx.now))
    return tx.execute(ended.values(ended_ms=tx.now)).rowcount == 1


def _question(tx: ReadTx, given: Given, attempt: Attempt | None) -> Asked | AnswerOutcome:
    assert attempt is not None, "a race that has not been started is over"
    found = _state(tx, given.exercise, attempt)
    return AnswerOutcome.OVER if found.puzzle is None else Asked(found.puzzle, found.step)


def _follow(tx: Tx, given: Given, _before: Attempt | None, after: Attempt) -> Attempt:
    """Let what was missed come again, and end the race with its last puzzle."""
    puzzles = _RACES.puzzles(tx, given.exercise)
    if not after.last:
        pool.missed(tx, given.key.user, puzzles[given.step])
    return replace(after, ended_ms=tx.now) if after.step >= len(puzzles) else after


RACE: Final = Exercise(Series.RACE, _question, _LIMITS, follow=_follow)


def _key(race: int, user_id: UserId) -> AttemptKey:
    return AttemptKey(Series.RACE, race, user_id)


def _is_running(now: int) -> tuple[ColumnElement[bool], ...]:
    return (_IS_RACE, _rows.started_ms > now - LENGTH_MS, _rows.ended_ms.is_(None))


def _is_possible() -> ColumnElement[bool]:
    """Whether a person can have answered as fast; of earlier versions' races nothing is known."""
    least = ANSWERED * LEAST_ANSWER_MS
    return or_(_rows.at_ms.is_(None), _rows.at_ms - _rows.started_ms >= least)


def _state(tx: ReadTx, race: int, attempt: Attempt) -> RaceState:
    """Return an attempt with the puzzle that is asked now."""
    step, puzzle = attempt.step, None
    if not _LIMITS.is_over(attempt, tx.now):
        step, puzzle = _RACES.next_puzzle(tx, race, attempt)
    return RaceState(race, attempt.started_ms or 0, attempt, step, puzzle)


class Races(Commands):
    """The public interface of races."""

    running = query(running)
    state = query(state)
    board = query(board)
    may_take_up = query(may_take_up)

    async def start(
        self, interaction: InteractionId, guild: GuildId, person: Person, race: int | None = None
    ) -> RaceStart:
        """Start a new race, or one that others have run."""
        return await self._once(
            interaction,
            "race",
            one_of(RaceStart),
            lambda tx: start(tx, guild, person, race),
            person.user_id,
        )

    async def stop(self, interaction: InteractionId, user_id: UserId, race: int) -> bool:
        """End a race before its time."""
        return await self._once(
            interaction, "stop race", YES_NO, lambda tx: stop(tx, user_id, race), user_id
        )
