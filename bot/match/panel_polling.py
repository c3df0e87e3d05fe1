"""A look, each second, at matches that another process may have moved on.

The public message of a table is drawn by the process that commits a move. A private panel can be
edited only by the process that holds its token, and the mention of a turn is taken back by the one
that has sent it; no event tells them of that move.
"""

from typing import Final

from bot.match.panel_updates import PanelUpdates
from bot.match.turn_pings.listener import TurnPings
from bot.ui.periodic import PeriodicTask

LOOK_S: Final = 1.0


class PanelPolling(PeriodicTask):
    """The task that lets panels and mentions follow the moves of other processes."""

    name = "panels-elsewhere"

    def __init__(self, updates: PanelUpdates, pings: TurnPings, seconds: float | None) -> None:
        self._updates = updates
        self._pings = pings
        super().__init__(seconds)

    async def once(self) -> None:
        """Look once."""
        await self._updates.look_elsewhere(self._pings.sent())
