"""Periodic database maintenance: backups, checks, and a short write-ahead log."""

import asyncio
import json
import logging
import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from sqlalchemy import Row, func, select, update

from engine import fairness
from engine.fairness import SECRET_BYTES
from engine.game.errors import RecordError
from engine.game.match import MatchPhase
from engine.service import changes, jobs
from engine.service.changes import Attempts
from engine.service.commands import Commands, Dependencies
from engine.service.events import creation
from engine.service.match_setup import UNDRAWN
from engine.service.matches import match_rows
from engine.service.matches.match_rows import LIVE
from engine.service.people import own_key
from engine.service.play import advancing
from engine.service.ports import Entropy, SystemClock, SystemEntropy, TimeSettings
from engine.service.tx import Call, Tx
from engine.service.types import LobbyStatus
from engine.store import Store, StoreCorruptError, backup
from engine.store.backup import Progress
from engine.store.schema import lobbies, matches, rounds, secrets

_FIRST_MS: Final = 1_767_225_600_000
"""2026-01-01: epochs are counted in seconds from here, so that no two restores share one."""


async def restore(
    copy: Path,
    database: Path,
    now: datetime,
    entropy: Entropy,
    progress: Progress | None = None,
) -> Path | None:
    """Put a checked copy in the place of ``database`` and begin an epoch in it.

    See :func:`engine.store.backup.restore` for the errors and the result.
    """
    call = Call(own_key(), int(now.astimezone(UTC).timestamp() * 1000), TimeSettings(), entropy)
    return await backup.restore(
        copy, database, now, lambda connection: begin_epoch(call.on(connection)), progress
    )


async def renew(store: Store) -> int:
    """Begin an epoch in an open database, which other tools have restored.

    Return the number of running matches. Raises StoreBusyError or StoreFailedError.
    """
    call = Call(own_key(), SystemClock().now_ms(), TimeSettings(), SystemEntropy())
    return await store.write(Attempts(call, begin_epoch))


