"""Races: three minutes of puzzles, alone or against others with the same ones, and a week's board.

The server draws the puzzles, keeps the time and counts. A race needs nobody to end it: whether it
is over follows from the time, and an answer after that does not count.
"""

import json
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, Subquery, delete, func, insert, or_, select
from sqlalchemy import update as change

from engine.game.errors import RecordError
from engine.service import preferences
from engine.service.changes import YES_NO, one_of
from engine.service.moderation.reports import ban_of
from engine.service.people import GuildId, InteractionId, Person, UserId
from engine.service.trainer import answers, pool
from engine.service.tx import Commands, Tx, query_at
from engine.store.schema import players, trainer_attempts, trainer_races
from engine.trainer.puzzle import Puzzle, puzzle_from
from engine.trainer.race import (
    LENGTH_MS,
    RIGHT,
    SKIPPED,
    WEEK_MS,
    WRONG,
    drawn,
    is_over,
    week_of,
)

SEED_BYTES: Final = 16
JOINABLE_MS: Final = WEEK_MS
"""How long others may take up a race after it was drawn."""
RETENTION_MS: Final = 3 * WEEK_MS
"""How long races stay: as long as one may be taken up, and its week is shown."""
BATCH: Final = 100
"""The most races that are deleted at one time."""

_attempts = trainer_attempts.c
_races = trainer_races.c


@dataclass(frozen=True, slots=True)
class RaceState:
    """A person's attempt at a race.

    ``results``: what became of each puzzle so far; ``step``: the place of ``puzzle``, the one that
    is asked now, ``None`` when the race is over.
    """

    race: int
    started_ms: int
    results: str
    step: int
    puzzle: Puzzle | None

    @property
    def ends_ms(self) -> int:
        """When the time is over."""
        return self.started_ms + LENGTH_MS

    @property
    def solved(self) -> int:
        return self.results.count(RIGHT)

    @property
    def wrong(self) -> int:
        return self.results.count(WRONG)

    @property
    def last(self) -> bool | None:
        """Whether the last answer was right; ``None`` before the first."""
        answered = self.results.replace(SKIPPED, "")
        return answered[-1] == RIGHT if answered else None


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A member's best race of a week. ``rank`` from 1; equal counts share it."""

    rank: int
    user_id: UserId
    name: str
    solved: int
    race: int
    started_ms: int


@dataclass(frozen=True, slots=True)
class RaceBoard:
    """The best of a server's week, and the reader's own line, which may be below them."""

    lines: tuple[RaceLine, ...] = ()
    mine: RaceLine | None = None


class RaceStart(StrEnum):
    """The outcome of a start. ``ALREADY``: the person has run or is running that race."""

    STARTED = "started"
    RUNNING = "running"
    ALREADY = "already"
    NO_PUZZLES = "no_puzzles"
    GONE = "gone"
    BANNED = "banned"


class RaceAnswer(StrEnum):
    """The outcome of an answer. ``OTHER``: it belongs to an earlier puzzle of the race."""

    TAKEN = "taken"
    OTHER = "other"
    OVER = "over"
    GONE = "gone"


def running(connection: Connection, now: int, user_id: UserId) -> RaceState | None:
    """Return the race that a person is running."""
    row = connection.execute(
        select(trainer_attempts)
        .where(
            _attempts.user_id == user_id,
            _attempts.started_ms > now - LENGTH_MS,
            _attempts.ended_ms.is_(None),
        )
        .order_by(_attempts.started_ms.desc())
        .limit(1)
    ).one_or_none()
    found = None if row is None else _state(connection, now, row)
    return found if found is not None and found.puzzle is not None else None


def state(connection: Connection, now: int, user_id: UserId, race: int) -> RaceState | None:
    """Return a person's attempt at a race; ``None`` if there is none."""
    row = _attempt(connection, user_id, race)
    return None if row is None else _state(connection, now, row)


def may_take_up(connection: Connection, now: int, user_id: UserId, race: int) -> bool:
    """Whether a person may run this race, of somebody else."""
    return _is_open(connection, now, race) and _attempt(connection, user_id, race) is None


