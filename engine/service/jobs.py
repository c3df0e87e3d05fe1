"""Work that is due again and again, and leases: the right of one process to do it."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import Final

from sqlalchemy import or_, select, update

from engine.service.tx import ReadTx, Tx
from engine.store import StoreError
from engine.store.schema import leases

NOBODY: Final = ""
NEVER: Final = ""
HOLD_MS: Final = 120_000


def once(tx: Tx, name: str, key: str) -> bool:
    """Claim this key's work for good: ``True`` for the first caller, in the caller's transaction.

    Keys only grow: an older key than the last one is never done again.
    """
    _make(tx, name)
    taken = tx.execute(
        update(leases)
        .where(leases.c.name == name, leases.c.done_key < key)
        .values(done_key=key, holder=NOBODY, until_ms=0)
    )
    return taken.rowcount == 1


def claim(tx: Tx, name: str, key: str, holder: str, hold_ms: int = HOLD_MS) -> bool:
    """Claim this key's work, or extend the claim; ``False`` if it is done or held elsewhere."""
    _make(tx, name)
    taken = tx.execute(
        update(leases)
        .where(
            leases.c.name == name,
            leases.c.done_key < key,
            or_(leases.c.holder == holder, leases.c.until_ms <= tx.now),
        )
        .values(holder=holder, until_ms=tx.now + hold_ms)
    )
    return taken.rowcount == 1


def finish(tx: Tx, name: str, key: str, holder: str) -> bool:
    """Mark this key's work as done; ``False`` if another process has taken it over."""
    done = tx.execute(
        update(leases)
        .where(leases.c.name == name, leases.c.holder == holder, leases.c.done_key < key)
        .values(done_key=key, holder=NOBODY, until_ms=0)
    )
    return done.rowcount == 1


def lock(tx: Tx, name: str) -> None:
    """Let one transaction after the other pass here: this one holds the lease until COMMIT."""
    _make(tx, name)
    tx.execute(select(leases.c.name).where(leases.c.name == name).with_for_update())


def done_key(tx: ReadTx, name: str) -> str:
    """Return the newest key whose work is done; empty before the first."""
    found = tx.execute(select(leases.c.done_key).where(leases.c.name == name))
    return found.scalar_one_or_none() or NEVER


def _make(tx: Tx, name: str) -> None:
    row = {"name": name, "holder": NOBODY, "until_ms": 0, "done_key": NEVER}
    tx.execute(tx.upsert(leases).on_conflict_do_nothing(), row)


log = logging.getLogger(__name__)
STOPPING_S: Final = 2.0
"""How long a program that was told to end may take until it stops its jobs."""


@dataclass(frozen=True, slots=True)
class Job:
    """Work that is due every so many seconds; ``None``: never."""

    name: str
    seconds: float | None
    work: Callable[[], Awaitable[object]]


class JobRunner:
    """Does its jobs side by side, each again and again.

    A failure is logged, counted in ``failures`` and tried again at the next interval; it ends
    neither its job nor another one. ``ready``: awaited before the first time.
    """

    def __init__(
        self,
        *jobs: Job,
        failures: Counter[str],
        ready: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        self._jobs = jobs
        for job in jobs:
            failures[job.name] += 0  # shown from the start
        self._failures = failures
        self._ready = ready
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the jobs; idempotent."""
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(self._run(job, job.seconds), name=f"gin-{job.name}")
                for job in self._jobs
                if job.seconds
            ]

    async def stop(self) -> None:
        """Stop the jobs, in the middle of their work too."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: Job, seconds: float) -> None:
        if self._ready is not None:
            await self._ready()
        while True:
            try:
                await job.work()
            except StoreError as error:
                self._failures[job.name] += 1
                log.warning("%s: not done (%s)", job.name, error.code)
            except BrokenExecutor:
                # A signal to the whole group ends the processes before the program stops its jobs.
                await asyncio.sleep(STOPPING_S)
                self._failures[job.name] += 1
                log.warning("%s: not done (the process that computed has ended)", job.name)
            except Exception:
                self._failures[job.name] += 1
                log.exception("%s: not done", job.name)
            await asyncio.sleep(seconds)
