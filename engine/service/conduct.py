"""Who plays their matches to the end: a recorded fact, and a rest for those who often do not.

A match counts once two people have sat in it. Finishing, resigning and any agreed end are orderly;
leaving it to the clock (three expired turns, or a win claimed because a turn was over) is not.
Matches that were called off or cancelled count for nobody. ``COOL_OFF_AFTER`` abandoned matches
within ``COOL_OFF_WINDOW`` bring a rest from rated and open games: 12 hours, twice as long for each
further one, at most a week, from the last of them on.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, insert, select

from engine.clock import DAY, HOUR
from engine.match import EndReason
from engine.service.live import StoredMatch
from engine.store.schema import attendance

COOL_OFF_AFTER: Final = 3
COOL_OFF_WINDOW: Final = 7 * DAY
FIRST_REST: Final = 12 * HOUR
LONGEST_REST: Final = 7 * DAY


@dataclass(frozen=True, slots=True)
class Completion:
    """How many matches somebody has ended in order, and how many were left to the clock."""

    finished: int
    abandoned: int

    @property
    def rate(self) -> float | None:
        """The share of finished matches, 0 to 1; ``None`` without any match."""
        total = self.finished + self.abandoned
        return self.finished / total if total else None


def enter(connection: Connection, match: StoredMatch) -> None:
    """Write down who stayed; part of the transaction that ended the match."""
    outcome = match.match.outcome
    people = [player for player in match.players if player.user_id is not None]
    ended = (EndReason.FINISHED, EndReason.RESIGNED, EndReason.FORFEITED)
    if outcome is None or outcome.reason not in ended or len(people) < 2:
        return
    late = outcome.by if outcome.reason is EndReason.FORFEITED else None
    connection.execute(
        insert(attendance),
        [
            {
                "user_id": player.user_id,
                "match_id": match.match_id,
                "abandoned": int(player.seat is late),
                "at_ms": match.ended_ms or match.updated_ms,
            }
            for player in people
        ],
    )


def completion(connection: Connection, user_id: int) -> Completion:
    """How reliably somebody plays to the end."""
    row = connection.execute(
        select(func.count(), func.coalesce(func.sum(attendance.c.abandoned), 0)).where(
            attendance.c.user_id == user_id
        )
    ).one()
    total, abandoned = int(row[0]), int(row[1])
    return Completion(total - abandoned, abandoned)


def resting_until(connection: Connection, user_id: int, now: int) -> int | None:
    """Until when somebody rests from rated and open games; ``None``: not at all."""
    lately = connection.execute(
        select(func.count(), func.max(attendance.c.at_ms)).where(
            attendance.c.user_id == user_id,
            attendance.c.abandoned == 1,
            attendance.c.at_ms > now - COOL_OFF_WINDOW,
        )
    ).one()
    count, last = int(lately[0]), lately[1]
    if count < COOL_OFF_AFTER or last is None:
        return None
    until = int(last) + min(FIRST_REST * 2 ** (count - COOL_OFF_AFTER), LONGEST_REST)
    return until if until > now else None
