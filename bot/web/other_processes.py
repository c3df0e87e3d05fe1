"""Changes that other processes commit, found by looking at the database."""

from typing import Final

from bot.ui.periodic import PeriodicTask
from bot.web.event_panels import EventPanels
from bot.web.followers import Followers
from engine.service import Service

LOOK_SECONDS: Final = 1.0
LOOKS_PER_LOBBY: Final = 5
"""The looks at matches between two looks at lobbies."""
AT_ONCE: Final = 500


class OtherProcesses(PeriodicTask):
    """Brings pages what has happened elsewhere: each process announces only its own changes."""

    name = "web-others"

    def __init__(
        self,
        service: Service,
        followers: Followers,
        event_panels: EventPanels,
        seconds: float | None,
    ) -> None:
        super().__init__(seconds)
        self._service = service
        self._followers = followers
        self._event_panels = event_panels
        self._looks = 0

    async def once(self) -> None:
        """Look at the matches and events on pages, and now and then at lobbies and own tables."""
        known = list(self._followers.versions.items())
        for first in range(0, len(known), AT_ONCE):
            found = await self._service.moved_elsewhere(dict(known[first : first + AT_ONCE]))
            for moved in found:
                self._followers.deliver(moved.live)
        await self._event_panels.look_elsewhere()
        self._looks += 1
        if self._looks % LOOKS_PER_LOBBY == 0:
            self._followers.redraw_lobby(self._followers.pages)
            await self._followers.look_for_seats()
