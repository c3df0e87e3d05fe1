"""Rebuild everything that is derived from matches, from their moves: all of it or nothing.

One transaction empties the derived tables and replays every ended match, in the order of their
ends; its work is invisible before COMMIT, and a killed rebuild changes nothing. Matches that end
meanwhile (with several processes) wait for it. A match whose moves are inconsistent is counted by
its recorded facts, and reported.
"""

import json
import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, or_, select

from engine.game.errors import RecordError
from engine.service.matches import rows
from engine.service.rated import Unrated
from engine.service.rewards.achievements import AchievementRebuild
from engine.service.standings import counting
from engine.service.standings import settlement as standing
from engine.service.standings.ratings import KeptDecisions, RatedResults
from engine.standings.rating import Result
from engine.store.schema import (
    head_to_head,
    match_players,
    matches,
    player_matches,
    preset_results,
    rating_history,
    ratings,
    standings,
    unrated,
)

BATCH: Final = 200
DERIVED: Final = (
    player_matches,
    standings,
    preset_results,
    head_to_head,
    ratings,
    rating_history,
    unrated,
)
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """The result of a rebuild. ``damaged``: matches whose moves could not be replayed."""

    matches: int
    moves: int
    damaged: tuple[int, ...]
    seconds: float

    @property
    def moves_a_second(self) -> float:
        return self.moves / self.seconds if self.seconds else 0.0


def rebuild(connection: Connection) -> Rebuilt:
    """Rebuild all derived data; part of one transaction."""
    began = time.perf_counter()
    standing.take_for_rebuild(connection)
    kept = _kept(connection)
    again = AchievementRebuild(connection)
    for table in DERIVED:
        connection.execute(delete(table))
    done = moves = 0
    damaged: list[int] = []
    for row in _ended(connection):
        try:
            held = rows.stored(row)
        except RecordError:
            damaged.append(row.match_id)
            continue
        if not counting.counts_for_standings(held):
            again.match(held, None)
            continue
        try:
            facts = counting.replayed(connection, held)
        except RecordError:
            damaged.append(row.match_id)
            facts = counting.written_down(connection, held)
        standing.enter(connection, held, facts, kept)
        again.match(held, facts)
        done += 1
        moves += held.version
    again.days()
    for match_id in damaged:
        _log.error("the moves of match %d cannot be played again", match_id)
    return Rebuilt(done, moves, tuple(damaged), time.perf_counter() - began)


def _ended(connection: Connection) -> Iterator[Row[Any]]:
    """Yield ended matches, some at a time, in the order of their ends."""
    after = (-1, -1)
    while True:
        batch = connection.execute(
            select(matches)
            .where(
                matches.c.ended_ms.is_not(None),
                or_(
                    matches.c.ended_ms > after[0],
                    (matches.c.ended_ms == after[0]) & (matches.c.match_id > after[1]),
                ),
            )
            .order_by(matches.c.ended_ms, matches.c.match_id)
            .limit(BATCH)
        ).all()
        yield from batch
        if len(batch) < BATCH:
            return
        after = (batch[-1].ended_ms, batch[-1].match_id)


def _kept(connection: Connection) -> KeptDecisions:
    """Return the decisions about matches with a player who was deleted since."""
    gone = (
        select(match_players.c.match_id)
        .where(match_players.c.user_id.is_(None), match_players.c.level.is_(None))
        .scalar_subquery()
    )
    faced = connection.execute(select(rating_history).where(rating_history.c.match_id.in_(gone)))
    refused = connection.execute(select(unrated).where(unrated.c.match_id.in_(gone)))
    return KeptDecisions(
        {
            (row.scope, row.user_id, row.match_id): RatedResults(
                tuple(Result(*one) for one in json.loads(row.faced)), row.from_unknown > 0
            )
            for row in faced
        },
        {row.match_id: Unrated(row.reason) for row in refused},
    )


def is_needed(connection: Connection) -> bool:
    """Whether there are ended matches that this version has not counted.

    A database without any is marked as this version's.
    """
    if standing.is_current(connection):
        return False
    ended = select(matches.c.match_id).where(matches.c.ended_ms.is_not(None)).limit(1)
    if connection.execute(ended).first() is not None:
        return True
    standing.take_for_rebuild(connection)
    return False
