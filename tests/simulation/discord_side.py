"""The Discord side of one process: draws boards as the bot does, and Discord fails at times.

The rules are those of :mod:`bot.match.messages` and :mod:`bot.lobby.messages`: newest state only,
one edit in flight, a lost message is posted anew, and what is behind is drawn regularly.
"""

import asyncio
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.service import Committed, LiveMatch, MessageId, Service
from engine.store import StoreError

if TYPE_CHECKING:
    from tests.simulation.run import Simulation

LOOK_S = 30.0


class DiscordError(Exception):
    """Discord did not do it, or did it and did not say so."""


@dataclass
class Discord:
    """What everybody can see: of every match its messages, and the version each shows."""

    chance: random.Random
    failing: float = 0.0
    failures: int = 0
    messages: dict[int, int] = field(default_factory=dict)
    boards: dict[int, dict[int, int]] = field(default_factory=dict)
    gone: dict[int, int] = field(default_factory=dict)
    last: int = 0

    async def show(self, match: int, message: int | None, version: int) -> int:
        """Edit a message or post one; the message that shows the version."""
        await asyncio.sleep(0.05 + self.chance.random())
        boards = self.boards.setdefault(match, {})
        dice = self.chance.random() if self.failing else 1.0
        if dice < self.failing / 2:
            self.failures += 1
            raise DiscordError
        if message is None or message not in boards:
            self.last += 1
            message = self.last
        boards[message] = max(version, boards.get(message, -1))
        if dice < self.failing:
            self.failures += 1
            raise DiscordError
        return message

    def forget_one(self) -> None:
        """A moderator deletes a message, which is noticed when it is to be edited."""
        for match, boards in self.boards.items():
            if boards and self.chance.random() < 0.5:
                message = next(iter(boards))
                self.gone[match] = max(boards.pop(message), self.gone.get(match, -1))

    def shown(self, match: int) -> int:
        """The newest version that anybody can see, or could until somebody deleted it."""
        newest = max(self.boards.get(match, {}).values(), default=-1)
        return max(newest, self.gone.get(match, -1))


class Artist:
    """Draws the boards of one process."""

    def __init__(self, world: "Simulation", service: Service) -> None:
        self._world = world
        self._service = service
        self._latest: dict[int, LiveMatch] = {}
        self._drawing: dict[int, asyncio.Task[None]] = {}

    def start(self) -> None:
        self._service.bus.subscribe(Committed, self._on_committed)
        asyncio.get_running_loop().create_task(self._catch_up())

    async def _on_committed(self, news: Committed) -> None:
        self._world.look_at(news.live)
        await self.draw(news.live)

    async def draw(self, live: LiveMatch) -> None:
        known = self._latest.get(live.id)
        if known is None or known.version <= live.version:
            self._latest[live.id] = live
        task = self._drawing.get(live.id)
        if task is None or task.done():
            task = asyncio.ensure_future(self._until_current(live.id))
            self._drawing[live.id] = task
        await asyncio.shield(task)

    async def _until_current(self, match: int) -> None:
        while (live := self._latest.pop(match, None)) is not None:
            try:
                message = await self._world.discord.show(match, live.table.message, live.version)
                await self._service.messages.rendered(
                    live, live.version, live.table.channel, MessageId(message)
                )
            except (DiscordError, StoreError):
                continue

    async def _catch_up(self) -> None:
        while True:
            try:
                for live in await self._service.messages.outdated_matches(500):
                    self._world.look_at(live)
                    await self.draw(live)
                    await asyncio.sleep(0.1)
            except StoreError:
                pass
            await asyncio.sleep(LOOK_S)
