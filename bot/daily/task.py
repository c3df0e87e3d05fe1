"""The turn of the day: reveal yesterday, prepare today, commit to tomorrow."""

import logging

from bot.ui.periodic import PeriodicTask
from engine.service import Service

log = logging.getLogger(__name__)


class DailyTask(PeriodicTask):
    """The task that checks whether a day has begun or ended; safe in several processes."""

    name = "daily"

    def __init__(self, service: Service, seconds: float | None) -> None:
        self._service = service
        super().__init__(seconds)

    async def once(self) -> None:
        """Prepare the day and reveal the days that are over."""
        await self._service.daily.prepare()
        for day in await self._service.daily.close_ended():
            log.info("the day %d is revealed", day)
