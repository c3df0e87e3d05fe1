"""Changes that other processes commit, found by looking: each announces only its own."""

from typing import Final

from bot.web.event_panels import EventPanels
from bot.web.followers import Followers
from engine.service import Service

LOOK_SECONDS: Final = 1.0
LOOKS_PER_LOBBY: Final = 5
"""The looks at matches for one at lobbies."""
AT_ONCE: Final = 500


async def look_at_matches(
    service: Service, followers: Followers, event_panels: EventPanels
) -> None:
    """Bring pages the matches and events that they show, as they are now."""
    known = list(followers.versions.items())
    for first in range(0, len(known), AT_ONCE):
        for moved in await service.moved_elsewhere(dict(known[first : first + AT_ONCE])):
            followers.deliver(moved.live)
    await event_panels.look_elsewhere()


async def look_at_lobbies(followers: Followers) -> None:
    """Bring pages the lobbies, and the running matches of their people."""
    followers.redraw_lobby(followers.pages)
    await followers.look_for_seats()
