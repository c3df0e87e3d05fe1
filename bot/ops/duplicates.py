"""Another process with the same token for the same servers: harmless, but said aloud.

During a rolling restart two processes serve the same shards for a moment. What lasts is a mistake:
every press is then answered twice, and one of the two answers is refused by Discord.
"""

import contextlib
import logging
from typing import Final

from bot.ui.outlet import Outlet
from bot.ui.periodic import PeriodicTask
from engine.service.operations.processes import Shards
from engine.store import StoreError

BEAT_S: Final = 30.0
PATIENCE: Final = 4
"""So many signs of another process in a row are no rolling restart any more."""
log = logging.getLogger(__name__)


class DuplicateProcesses(PeriodicTask):
    """Signs of life, and who else gives them. ``seconds``: between two; ``None``: never."""

    name = "twins"

    def __init__(self, outlet: Outlet, seconds: float | None = BEAT_S) -> None:
        self._outlet = outlet
        super().__init__(seconds)
        self._in_a_row = 0
        self.others: tuple[str, ...] = ()

    @property
    def warning(self) -> str:
        """What an operator should know; empty when there is nothing."""
        if self._in_a_row < PATIENCE:
            return ""
        return f"{len(self.others)} other process(es) with this database serve the same servers"

    async def stop(self) -> None:
        """Give no more signs, and take back the last one."""
        began = self._task is not None
        await super().stop()
        if began:
            with contextlib.suppress(StoreError):
                await self._outlet.service.processes.leave()

    async def once(self) -> None:
        """One sign of life, and a look for others."""
        shards = Shards(self._outlet.client.shard_count, tuple(self._outlet.client.shard_ids or ()))
        self.others = await self._outlet.service.processes.beat(shards)
        self._in_a_row = self._in_a_row + 1 if self.others else 0
        self._outlet.metrics.twins.set(len(self.others))
        if self._in_a_row == PATIENCE:
            log.warning("%s; run one process for each shard", self.warning)
