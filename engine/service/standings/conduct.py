"""Completion of matches: a recorded fact, and a cool-off for players who abandon often.

A match counts once two people have sat in it. A player who resigns it or leaves it to the clock
(three expired turns, or a win claimed because a turn was over) has not completed it. Matches that
were called off or cancelled do not count. ``COOL_OFF_AFTER`` matches left to the clock within
``COOL_OFF_WINDOW`` bring a cool-off from rated and open games: 12 hours, twice as long for each
further one, at most a week, from the last of them on. Resigning brings none, because no opponent
has to wait.
"""

from typing import Final

from sqlalchemy import Connection, func, insert, select

from engine.clocks.clock import DAY, HOUR
from engine.game.match import EndReason
from engine.service.stored_match import StoredMatch
from engine.store.schema import attendance

COOL_OFF_AFTER: Final = 3
COOL_OFF_WINDOW: Final = 7 * DAY
FIRST_REST: Final = 12 * HOUR
LONGEST_REST: Final = 7 * DAY
_TO_THE_CLOCK: Final = 1
_RESIGNED: Final = 2


def enter(connection: Connection, match: StoredMatch) -> None:
    """Record who stayed; part of the transaction that ended the match."""
    outcome = match.match.outcome
    people = [player for player in match.players if player.user_id is not None]
    ended = (EndReason.FINISHED, EndReason.RESIGNED, EndReason.FORFEITED)
    if outcome is None or outcome.reason not in ended or len(people) < 2:
        return
    how = _TO_THE_CLOCK if outcome.reason is EndReason.FORFEITED else _RESIGNED
    connection.execute(
        insert(attendance),
        [
            {
                "user_id": player.user_id,
                "match_id": match.match_id,
                "abandoned": how if player.seat is outcome.by else 0,
                "at_ms": match.ended_ms or match.updated_ms,
            }
            for player in people
        ],
    )


def resting_until(connection: Connection, user_id: int, now: int) -> int | None:
    """Return the end of a person's cool-off from rated and open games; ``None`` without one."""
    lately = connection.execute(
        select(func.count(), func.max(attendance.c.at_ms)).where(
            attendance.c.user_id == user_id,
            attendance.c.abandoned == _TO_THE_CLOCK,
            attendance.c.at_ms > now - COOL_OFF_WINDOW,
        )
    ).one()
    count, last = int(lately[0]), lately[1]
    if count < COOL_OFF_AFTER or last is None:
        return None
    until = int(last) + min(FIRST_REST * 2 ** (count - COOL_OFF_AFTER), LONGEST_REST)
    return until if until > now else None
