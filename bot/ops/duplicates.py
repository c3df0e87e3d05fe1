"""Detection of another process with the same token and servers: harmless, but reported.

During a rolling restart two processes serve the same shards for a moment. A lasting overlap is a
mistake: both answer every press, and Discord refuses one of the answers.
"""

import contextlib
import logging
from typing import Final

from bot.ui.outlet import Outlet
from engine.service.operations.processes import Shards
from engine.store import StoreError

BEAT_S: Final = 30.0
PATIENCE: Final = 4
"""The number of consecutive signs of another process that rule out a rolling restart."""
log = logging.getLogger(__name__)


class DuplicateProcesses:
    """Writes and reads signs of life."""

    def __init__(self, outlet: Outlet) -> None:
        self._outlet = outlet
        self._has_begun = False
        self._in_a_row = 0
        self.others: tuple[str, ...] = ()

    @property
    def warning(self) -> str:
        """The warning for an operator; empty if there is none."""
        if self._in_a_row < PATIENCE:
            return ""
        return f"{len(self.others)} other process(es) with this database serve the same servers"

    async def start(self) -> None:
        """Leave the beginning to the job."""

    async def stop(self) -> None:
        """Delete the last sign of life."""
        if self._has_begun:
            with contextlib.suppress(StoreError):
                await self._outlet.service.processes.leave()

    async def beat(self) -> None:
        """Write one sign of life, and look for those of others."""
        self._has_begun = True
        shards = Shards(self._outlet.client.shard_count, tuple(self._outlet.client.shard_ids or ()))
        self.others = await self._outlet.service.processes.beat(shards)
        self._in_a_row = self._in_a_row + 1 if self.others else 0
        self._outlet.metrics.duplicates.set(len(self.others))
        if self._in_a_row == PATIENCE:
            log.warning("%s; run one process for each shard", self.warning)
