"""Answers first: what only follows a press waits while many people wait for their answers.

A press that is answered late is pressed again, and lost after three seconds. A panel or a table
message that follows it may be a second late, and then shows several moves at once.
"""

import asyncio
from collections import deque
from typing import Final

MANY: Final = 4
"""So many people without an answer wait only where the process cannot keep up."""
LONGEST_S: Final = 1.0
"""The most that a follower waits, in seconds: under a load that lasts, too, it is shown."""
PAUSE_S: Final = 0.005
"""The pause between followers that have waited, in seconds, so that new presses come between."""


class Backlog:
    """The interactions whose answers are not on their way yet, and the followers that wait."""

    def __init__(self) -> None:
        self._unanswered: set[object] = set()
        self._followers: deque[asyncio.Future[None]] = deque()
        self._next: asyncio.TimerHandle | None = None

    @property
    def unanswered(self) -> int:
        """The number of interactions that wait for their answers."""
        return len(self._unanswered)

    def asked(self, one: object) -> None:
        """Note that an interaction waits for its answer."""
        self._unanswered.add(one)

    def answered(self, one: object) -> None:
        """Note that an answer is on its way, or that none will come; harmless if it is known."""
        self._unanswered.discard(one)
        if self._followers and self._next is None:
            self._release()

    async def eased(self) -> None:
        """Wait until few interactions wait for their answers, :data:`LONGEST_S` at most."""
        if self.unanswered < MANY:
            return
        follower = asyncio.get_running_loop().create_future()
        self._followers.append(follower)
        await asyncio.wait([follower], timeout=LONGEST_S)
        if not follower.done():
            self._followers.remove(follower)

    def _release(self) -> None:
        """Let as many followers go as there is room for, and the others after a pause."""
        self._next = None
        room = MANY - self.unanswered
        while self._followers and room > 0:
            follower = self._followers.popleft()
            if not follower.done():
                follower.set_result(None)
                room -= 1
        if self._followers and self.unanswered < MANY:
            self._next = asyncio.get_running_loop().call_later(PAUSE_S, self._release)
