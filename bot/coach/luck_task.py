"""Ended matches are looked into for luck, one after another, in the coach's process."""

import logging
from typing import TYPE_CHECKING, Final

from bot.ui.periodic import PeriodicTask
from engine.game.errors import GinError
from engine.service import MatchId

if TYPE_CHECKING:
    from bot.app import GinBot

LIMIT: Final = 20
"""Matches looked into in one turn."""

log = logging.getLogger(__name__)


class LuckTask(PeriodicTask):
    """The task that fills in the luck of ended matches; one that nobody can read has none."""

    name = "luck"

    def __init__(self, bot: "GinBot", seconds: float | None) -> None:
        self._bot = bot
        super().__init__(seconds)

    async def once(self) -> int:
        """Look into what has ended; how many matches there were."""
        due = await self._bot.service.luck.pending(LIMIT)
        for match in due:
            await self.look_into(match)
        return len(due)

    async def look_into(self, match: MatchId) -> None:
        """Work out one ended match and store it; harmless a second time."""
        try:
            found = await self._bot.coaching.luck(match)
        except GinError as error:
            log.warning("match %d cannot be looked into (%s)", match, error.code)
            found = {}
        await self._bot.service.luck.enter(match, found)
