"""Redraw of outdated messages, after a start and every half minute.

A change is announced at once in the process that made it. This finds changes made by another
process, or while Discord refused requests. A message that fails again waits longer each time.
"""

import asyncio
from typing import Final

from bot.lobby.invitations import Invitations
from bot.match.messages import TableMessages
from bot.ui.outlet import Outlet

LIMIT: Final = 500
"""The most tables checked in one run."""
PER_SECOND: Final = 10


async def redraw(outlet: Outlet, boards: TableMessages, invitations: Invitations) -> int:
    """Draw outdated messages, at most ten a second; return the number of match messages."""
    if outlet.breaker.is_open:
        return 0
    behind = await outlet.service.messages.behind(LIMIT + len(boards.backoff))
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
        await invitations.draw(lobby)
        await asyncio.sleep(1 / PER_SECOND)
    return len(due)
