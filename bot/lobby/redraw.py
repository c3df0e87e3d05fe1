"""Redraw of outdated messages, after a start and every half minute.

A change is announced at once in the process that made it. This task finds changes made by another
process, or while Discord refused requests. A message that fails again waits longer each time.
"""

import asyncio
from typing import Final

from bot.lobby.invitations import Invitations
from bot.match.messages import TableMessages
from bot.ui.outlet import Outlet
from bot.ui.periodic import PeriodicTask

LIMIT: Final = 500
"""The most tables checked in one run."""
PER_SECOND: Final = 10


class RedrawTask(PeriodicTask):
    """The task that draws outdated messages."""

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
        """Draw outdated messages, at most ten a second; return the number of match messages."""
        boards = self._tables
        if self._outlet.breaker.is_open:
            return 0
        behind = await self._outlet.service.messages.behind(LIMIT + len(boards.backoff))
        due = [one for one in behind.matches if boards.is_due(one)]
        refusing = set[int]()
        for live in due:
            if live.channel in refusing and boards.is_barred(live):
                continue  # One refusal per channel is enough.
            await boards.draw(live)
            if boards.is_barred(live):
                refusing.add(live.channel)
            await asyncio.sleep(1 / PER_SECOND)
        for lobby in behind.lobbies:
            if boards.backoff.is_resting(lobby.id):
                continue
            await self._invitations.draw(lobby)
            await asyncio.sleep(1 / PER_SECOND)
        return len(due)
