"""The turn of the day: yesterday is revealed, today is worked out, tomorrow is committed to."""

import logging
from typing import TYPE_CHECKING

from bot.ui.periodic import PeriodicTask

if TYPE_CHECKING:
    from bot.app import GinBot

log = logging.getLogger(__name__)


class DailyTask(PeriodicTask):
    """The task that looks whether a day has begun or ended; several processes may look."""

    name = "daily"

    def __init__(self, bot: "GinBot", seconds: float | None) -> None:
        self._bot = bot
        super().__init__(seconds)

    async def once(self) -> None:
        """Prepare the day and reveal those that are over."""
        await self._bot.service.daily.prepare()
        for day in await self._bot.service.daily.close_ended():
            log.info("the day %d is revealed", day)
