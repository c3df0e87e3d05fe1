"""The mistakes of people's own finished matches, which come to them as puzzles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Select, exists, func, insert, select

from engine.clocks.clock import DAY
from engine.game.seats import Seat
from engine.service.matches.match_rows import IS_DEALT, OVER
from engine.service.people import MatchId, UserId
from engine.service.trainer import pool
from engine.service.trainer.pool import Use
from engine.service.tx import Tx
from engine.store.schema import (
    match_players,
    matches,
    trainer_answers,
    trainer_matches,
    trainer_people,
)
from engine.store.upsert import upsert
from engine.trainer.making import Prepared

OF_ONE_MS: Final = 14 * DAY
"""How old the matches are that are looked into when somebody opens the trainer."""
OF_ALL_MS: Final = 2 * DAY
"""How old those are that are looked into without being asked."""
AT_ONCE: Final = 5
"""The matches that are looked into at one time."""
MOST_OPEN: Final = 60
"""The mistakes that may wait for one person; with more, none is added."""


@dataclass(frozen=True, slots=True)
class ToStudy:
    """A person's seat in a finished match that is to be looked into."""

    match: MatchId
    user: UserId
    seat: Seat


def of_one(connection: Connection, now: int, user_id: UserId) -> list[ToStudy]:
    """Return the newest matches of a person that have not been looked into."""
    asked = _asked(now - OF_ONE_MS).where(match_players.c.user_id == user_id)
    return _found(connection, asked)


def of_all(connection: Connection, now: int) -> list[ToStudy]:
    """Return the newest matches of everybody with a rating in the trainer."""
    rated = exists().where(trainer_people.c.user_id == match_players.c.user_id)
    return _found(connection, _asked(now - OF_ALL_MS).where(rated))


def enter(tx: Tx, one: ToStudy, found: Sequence[Prepared]) -> None:
    """Store the mistakes of a match, due at once; nothing the second time, or for nobody."""
    connection, now = tx.connection, tx.now
    seated = exists().where(
        match_players.c.match_id == one.match, match_players.c.user_id == one.user
    )
    row = {"user_id": one.user, "match_id": one.match}
    new = upsert(connection.dialect.name, trainer_matches).on_conflict_do_nothing()
    if not connection.execute(select(seated)).scalar_one():
        return
    if connection.execute(new, row).rowcount != 1:
        return
    answers = trainer_answers.c
    open_ones = select(func.count()).where(answers.user_id == one.user, answers.due_ms.is_not(None))
    room = MOST_OPEN - int(connection.execute(open_ones).scalar_one())
    for prepared in found[: max(0, room)]:
        pool.store(connection, prepared, Use.MISTAKE, now)
        if not pool.is_of_a_day(connection, prepared.key):
            _add(connection, one.user, prepared.key, now)


def _add(connection: Connection, user_id: int, key: int, now: int) -> None:
    mine = {"user_id": user_id, "puzzle_id": key, "own": 1, "times": 0, "solved": 0, "due_ms": now}
    known = exists().where(trainer_answers.c.user_id == user_id, trainer_answers.c.puzzle_id == key)
    if not connection.execute(select(known)).scalar_one():
        connection.execute(insert(trainer_answers), mine)


def _asked(since_ms: int) -> Select[tuple[int, int | None, int]]:
    known = exists().where(
        trainer_matches.c.user_id == match_players.c.user_id,
        trainer_matches.c.match_id == match_players.c.match_id,
    )
    return (
        select(match_players.c.match_id, match_players.c.user_id, match_players.c.seat)
        .join(matches, matches.c.match_id == match_players.c.match_id)
        .where(
            matches.c.ended_ms > since_ms,
            matches.c.status == OVER,
            matches.c.day.is_(None),
            IS_DEALT,
            matches.c.revealed_number > 0,
            ~known,
        )
        .order_by(matches.c.ended_ms.desc(), matches.c.match_id.desc())
        .limit(AT_ONCE)
    )


def _found(connection: Connection, asked: Select[tuple[int, int | None, int]]) -> list[ToStudy]:
    return [
        ToStudy(MatchId(match), UserId(user), Seat(seat))
        for match, user, seat in connection.execute(asked)
        if user is not None
    ]
