"""Work that is due again and again, as long as the program runs."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from engine.store import StoreError

log = logging.getLogger(__name__)


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
            except Exception:
                self._failures[job.name] += 1
                log.exception("%s: not done", job.name)
            await asyncio.sleep(seconds)
