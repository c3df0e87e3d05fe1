"""Ended matches are looked into for luck, one after another, in the coach's process."""

import logging
from typing import Final

from bot.coach.analysis import Coaching
from bot.ui.periodic import PeriodicTask
from engine.game.errors import GinError
from engine.service import MatchId, Service

LIMIT: Final = 20
"""Matches looked into in one turn."""

log = logging.getLogger(__name__)


class LuckTask(PeriodicTask):
    """The task that fills in the luck of ended matches; one that nobody can read has none."""

    name = "luck"

    def __init__(self, service: Service, coaching: Coaching, seconds: float | None) -> None:
        self._service = service
        self._coaching = coaching
        super().__init__(seconds)

    async def once(self) -> int:
        """Look into what has ended; how many matches there were."""
        due = await self._service.luck.pending(LIMIT)
        for match in due:
            await self.look_into(match)
        return len(due)

    async def look_into(self, match: MatchId) -> None:
        """Work out one ended match and store it; harmless a second time."""
        try:
            found = await self._coaching.luck(match)
        except GinError as error:
            log.warning("match %d cannot be looked into (%s)", match, error.code)
            found = {}
        await self._service.luck.enter(match, found)
