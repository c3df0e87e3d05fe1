"""Timed events: turns expire, reminders, rounds are dealt, lobbies end, computers move."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, assert_never

from engine.clocks import Expiry
from engine.daily import seed_of
from engine.game import match
from engine.game.actions import CallOff, DealNext, Expire, Lapse, Resume, RoundAction
from engine.game.errors import RecordError, RuleError
from engine.game.match import MatchPhase, neutral_action
from engine.game.revision import revision
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.service.commands import Commands, Dependencies, query
from engine.service.live import LiveMatch
from engine.service.lobbies import lobby_transactions
from engine.service.matches import match_rows, match_timers
from engine.service.play import commands
from engine.service.play.advancing import MatchPress, advance
from engine.service.play.commands import quarantine
from engine.service.ports import Chooser
from engine.service.scheduler import Timer, TimerKind
from engine.service.stored_match import StoredMatch
from engine.service.tx import Tx
from engine.service.types import Applied, Reminded
from engine.store import (
    StoreBusyError,
    StoreFailedError,
    StoreUnsureError,
)

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
        match_timers.drop(tx, timer)
        match_timers.rewrite(tx, stored.match_id, {}, match_timers.still_wanted(tx, stored))
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
    match_timers.drop(tx, timer)
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
        match_timers.drop(tx, timer)
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
        match_timers.drop(tx, timer)
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
        stored = match_rows.lock(tx, timer.ref_id)
    except RecordError:
        quarantine(tx, timer.ref_id)
        return None
    if stored is None:
        match_timers.drop(tx, timer)
    return stored


def _is_due(stored: StoredMatch, seat: Seat, now: int) -> bool:
    moment = stored.look_again_at(seat)
    return moment is not None and moment <= now


THINKING_S: Final = 20.0
"""The maximum thinking time in seconds before the neutral move is played for a computer."""
PUT_OFF_MS: Final = 60_000
"""The delay in milliseconds after which a timer that failed for an unknown reason is retried."""


class TimerRunner(Commands):
    """Fires timers. Every effect is fenced, so that firing twice is harmless.

    ``fire_event`` fires the timer of an event.
    """

    def __init__(
        self,
        dependencies: Dependencies,
        *,
        chooser: Chooser,
        fire_event: Callable[[Timer], Awaitable[None]],
    ) -> None:
        super().__init__(dependencies)
        self._chooser = chooser
        self._fire_event = fire_event

    peek = query(match_timers.peek)

    async def fire(self, timer: Timer) -> None:
        """Fire a timer; one that fails is postponed, so that the loop does not spin."""
        try:
            await self._fire(timer)
        except (StoreBusyError, StoreFailedError, StoreUnsureError):
            raise
        except Exception:
            later = self._clock.now_ms() + PUT_OFF_MS
            await self._repeat(lambda tx: match_timers.put_off(tx, timer, later))
            raise

    async def _fire(self, timer: Timer) -> None:
        match timer.kind:
            case TimerKind.TURN:
                await self._repeat(lambda tx: expire_turns(tx, timer), timer.ref_id)
            case TimerKind.DEAL:
                await self._repeat(lambda tx: deal_next(tx, timer), timer.ref_id)
            case TimerKind.THINK:
                await self._think(timer)
            case TimerKind.LOBBY:
                await self._repeat(lambda tx: lobby_transactions.expire(tx, timer), timer.ref_id)
            case TimerKind.REMIND:
                await self._repeat(lambda tx: remind(tx, timer), timer.ref_id)
            case (
                TimerKind.CHECK_IN
                | TimerKind.EVENT_START
                | TimerKind.EVENT_TABLE
                | TimerKind.NO_SHOW
                | TimerKind.EVENT_STEP
                | TimerKind.EVENT_END
                | TimerKind.EVENT_NEXT
            ):
                await self._fire_event(timer)
            case _:
                assert_never(timer.kind)

    async def _think(self, timer: Timer) -> None:
        """Let a computer choose, outside any transaction, and apply its choice."""
        try:
            stored = await self._read(lambda tx: match_rows.read(tx, timer.ref_id))
        except RecordError:
            await self._repeat(lambda tx: commands.quarantine(tx, timer.ref_id))
            return
        if stored is None or not is_thinking(stored, timer):
            await self._repeat(lambda tx: match_timers.drop(tx, timer))
            return
        action = await self._chosen(stored, Seat(timer.slot), timer.fence)
        await self._repeat(lambda tx: computer_move(tx, timer, action), timer.ref_id)

    async def _chosen(self, stored: StoredMatch, seat: Seat, fence: int) -> RoundAction:
        seed = seed_of(stored.setup.deal_id(stored.match_id), seat, fence)
        level = stored.players[seat].level or ""
        try:
            async with asyncio.timeout(THINKING_S):
                return await self._chooser.choose(seat_view(stored.match, seat), level, seed)
        except Exception:  # noqa: BLE001 - a player that fails must not stop the match
            _log.exception("a computer of match %d could not choose", stored.match_id)
            return neutral_action(stored.match, seat)
