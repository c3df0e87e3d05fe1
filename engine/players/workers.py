"""Decisions of deep levels in worker processes, so that the event loop never waits for them.

A level that fails, dies or takes too long hands the turn to the level below; the two lowest
levels run in the calling process, because they take a few milliseconds at most. A move is never
lost.
"""

import asyncio
import logging
import signal
from concurrent.futures.process import BrokenProcessPool
from threading import current_thread, main_thread
from types import FrameType
from typing import Final

from engine.game.actions import RoundAction
from engine.game.melds import STANDARD, solver
from engine.game.view import SeatView
from engine.players.levels import Level, choose, level_named
from engine.worker_pool import WorkerPool

PROCESSES: Final = 1
"""Worker processes; a second one is useful on a machine with more than two cores."""
PATIENCE_S: Final = {Level.MASTER: 5.0, Level.EXPERT: 2.0}
"""Time limit of a level, waiting for a worker included, before the level below decides."""
LONGEST_S: Final = 3.0
"""Computing time after which the worker abandons a decision."""
_log = logging.getLogger(__name__)


class Workers:
    """Plays every level; implements ``engine.service.Chooser``."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self._pool = WorkerPool(processes, _prepare)

    async def choose(self, view: SeatView, level: str, seed: int) -> RoundAction:
        """Return a legal action for the seat of ``view``, the same for the same arguments.

        Raise ValueError for an unknown level or if it is not this seat's turn.
        """
        wanted = level_named(level)
        while not wanted.is_quick:
            if not view.legal:
                break
            try:
                return await self._thought(view, wanted, seed)
            except (
                TimeoutError,
                BrokenProcessPool,
                OSError,
                ArithmeticError,
                LookupError,
            ) as error:
                _log.warning("%s gave up (%r); %s decides", wanted, error, wanted.below)
                wanted = wanted.below
        return choose(view, wanted, seed)

    async def _thought(self, view: SeatView, level: Level, seed: int) -> RoundAction:
        async with asyncio.timeout(PATIENCE_S[level]):
            return await self._pool.run(decide, view, level, seed)

    def close(self) -> None:
        """End the workers. The next decision starts new ones."""
        self._pool.close()


def decide(view: SeatView, level: Level, seed: int) -> RoundAction:
    """Choose inside a worker. Raise TimeoutError after ``LONGEST_S`` in a process."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        return choose(view, level, seed)
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, LONGEST_S)
    try:
        return choose(view, level, seed)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError


def _prepare() -> None:
    """Build the solver's tables before the first decision."""
    solver(STANDARD)