def begin_epoch(tx: Tx) -> int:
    """Begin an epoch; return the number of running matches in it.

    Secrets are drawn here, so a repeated transaction draws others; all or none take effect.
    """
    epoch = max(1, (tx.now - _FIRST_MS) // 1000)
    running = tx.execute(select(matches).where(matches.c.status == LIVE)).all()
    for row in running:
        _renew_match(tx, row, epoch)
    is_open = lobbies.c.status == LobbyStatus.OPEN.value
    for lobby_id in tx.execute(select(lobbies.c.lobby_id).where(is_open)).scalars().all():
        anchor = _renew_secret(tx, lobby_id, None)
        tx.execute(
            update(lobbies)
            .where(lobbies.c.lobby_id == lobby_id)
            .values(anchor=anchor, rendered_version=UNDRAWN)
        )
    return len(running)


def _renew_match(tx: Tx, row: Row[tuple[object, ...]], epoch: int) -> None:
    changes: dict[str, object] = {"epoch": epoch, "rendered_version": UNDRAWN}
    if row.day is None and row.boards is None:  # shared deals are revealed when nobody plays them
        of_match = rounds.c.match_id == row.match_id
        last = tx.execute(select(func.max(rounds.c.number)).where(of_match)).scalar()
        tx.execute(
            update(rounds)
            .where(of_match, rounds.c.commitment.is_(None))
            .values(commitment=row.anchor)
        )
        changes["anchor"] = _renew_secret(tx, row.match_id, last or 0)
    tx.execute(update(matches).where(matches.c.match_id == row.match_id).values(changes))


def _renew_secret(tx: Tx, ref_id: int, last: int | None) -> str:
    """Draw a new root, keeping the old one for the rounds up to ``last``; return the new anchor."""
    mine = secrets.c.ref_id == ref_id
    root = tx.call.entropy.token(SECRET_BYTES)
    changes = {"root": root.hex()}
    if last is not None:
        before = tx.execute(select(secrets).where(mine)).one()
        changes["earlier"] = json.dumps([*json.loads(before.earlier), [last, before.root]])
    tx.execute(update(secrets).where(mine).values(changes))
    return fairness.anchor(root).hex()


_log = logging.getLogger(__name__)

MAINTENANCE_INTERVAL_S: Final = 300.0
_CHECK: Final = "integrity"
_WEEK: Final = "%G-W%V"
_RESTORE_TEST: Final = "restore-test"
RESTORE_TEST_EVERY: Final = timedelta(days=7)
"""The time between two tests that the newest backup can be restored."""


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """The folder for backups of an SQLite database, and the hours between two."""

    folder: Path
    hours: float


def _end_matches_over(tx: Tx) -> None:
    """End matches that were played on from a position that was over, as earlier versions did.

    Nobody can play or resign them.
    """
    begun = select(matches.c.match_id).where(matches.c.status == LIVE, matches.c.begun.is_not(None))
    for found in tx.execute(begun).scalars().all():
        try:
            stored = match_rows.lock(tx, found)
        except RecordError:
            continue  # It is set aside where somebody opens it.
        if stored is not None and stored.match.phase is MatchPhase.OVER:
            advancing.end_match_over(tx, stored)
            undrawn = update(matches).where(matches.c.match_id == found)
            tx.execute(undrawn.values(rendered_version=UNDRAWN))
            _log.info("match %d, which was over when it began, is ended", found)


class Maintenance(Commands):
    """Maintains the database."""

    def __init__(self, dependencies: Dependencies, plan: BackupPlan | None) -> None:
        super().__init__(dependencies)
        self._plan = plan
        self.damage = ""
        """The damage found by the last check; empty if none. Each backup checks, and every week."""
        self.backup_seconds = 0.0
        """The time that the last backup of this process took."""
        self.restore_tested: datetime | None = None
        """The last time that a backup was found good, as far as this process has looked."""
        self.unrestorable = ""
        """The newest backup, with what the last test found wrong with it; empty if nothing."""
        self._refused: Path | None = None

    async def look(self) -> Path | None:
        """Delete what is too old, shorten the log; make a backup if one is due; check once a week.

        Return the backup. Raises StoreCorruptError for a damaged database; no backup is made or
        removed then.
        """
        await self._repeat(changes.forget_old)
        await self._repeat(creation.forget_old_drafts)
        await self._repeat(_end_matches_over)
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
        await self._test_backup(now)
        return made

    async def _test_backup(self, now: datetime) -> None:
        """Try the newest backup every week: it opens, is sound, and its matches can be counted."""
        newest = None if self._plan is None else await _newest(self._plan.folder)
        if newest is None:
            return
        done = await self._read(lambda tx: jobs.done_key(tx, _RESTORE_TEST))
        self.restore_tested = datetime.fromisoformat(done) if done else None
        if newest[1] == self._refused:
            return
        if self.restore_tested is not None and now - self.restore_tested < RESTORE_TEST_EVERY:
            return
        try:
            count = await backup.count_matches(newest[1])
        except StoreCorruptError as error:
            self._refused = newest[1]
            self.unrestorable = f"{newest[1].name}: {error.data.get('found')}"
            _log.error("the newest backup cannot be restored (%s)", self.unrestorable)
            return
        self.unrestorable = ""
        await self._repeat(lambda tx: jobs.once(tx, _RESTORE_TEST, now.isoformat()))
        self.restore_tested = now
        _log.info("backup %s can be restored; it has %d matches", newest[1].name, count)

    async def _check(self, path: Path, week: str, *, anew: bool) -> None:
        """Run this week's check unless it is done; a backup (not ``anew``) has just run it."""
        if await self._read(lambda tx: jobs.done_key(tx, _CHECK)) >= week and anew:
            return
        if anew:
            await backup.check_pages(path)
        self.damage = ""
        await self._repeat(lambda tx: jobs.once(tx, _CHECK, week))

    async def _back_up(self, path: Path, now: datetime) -> Path | None:
        plan = self._plan
        if plan is None or not plan.hours:
            return None
        newest = await _newest(plan.folder)
        if newest is not None and now - newest[0] < timedelta(hours=plan.hours):
            return None
        began = time.monotonic()
        made = await backup.back_up(path, plan.folder, now)
        self.backup_seconds = time.monotonic() - began
        gone = await asyncio.to_thread(backup.prune, plan.folder, now)
        _log.info("backup %s made, %d old ones removed", made.name, len(gone))
        return made


async def _newest(folder: Path) -> tuple[datetime, Path] | None:
    return next(iter(await asyncio.to_thread(backup.backups, folder)), None)
