"""The result of an event's match, recorded with the end of the match; a timer takes it on."""

import json
from typing import Final

from sqlalchemy import Connection, bindparam, select, update

from engine.game.match import EndReason, Match
from engine.service.matches import match_timers
from engine.service.scheduler import Timer, TimerKind
from engine.service.stored_match import StoredMatch
from engine.store.schema import event_matches

UNPLAYED: Final = "unplayed"
"""The match was resigned or aborted before the first discard."""

_OF_MATCH = select(event_matches.c.event_id).where(event_matches.c.match_id == bindparam("id"))
_ENTER = (
    update(event_matches)
    .where(event_matches.c.match_id == bindparam("id"))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in ("outcome", "winner_seat", "by_seat", "points", "boards")
        }
    )
)


def _boards(match: Match) -> list[int | None]:
    """Return the first seat's points less the second's on each board that was begun."""
    played: list[int | None] = [one.entry.scores[0] - one.entry.scores[1] for one in match.played]
    if match.number > len(played) and match.has_discards:
        played.append(None)
    return played


def enter(connection: Connection, match: StoredMatch) -> None:
    """Record the end of a match if it belongs to an event, and set the timer that goes on."""
    event_id = connection.execute(_OF_MATCH, {"id": match.match_id}).scalar_one_or_none()
    outcome = match.match.outcome
    if event_id is None or outcome is None:
        return
    left = outcome.by is not None and outcome.reason in (EndReason.RESIGNED, EndReason.ABORTED)
    unplayed = left and match.match.may_abort
    winner = outcome.winner
    if unplayed and outcome.by is not None:
        winner = 1 - outcome.by
    totals = match.match.sheet().totals
    connection.execute(
        _ENTER,
        {
            "id": match.match_id,
            "new_outcome": UNPLAYED if unplayed else outcome.reason.value,
            "new_winner_seat": winner,
            "new_by_seat": outcome.by,
            "new_points": 0 if unplayed else totals[0] - totals[1],
            "new_boards": None if match.setup.boards is None else json.dumps(_boards(match.match)),
        },
    )
    now = match.updated_ms if match.ended_ms is None else match.ended_ms
    # The match is the fence: a step for an earlier one does not remove the timer.
    match_timers.put(connection, Timer(TimerKind.EVENT_STEP, event_id, 0, match.match_id, now))
