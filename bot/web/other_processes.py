"""Changes that other processes commit, found by looking at the database."""

from collections.abc import Sequence
from typing import Final

from bot.ui.periodic import PeriodicTask
from bot.web.followers import Followers
from engine.service import MatchId, Service

LOOK_SECONDS: Final = 1.0
LOOKS_PER_LOBBY: Final = 5
"""The looks at matches between two looks at lobbies."""
AT_ONCE: Final = 500


class OtherProcesses(PeriodicTask):
    """Brings pages what has happened elsewhere: each process announces only its own changes."""

    name = "web-others"

    def __init__(self, service: Service, followers: Followers, seconds: float | None) -> None:
        super().__init__(seconds)
        self._service = service
        self._followers = followers
        self._looks = 0

    async def once(self) -> None:
        """Look at every match that a page follows, and now and then at the lobbies."""
        matches = self._followers.matches
        for first in range(0, len(matches), AT_ONCE):
            await self._look(matches[first : first + AT_ONCE])
        self._looks += 1
        if self._looks % LOOKS_PER_LOBBY == 0:
            self._followers.redraw_lobby(self._followers.pages)

    async def _look(self, matches: Sequence[MatchId]) -> None:
        for match, version in (await self._service.versions_of(matches)).items():
            if self._followers.is_behind(match, version):
                live = await self._service.load(match)
                if live is not None:
                    self._followers.deliver(live)