def board(
    connection: Connection,
    now: int,
    guild: GuildId,
    user_id: UserId,
    limit: int = 10,
    without: Collection[UserId] = (),
) -> RaceBoard:
    """Return the best race of each member in this week, as far as it is over.

    ``without``: people who are left out.
    """
    best = _best_of_week(now, guild, without)
    first = best.c.place == 1
    lines = (
        select(best, func.coalesce(players.c.name, "").label("name"))
        .select_from(best.outerjoin(players, players.c.user_id == best.c.user_id))
        .where(first)
    )
    order = (best.c.solved.desc(), best.c.started_ms, best.c.user_id)
    placed: list[RaceLine] = []
    for index, row in enumerate(connection.execute(lines.order_by(*order).limit(limit)), 1):
        is_same = bool(placed) and placed[-1].solved == row.solved
        placed.append(_line(row, placed[-1].rank if is_same else index))
    mine = next((one for one in placed if one.user_id == user_id), None)
    if mine is None:
        own = connection.execute(lines.where(best.c.user_id == user_id)).one_or_none()
        if own is not None:
            better = select(func.count()).where(first, best.c.solved > own.solved)
            mine = _line(own, 1 + int(connection.execute(better).scalar_one()))
    return RaceBoard(tuple(placed), mine)


def start(tx: Tx, guild: GuildId, person: Person, race: int | None) -> RaceStart:
    """Start the clock of a new race, or of one that others have run."""
    connection, now, user_id = tx.connection, tx.now, person.user_id
    if guild and ban_of(connection, now, guild, user_id) is not None:
        return RaceStart.BANNED
    # It writes the person's row, for which another process waits that starts a race for them.
    preferences.remember(connection, person, now)
    if running(connection, now, user_id) is not None:
        return RaceStart.RUNNING
    if race is None:
        puzzles = drawn(pool.ratings(connection), tx.secret(SEED_BYTES))
        if not puzzles:
            return RaceStart.NO_PUZZLES
        race = tx.key
        row = {"race_id": race, "puzzles": json.dumps(puzzles), "made_ms": now}
        connection.execute(insert(trainer_races), row)
    elif not _is_open(connection, now, race):
        return RaceStart.GONE
    elif _attempt(connection, user_id, race) is not None:
        return RaceStart.ALREADY
    attempt = {"race_id": race, "user_id": user_id, "guild_id": guild, "started_ms": now}
    connection.execute(insert(trainer_attempts), attempt | {"results": "", "solved": 0})
    return RaceStart.STARTED


def answer(tx: Tx, user_id: UserId, race: int, step: int, choice: int) -> RaceAnswer:
    """Count an answer to the puzzle at a place of a race."""
    connection, now = tx.connection, tx.now
    row = _attempt(connection, user_id, race, locked=True)
    if row is None:
        return RaceAnswer.GONE
    found = _state(connection, now, row)
    if found.puzzle is None:
        return RaceAnswer.OVER
    if found.step != step:
        return RaceAnswer.OTHER
    if not 0 <= choice < len(found.puzzle.answers):
        return RaceAnswer.GONE
    puzzles, is_right = _puzzles_of(connection, race), found.puzzle.is_right(choice)
    results = found.results.ljust(step, SKIPPED) + (RIGHT if is_right else WRONG)
    if not is_right:
        answers.missed(tx, user_id, puzzles[step])
    values = {"results": results, "solved": results.count(RIGHT)}
    if is_over(results, len(puzzles)):
        values["ended_ms"] = now
    connection.execute(change(trainer_attempts).where(*_own(user_id, race)).values(values))
    return RaceAnswer.TAKEN


def stop(tx: Tx, user_id: UserId, race: int) -> bool:
    """End a race before its time; ``False`` if it is over."""
    going_on = (_attempts.ended_ms.is_(None), _attempts.started_ms > tx.now - LENGTH_MS)
    ended = change(trainer_attempts).where(*_own(user_id, race), *going_on)
    return tx.connection.execute(ended.values(ended_ms=tx.now)).rowcount == 1


