"""The transactions of timers: expired turns, reminders, the next round, a computer's move."""

import logging
from collections.abc import Sequence
from typing import Final

from engine.clocks.clock import Expiry
from engine.game import match
from engine.game.actions import CallOff, DealNext, Expire, Lapse, Resume, RoundAction
from engine.game.errors import RecordError, RuleError
from engine.game.match import MatchPhase
from engine.game.revision import revision
from engine.game.seats import Seat
from engine.service.live import LiveMatch
from engine.service.matches import match_rows, match_timers
from engine.service.play.advancing import MatchPress, advance
from engine.service.play.commands import quarantine
from engine.service.scheduler import Timer
from engine.service.stored_match import StoredMatch
from engine.service.tx import Tx
from engine.service.types import Applied, Reminded

_log = logging.getLogger(__name__)
_SEAT_KEYS: Final = 10**12
"""The keys of computers' moves are below minus this; those of the clock, above it, count moves."""


def expire_turns(tx: Tx, timer: Timer) -> Applied | None:
    """Apply the consequence of expired turns: a claim, the neutral move, or the end of a pause."""
    stored = _fenced(tx, timer)
    if stored is None:
        return None
    due = [seat for seat in stored.match.to_act if _is_due(stored, seat, tx.now)]
    if stored.match.phase is not MatchPhase.PLAYING or not due:
        match_timers.drop(tx.connection, timer)
        match_timers.rewrite(
            tx.connection, stored.match_id, {}, match_timers.still_wanted(tx, stored)
        )
        return None
    return advance(tx, stored, _at_the_end(stored, due))


def _at_the_end(stored: StoredMatch, due: Sequence[Seat]) -> list[MatchPress]:
    if stored.times.pause is not None:
        return [MatchPress(None, Resume())]
    if stored.expiry is Expiry.NEUTRAL:
        return [MatchPress(seat, Expire()) for seat in due]
    if any(seat in stored.times.late for seat in due):
        return [MatchPress(None, CallOff())]  # no player has claimed a win
    return [MatchPress(seat, Lapse()) for seat in due]


def remind(tx: Tx, timer: Timer) -> Reminded | None:
    """Return a reminder that a turn ends soon, once, if it is still the same turn."""
    stored = _fenced(tx, timer)
    if stored is None:
        return None
    match_timers.drop(tx.connection, timer)
    seat = Seat(timer.slot)
    due = stored.deadline_of(seat)
    still = (
        seat in stored.match.to_act and stored.times.pause is None and seat not in stored.times.late
    )
    return Reminded(LiveMatch(stored), seat) if still and due == timer.fence else None


def deal_next(tx: Tx, timer: Timer) -> Applied | None:
    """Deal the next round after the pause, whether or not everyone is ready."""
    stored = _fenced(tx, timer)
    if stored is None:
        return None
    if (
        stored.match.phase is not MatchPhase.BETWEEN
        or match_timers.deal_fence(stored) != timer.fence
    ):
        match_timers.drop(tx.connection, timer)
        return None
    if stored.times.pause is not None:
        return advance(tx, stored, [MatchPress(None, Resume())])
    return advance(tx, stored, [MatchPress(None, DealNext())])


def computer_move(tx: Tx, timer: Timer, action: RoundAction) -> Applied | None:
    """Apply a computer's choice if the table is unchanged; otherwise do nothing."""
    stored = _fenced(tx, timer)
    if stored is None:
        return None
    seat = Seat(timer.slot)
    if not is_thinking(stored, timer):
        match_timers.drop(tx.connection, timer)
        return None
    key = -(_SEAT_KEYS * (seat + 1) + timer.fence)
    try:
        return advance(tx, stored, [MatchPress(seat, action, key)])
    except RuleError:
        _log.exception("a computer of match %d chose what is not legal", stored.match_id)
    neutral = match.neutral_action(stored.match, seat)
    return advance(tx, stored, [MatchPress(seat, neutral, key)])


def is_thinking(stored: StoredMatch, timer: Timer) -> bool:
    """Whether the seat of a ``THINK`` timer is still to move in the timer's state."""
    seat = Seat(timer.slot)
    return (
        stored.match.phase is MatchPhase.PLAYING
        and seat in stored.match.to_act
        and seat in stored.computers
        and revision(stored.match, seat) == timer.fence
    )


def _fenced(tx: Tx, timer: Timer) -> StoredMatch | None:
    """Return the locked match of a timer; a timer without a readable match is removed."""
    try:
        stored = match_rows.lock(tx.connection, timer.ref_id)
    except RecordError:
        quarantine(tx.connection, timer.ref_id)
        return None
    if stored is None:
        match_timers.drop(tx.connection, timer)
    return stored


def _is_due(stored: StoredMatch, seat: Seat, now: int) -> bool:
    moment = stored.look_again_at(seat)
    return moment is not None and moment <= now
