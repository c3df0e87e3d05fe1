"""The evaluations that replays show, each awaited for a moment only."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from typing import Final, TypeAlias

from bot.presses.replay import Source, Watching
from engine.coach.evaluation import RoundEvaluation
from engine.coach.what_if import WhatIf
from engine.game.actions import RoundAction
from engine.game.errors import GinError
from engine.game.record import MatchRecord

Evaluate: TypeAlias = Callable[[int, MatchRecord, int], Awaitable[RoundEvaluation | None]]
"""Evaluates a round of a match's record; ``None`` if it is not finished or not between two."""
Ask: TypeAlias = Callable[[MatchRecord, int, int, RoundAction], Awaitable[WhatIf | None]]
"""Tells what another choice at a step of a record's round promised; ``None`` without a choice."""
WAIT_S: Final = 1.0
"""The longest that a replay waits for its evaluation; a later step shows it."""
MOST_WAITING: Final = 8
"""The most evaluations at a time: hints and reviews use the same process."""

log = logging.getLogger(__name__)


class Evaluations:
    """The evaluations in progress; ``evaluate`` caches the finished ones."""

    def __init__(self, evaluate: Evaluate, wait_s: float = WAIT_S) -> None:
        self._evaluate = evaluate
        self._wait_s = wait_s
        self._begun: dict[tuple[int, int], asyncio.Task[RoundEvaluation | None]] = {}

    async def of(
        self, record: MatchRecord, at: Watching, wait_s: float | None = None
    ) -> RoundEvaluation | None:
        """Return a round's evaluation; ``None`` if there is none, or none within ``wait_s``.

        Files have none: the coach reviews matches of this bot only.
        """
        if at.source is not Source.MATCH or record.players != 2:
            return None
        key = (at.id, at.number)
        task = self._begun.get(key)
        if task is None:
            if len(self._begun) >= MOST_WAITING:
                return None
            task = self._begun[key] = asyncio.create_task(self._found(record, *key))
            task.add_done_callback(lambda _: self._begun.pop(key, None))
        # Other readers may await the same evaluation, so none of them cancels it.
        done, _ = await asyncio.wait({task}, timeout=self._wait_s if wait_s is None else wait_s)
        return task.result() if done and not task.cancelled() else None

    def is_thinking_about(self, at: Watching) -> bool:
        """Whether the evaluation of a round is in progress."""
        return (at.id, at.number) in self._begun

    async def _found(self, record: MatchRecord, match: int, number: int) -> RoundEvaluation | None:
        try:
            return await self._evaluate(match, record, number)
        except (GinError, BrokenExecutor, TimeoutError) as error:
            log.warning("round %d of match %d is not evaluated: %r", number, match, error)
            return None

    def close(self) -> None:
        """Abandon the evaluations in progress."""
        for task in self._begun.values():
            task.cancel()