def trim(tx: Tx) -> None:
    """Delete the oldest races, with their attempts."""
    old = select(_races.race_id).where(_races.made_ms < tx.now - RETENTION_MS).limit(BATCH)
    races = tx.connection.execute(old).scalars().all()
    tx.connection.execute(delete(trainer_attempts).where(_attempts.race_id.in_(races)))
    tx.connection.execute(delete(trainer_races).where(_races.race_id.in_(races)))


def _own(user_id: int, race: int) -> tuple[ColumnElement[bool], ...]:
    return (_attempts.race_id == race, _attempts.user_id == user_id)


def _attempt(
    connection: Connection, user_id: int, race: int, *, locked: bool = False
) -> Row[Any] | None:
    asked = select(trainer_attempts).where(*_own(user_id, race))
    return connection.execute(asked.with_for_update() if locked else asked).one_or_none()


def _is_open(connection: Connection, now: int, race: int) -> bool:
    asked = select(_races.made_ms).where(_races.race_id == race)
    made = connection.execute(asked).scalar_one_or_none()
    return made is not None and made > now - JOINABLE_MS


def _puzzles_of(connection: Connection, race: int) -> list[int]:
    asked = select(_races.puzzles).where(_races.race_id == race)
    found: list[int] = json.loads(connection.execute(asked).scalar_one())
    return found


def _state(connection: Connection, now: int, row: Row[Any]) -> RaceState:
    """Return an attempt with the puzzle that is asked now."""
    step, puzzle = len(row.results), None
    puzzles = _puzzles_of(connection, row.race_id)
    if row.ended_ms is None and now < row.started_ms + LENGTH_MS:
        while step < len(puzzles) and puzzle is None:
            puzzle = _readable(connection, puzzles[step])
            step += puzzle is None
    return RaceState(row.race_id, row.started_ms, row.results, step, puzzle)


def _readable(connection: Connection, puzzle_id: int) -> Puzzle | None:
    """Return a puzzle that everybody may be asked; ``None`` if it has gone or is damaged."""
    text = pool.text_of(connection, puzzle_id)
    try:
        return None if text is None else puzzle_from(text)
    except RecordError:
        return None


def _best_of_week(now: int, guild: GuildId, without: Collection[UserId]) -> Subquery:
    """Return the races of a week that are over; the best of each person has place 1."""
    place = func.row_number().over(
        partition_by=_attempts.user_id,
        order_by=(_attempts.solved.desc(), _attempts.started_ms, _attempts.race_id),
    )
    left_out = (_attempts.user_id.not_in(without),) if without else ()
    return (
        select(
            *(_attempts.user_id, _attempts.race_id, _attempts.solved, _attempts.started_ms),
            place.label("place"),
        )
        .where(
            _attempts.guild_id == guild,
            _attempts.started_ms >= week_of(now),
            _attempts.solved > 0,
            or_(_attempts.ended_ms.is_not(None), _attempts.started_ms <= now - LENGTH_MS),
            *left_out,
        )
        .subquery("best_of_week")
    )


def _line(row: Row[Any], rank: int) -> RaceLine:
    return RaceLine(rank, UserId(row.user_id), row.name, row.solved, row.race_id, row.started_ms)


class Races(Commands):
    """The public interface of races."""

    running = query_at(running)
    state = query_at(state)
    board = query_at(board)
    may_take_up = query_at(may_take_up)

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

    async def answer(
        self, interaction: InteractionId, user_id: UserId, race: int, step: int, choice: int
    ) -> RaceAnswer:
        """Count an answer to the puzzle at a place of a race."""
        return await self._once(
            interaction,
            f"race:{race}",
            one_of(RaceAnswer),
            lambda tx: answer(tx, user_id, race, step, choice),
            user_id,
        )

    async def stop(self, interaction: InteractionId, user_id: UserId, race: int) -> bool:
        """End a race before its time."""
        return await self._once(
            interaction, "stop race", YES_NO, lambda tx: stop(tx, user_id, race), user_id
        )
