"""Periodic database maintenance: backups, checks, and a short write-ahead log."""

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from engine.service import changes, leases
from engine.service.ports import Clock
from engine.service.tx import Commands
from engine.store import Store, StoreCorruptError, backup

_log = logging.getLogger(__name__)

LOOK_S: Final = 300.0
_CHECK: Final = "integrity"
_WEEK: Final = "%G-W%V"


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """The folder for backups of an SQLite database, and the hours between two."""

    folder: Path
    hours: float


class Maintenance(Commands):
    """Maintains the database."""

    def __init__(self, store: Store, clock: Clock, plan: BackupPlan | None) -> None:
        super().__init__(store, clock)
        self._plan = plan
        self.damage = ""
        """The damage found by the last check; empty if none. Each backup checks, and every week."""

    async def look(self) -> Path | None:
        """Delete what is too old, shorten the log; make a backup if one is due; check once a week.

        Return the backup. Raises StoreCorruptError for a damaged database; no backup is made or
        removed then.
        """
        await self._repeat(lambda tx: changes.forget_old(tx.connection, tx.now))
        await self._store.checkpoint()
        if self._store.path is None:
            return None
        now = datetime.fromtimestamp(self._clock.now_ms() / 1000, UTC)
        try:
            made = await self._back_up(self._store.path, now)
            await self._check(self._store.path, now.strftime(_WEEK), anew=made is None)
        except StoreCorruptError as error:
            self.damage = str(error.data.get("found"))
            _log.error(
                "the database is damaged (%s): no backup is made and none is removed; "
                "stop Gin and restore one",
                self.damage,
            )
            raise
        return made

    async def _check(self, path: Path, week: str, *, anew: bool) -> None:
        """Run this week's check unless it is done; a backup (not ``anew``) has just run it."""
        if await self._store.read(lambda c: leases.done_key(c, _CHECK)) >= week and anew:
            return
        if anew:
            await backup.check_pages(path)
        self.damage = ""
        await self._repeat(lambda tx: leases.once(tx.connection, _CHECK, week))

    async def _back_up(self, path: Path, now: datetime) -> Path | None:
        plan = self._plan
        if plan is None or not plan.hours:
            return None
        newest = next(iter(await asyncio.to_thread(backup.backups, plan.folder)), None)
        if newest is not None and now - newest[0] < timedelta(hours=plan.hours):
            return None
        made = await backup.back_up(path, plan.folder, now)
        gone = await asyncio.to_thread(backup.prune, plan.folder, now)
        _log.info("backup %s made, %d old ones removed", made.name, len(gone))
        return made
