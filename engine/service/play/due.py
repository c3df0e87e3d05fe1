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
    held = _fenced(tx, timer)
    if held is None:
        return None
    due = [seat for seat in held.match.to_act if _is_due(held, seat, tx.now)]
    if held.match.phase is not MatchPhase.PLAYING or not due:
        match_timers.drop(tx.connection, timer)
        match_timers.rewrite(tx.connection, held.match_id, {}, match_timers.still_wanted(tx, held))
        return None
    return advance(tx, held, _at_the_end(held, due))


def _at_the_end(held: StoredMatch, due: Sequence[Seat]) -> list[MatchPress]:
    if held.times.pause is not None:
        return [MatchPress(None, Resume())]
    if held.expiry is Expiry.NEUTRAL:
        return [MatchPress(seat, Expire()) for seat in due]
    if any(seat in held.times.late for seat in due):
        return [MatchPress(None, CallOff())]  # no player has claimed a win
    return [MatchPress(seat, Lapse()) for seat in due]


def remind(tx: Tx, timer: Timer) -> Reminded | None:
    """Return a reminder that a turn ends soon, once, if it is still the same turn."""
    held = _fenced(tx, timer)
    if held is None:
        return None
    match_timers.drop(tx.connection, timer)
    seat = Seat(timer.slot)
    due = held.deadline_of(seat)
    still = seat in held.match.to_act and held.times.pause is None and seat not in held.times.late
    return Reminded(LiveMatch(held), seat) if still and due == timer.fence else None


def deal_next(tx: Tx, timer: Timer) -> Applied | None:
    """Deal the next round after the pause, whether or not everyone is ready."""
    held = _fenced(tx, timer)
    if held is None:
        return None
    if held.match.phase is not MatchPhase.BETWEEN or match_timers.deal_fence(held) != timer.fence:
        match_timers.drop(tx.connection, timer)
        return None
    if held.times.pause is not None:
        return advance(tx, held, [MatchPress(None, Resume())])
    return advance(tx, held, [MatchPress(None, DealNext())])


def computer_move(tx: Tx, timer: Timer, action: RoundAction) -> Applied | None:
    """Apply a computer's choice if the table is unchanged; otherwise do nothing."""
    held = _fenced(tx, timer)
    if held is None:
        return None
    seat = Seat(timer.slot)
    if not is_thinking(held, timer):
        match_timers.drop(tx.connection, timer)
        return None
    key = -(_SEAT_KEYS * (seat + 1) + timer.fence)
    try:
        return advance(tx, held, [MatchPress(seat, action, key)])
    except RuleError:
        _log.exception("a computer of match %d chose what is not legal", held.match_id)
    neutral = match.neutral_action(held.match, seat)
    return advance(tx, held, [MatchPress(seat, neutral, key)])


def is_thinking(held: StoredMatch, timer: Timer) -> bool:
    """Whether the seat of a ``THINK`` timer is still to move in the timer's state."""
    seat = Seat(timer.slot)
    return (
        held.match.phase is MatchPhase.PLAYING
        and seat in held.match.to_act
        and seat in held.computers
        and revision(held.match, seat) == timer.fence
    )


def _fenced(tx: Tx, timer: Timer) -> StoredMatch | None:
    """Return the locked match of a timer; a timer without a readable match is removed."""
    try:
        held = match_rows.lock(tx.connection, timer.ref_id)
    except RecordError:
        quarantine(tx.connection, timer.ref_id)
        return None
    if held is None:
        match_timers.drop(tx.connection, timer)
    return held


def _is_due(held: StoredMatch, seat: Seat, now: int) -> bool:
    moment = held.look_again_at(seat)
    return moment is not None and moment <= now
