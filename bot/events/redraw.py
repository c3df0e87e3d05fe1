"""Redraw of events whose messages are outdated, after a start and every half minute.

News that nobody has told are told then, too.
"""

import asyncio
from typing import Final

from bot.events.messages import EventMessages
from bot.ui.listener import Messenger

PER_SECOND: Final = 5


async def redraw_events(outlet: Messenger, messages: EventMessages) -> int:
    """Draw outdated messages of events; return their number."""
    if outlet.breaker.is_open:
        return 0
    due = [one for one in await outlet.service.events.outdated() if messages.is_due(one)]
    for event in due:
        await messages.draw(event)
        await asyncio.sleep(1 / PER_SECOND)
    for event_id in await outlet.service.events.news_left_alone():
        await messages.tell(event_id)
    return len(due)
