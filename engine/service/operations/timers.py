"""Timed events: turns expire, rounds are dealt, lobbies end, computers move."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, assert_never

from engine.daily.challenge import seed_of
from engine.game.actions import RoundAction
from engine.game.errors import RecordError
from engine.game.match import neutral_action
from engine.game.seats import Seat
from engine.game.view import seat_view
from engine.service.lobbies import transactions as lobbies
from engine.service.matches import rows
from engine.service.matches import timers as timing
from engine.service.matches.door import AnnouncedChange
from engine.service.matches.timers import TimeSettings
from engine.service.play import acting, due
from engine.service.ports import Chooser, Clock
from engine.service.scheduler import Timer, TimerKind
from engine.service.stored_match import StoredMatch
from engine.store import (
    Repeatable,
    Store,
    StoreBusyError,
    StoreFailedError,
    StoreUnsureError,
)

_log = logging.getLogger(__name__)

THINKING_S: Final = 20.0
"""The maximum thinking time in seconds before the neutral move is played for a computer."""
PUT_OFF_MS: Final = 60_000
"""The delay in milliseconds after which a timer that failed for an unknown reason is retried."""


class TimerRunner:
    """Fires timers. Every effect is fenced, so that firing twice is harmless."""

    def __init__(
        self,
        store: Store,
        change: AnnouncedChange,
        clock: Clock,
        chooser: Chooser,
        terms: TimeSettings,
        event: Callable[[Timer], Awaitable[None]],
    ) -> None:
        self._store = store
        self._change = change
        self._clock = clock
        self._chooser = chooser
        self._terms = terms
        self._event = event

    async def peek(self) -> tuple[Timer, ...]:
        """Return the next timers."""
        return await self._store.read(timing.peek)

    async def fire(self, timer: Timer) -> None:
        """Fire a timer; one that fails is postponed, so that the loop does not spin."""
        try:
            await self._fire(timer)
        except (StoreBusyError, StoreFailedError, StoreUnsureError):
            raise
        except Exception:
            later = self._clock.now_ms() + PUT_OFF_MS
            await self._store.write(Repeatable(lambda c: timing.put_off(c, timer, later)))
            raise

    async def _fire(self, timer: Timer) -> None:
        now, terms = self._clock.now_ms(), self._terms
        match timer.kind:
            case TimerKind.TURN:
                await self._change(
                    Repeatable(lambda c: due.expire_turns(c, timer, now, terms)), timer.ref_id
                )
            case TimerKind.DEAL:
                await self._change(
                    Repeatable(lambda c: due.deal_next(c, timer, now, terms)), timer.ref_id
                )
            case TimerKind.THINK:
                await self._think(timer)
            case TimerKind.LOBBY:
                await self._change(
                    Repeatable(lambda c: lobbies.expire(c, timer, now)), timer.ref_id
                )
            case TimerKind.REMIND:
                await self._change(Repeatable(lambda c: due.remind(c, timer)), timer.ref_id)
            case (
                TimerKind.CHECK_IN
                | TimerKind.EVENT_START
                | TimerKind.EVENT_TABLE
                | TimerKind.NO_SHOW
                | TimerKind.EVENT_STEP
                | TimerKind.EVENT_END
                | TimerKind.EVENT_NEXT
            ):
                await self._event(timer)
            case _:
                assert_never(timer.kind)

    async def _think(self, timer: Timer) -> None:
        """Let a computer choose, outside any transaction, and apply its choice."""
        try:
            held = await self._store.read(lambda c: rows.read(c, timer.ref_id))
        except RecordError:
            await self._store.write(Repeatable(lambda c: acting.put_aside(c, timer.ref_id)))
            return
        if held is None or not due.is_thinking(held, timer):
            await self._store.write(Repeatable(lambda c: timing.drop(c, timer)))
            return
        action = await self._chosen(held, Seat(timer.slot), timer.fence)
        now = self._clock.now_ms()
        await self._change(
            Repeatable(lambda c: due.computer_move(c, timer, action, now, self._terms)),
            timer.ref_id,
        )

    async def _chosen(self, held: StoredMatch, seat: Seat, fence: int) -> RoundAction:
        seed = seed_of(held.deal_id, seat, fence)
        level = held.players[seat].level or ""
        try:
            async with asyncio.timeout(THINKING_S):
                return await self._chooser.choose(seat_view(held.match, seat), level, seed)
        except Exception:  # noqa: BLE001 - a player that fails must not stop the match
            _log.exception("a computer of match %d could not choose", held.match_id)
            return neutral_action(held.match, seat)
