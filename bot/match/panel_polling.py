"""A look, each second, at the matches of open panels: another process may have moved them on.

The public message of a table is drawn by the process that commits a move. A private panel can be
edited only by the process that holds its token, which no event tells of that move.
"""

from typing import Final

from bot.match.panel_updates import PanelUpdates
from bot.ui.periodic import PeriodicTask

LOOK_S: Final = 1.0


class PanelPolling(PeriodicTask):
    """The task that lets panels follow the moves of other processes."""

    name = "panels-elsewhere"

    def __init__(self, updates: PanelUpdates, seconds: float | None) -> None:
        self._updates = updates
        super().__init__(seconds)

    async def once(self) -> None:
        """Look once."""
        await self._updates.look_elsewhere()
