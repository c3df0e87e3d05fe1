"""Boards that were left behind are drawn again: after a start, and every half a minute.

News of a change arrive at once in the process that made it. What was changed by another process,
or while Discord refused, is found here. A board that fails again waits longer each time.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from bot.ui.periodic import PeriodicTask

if TYPE_CHECKING:
    from bot.app import GinBot

LIMIT: Final = 500
"""Boards looked at in one turn."""
PER_SECOND: Final = 10
FIRST_REST: Final = 30.0
LONGEST_REST: Final = 3600.0

log = logging.getLogger(__name__)


class RetryBackoff:
    """Which boards could not be drawn, and until when they are left in peace."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rests: dict[int, tuple[float, float]] = {}

    def __len__(self) -> int:
        return len(self._rests)

    def failed(self, subject: int, *, outage: bool = False) -> None:
        """It could not be drawn; each time it rests twice as long.

        ``outage``: Discord is to blame, not the board, which is tried again soon after.
        """
        rest = self._rests[subject][1] * 2 if subject in self._rests else FIRST_REST
        rest = FIRST_REST if outage else min(rest, LONGEST_REST)
        self._rests[subject] = (self._clock() + rest, rest)

    def succeeded(self, subject: int) -> None:
        """It was drawn."""
        self._rests.pop(subject, None)

    def is_resting(self, subject: int) -> bool:
        """Whether it is too early for another try."""
        return subject in self._rests and self._clock() < self._rests[subject][0]


class RedrawTask(PeriodicTask):
    """The task that draws what was left behind."""

    name = "boards-behind"

    def __init__(self, bot: "GinBot", seconds: float | None) -> None:
        self._bot = bot
        super().__init__(seconds)

    async def once(self) -> int:
        """Draw what is behind, at most ten a second; how many boards of matches there were."""
        boards = self._bot.boards
        if self._bot.refusals.is_open:
            return 0
        behind = await self._bot.service.messages.behind(LIMIT + len(boards.setbacks))
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
            await self._bot.invitations.draw(lobby)
            await asyncio.sleep(1 / PER_SECOND)
        return len(due)
