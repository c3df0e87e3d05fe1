"""Days that members play."""

from tests.journeys.club import Seen, Who


async def day_of(who: Who) -> Seen:
    """The page of today's challenge, which is nobody else's business."""
    return (await who.asks("daily")).privately()


async def play_day(who: Who) -> Seen:
    """Begin today's challenge, or go on with it, by the button under the day."""
    day = await day_of(who)
    button = "Continue" if day.has("Continue") else "Play the deals"
    return (await who.presses(button, day)).privately()
