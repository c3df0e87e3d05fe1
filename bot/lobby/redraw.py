"""Messages that were left behind are drawn again: after a start, and every half a minute.

A change is announced at once in the process that made it. What was changed by another process, or
while Discord refused, is found here. A message that fails again waits longer each time.
"""

import asyncio
from typing import Final

from bot.lobby.invitations import Invitations
from bot.match.messages import TableMessages
from bot.ui.outlet import Outlet
from bot.ui.periodic import PeriodicTask

LIMIT: Final = 500
"""Tables looked at in one turn."""
PER_SECOND: Final = 10


class RedrawTask(PeriodicTask):
    """The task that draws what was left behind."""

    name = "boards-behind"

    def __init__(
        self,
        outlet: Outlet,
        tables: TableMessages,
        invitations: Invitations,
        seconds: float | None,
    ) -> None:
        self._outlet = outlet
        self._tables = tables
        self._invitations = invitations
        super().__init__(seconds)

    async def once(self) -> int:
        """Draw what is behind, at most ten a second; how many boards of matches there were."""
        boards = self._tables
        if self._outlet.breaker.is_open:
            return 0
        behind = await self._outlet.service.messages.behind(LIMIT + len(boards.setbacks))
        due = [one for one in behind.matches if boards.is_due(one)]
        refusing = set[int]()
        for live in due:
            if live.channel in refusing and boards.is_barred(live.id):
                continue  # one refusal a channel is enough to know
            await boards.draw(live)
            if boards.is_barred(live.id):
                refusing.add(live.channel)
            await asyncio.sleep(1 / PER_SECOND)
        for lobby in behind.lobbies:
            if boards.setbacks.is_resting(lobby.id):
                continue
            await self._invitations.draw(lobby)
            await asyncio.sleep(1 / PER_SECOND)
        return len(due)
