"""Timed events: turns expire, rounds are dealt, lobbies end, computers move."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, assert_never

from engine.daily import seed_of
from engine.game.actions import RoundAction
from engine.game.errors import RecordError
from engine.game.match import neutral_action
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.service.lobbies import lobby_transactions
from engine.service.matches import match_rows, match_timers
from engine.service.play import commands, due
from engine.service.ports import Chooser
from engine.service.scheduler import Timer, TimerKind
from engine.service.stored_match import StoredMatch
from engine.service.tx import Commands, Dependencies, query
from engine.store import (
    StoreBusyError,
    StoreFailedError,
    StoreUnsureError,
)

_log = logging.getLogger(__name__)

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
            await self._repeat(lambda tx: match_timers.put_off(tx.connection, timer, later))
            raise

    async def _fire(self, timer: Timer) -> None:
        match timer.kind:
            case TimerKind.TURN:
                await self._repeat(lambda tx: due.expire_turns(tx, timer), timer.ref_id)
            case TimerKind.DEAL:
                await self._repeat(lambda tx: due.deal_next(tx, timer), timer.ref_id)
            case TimerKind.THINK:
                await self._think(timer)
            case TimerKind.LOBBY:
                await self._repeat(lambda tx: lobby_transactions.expire(tx, timer), timer.ref_id)
            case TimerKind.REMIND:
                await self._repeat(lambda tx: due.remind(tx, timer), timer.ref_id)
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
            stored = await self._store.read(lambda c: match_rows.read(c, timer.ref_id))
        except RecordError:
            await self._repeat(lambda tx: commands.quarantine(tx.connection, timer.ref_id))
            return
        if stored is None or not due.is_thinking(stored, timer):
            await self._repeat(lambda tx: match_timers.drop(tx.connection, timer))
            return
        action = await self._chosen(stored, Seat(timer.slot), timer.fence)
        await self._repeat(lambda tx: due.computer_move(tx, timer, action), timer.ref_id)

    async def _chosen(self, stored: StoredMatch, seat: Seat, fence: int) -> RoundAction:
        seed = seed_of(stored.setup.deal_id(stored.match_id), seat, fence)
        level = stored.players[seat].level or ""
        try:
            async with asyncio.timeout(THINKING_S):
                return await self._chooser.choose(seat_view(stored.match, seat), level, seed)
        except Exception:  # noqa: BLE001 - a player that fails must not stop the match
            _log.exception("a computer of match %d could not choose", stored.match_id)
            return neutral_action(stored.match, seat)
