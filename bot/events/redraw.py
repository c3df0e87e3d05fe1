"""Redraw of events whose messages are outdated, after a start and every half minute.

News that nobody has told are told then, too.
"""

import asyncio
from typing import Final

from bot.events.messages import EventMessages
from bot.ui.outlet import Outlet
from bot.ui.periodic import PeriodicTask

PER_SECOND: Final = 5


class EventRedraw(PeriodicTask):
    """The task that draws outdated messages of events, and tells news that were left alone."""

    name = "events-behind"

    def __init__(self, outlet: Outlet, messages: EventMessages, seconds: float | None) -> None:
        self._outlet = outlet
        self._messages = messages
        super().__init__(seconds)

    async def once(self) -> int:
        """Draw outdated messages; return their number."""
        if self._outlet.breaker.is_open:
            return 0
        due = [
            event
            for event in await self._outlet.service.events.outdated()
            if self._messages.is_due(event)
        ]
        for event in due:
            await self._messages.draw(event)
            await asyncio.sleep(1 / PER_SECOND)
        for event_id in await self._outlet.service.events.news_left_alone():
            await self._messages.tell(event_id)
        return len(due)
