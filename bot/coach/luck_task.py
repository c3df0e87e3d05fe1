"""Computation of the luck in ended matches, one after another, in the coach's process."""

import logging
from typing import Final

from bot.coach.analysis import Coaching
from bot.ui.periodic import PeriodicTask
from engine.game.errors import GinError
from engine.service import MatchId, Service

LIMIT: Final = 20
"""The most matches processed in one run."""

log = logging.getLogger(__name__)


class LuckTask(PeriodicTask):
    """The task that fills in the luck of ended matches; an unreadable match has none."""

    name = "luck"

    def __init__(self, service: Service, coaching: Coaching, seconds: float | None) -> None:
        self._service = service
        self._coaching = coaching
        super().__init__(seconds)

    async def once(self) -> int:
        """Process the ended matches; return their number."""
        due = await self._service.luck.pending(LIMIT)
        for match in due:
            await self.look_into(match)
        return len(due)

    async def look_into(self, match: MatchId) -> None:
        """Compute and store the luck of one ended match; idempotent."""
        try:
            found = await self._coaching.luck(match)
        except GinError as error:
            log.warning("match %d cannot be looked into (%s)", match, error.code)
            found = {}
        await self._service.luck.enter(match, found)
