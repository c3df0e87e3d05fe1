"""Events that are played to their end."""

from engine.service.events.types import Event, EventState
from tests.service.events.hall import Hall, loser_by_number


async def played_out(opened: Hall) -> Event:
    """Everybody with the higher number loses, until the event is over."""
    event = await opened.event()
    while event.state is EventState.RUNNING:
        for one in opened.playing(event):
            await opened.resign(loser_by_number(one), one)
        event = await opened.wait(61_000)
    return event
