"""Group commit: works that queue up during one COMMIT go into the next transaction.

A *work* is a synchronous function of a connection, written once for every database. The caller
submits it and awaits a future, whose answer comes only after COMMIT. Works must be exactly
repeatable: they are repeated when a batch fails or its COMMIT ended in an error, and Discord may
deliver an interaction twice. The store therefore takes no plain function, only a *change*, whose
type says why repeating it is harmless. Handlers never hold a connection, so a cancelled one has no
effect on others.
"""

import asyncio
import logging
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeAlias, TypeVar, cast

from sqlalchemy import Connection

from engine.store.errors import StoreBusyError, StoreFailedError, StoreUnsureError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Change(ABC, Generic[T_co]):
    """A work with the same effect however often it is done."""

    __slots__ = ()

    @abstractmethod
    def __call__(self, connection: Connection) -> T_co:
        """Do the work inside a transaction."""


@dataclass(frozen=True, slots=True)
class Repeatable(Change[T]):
    """A work that leaves the same state and gives the same answer each time it is done.

    It sets a state, or finds by its own keys that it is done; it never toggles or counts.
    """

    work: Callable[[Connection], T]

    def __call__(self, connection: Connection) -> T:
        """Do the work."""
        return self.work(connection)


Work: TypeAlias = Callable[[Connection], T]
_log = logging.getLogger(__name__)

QUEUE_LIMIT: Final = 5000
"""The maximum number of waiting works; the next one is refused."""
BATCH_LIMIT: Final = 200
"""The maximum number of works in one transaction."""
PATIENCE_S: Final = 2.5
"""Time in seconds that a work waits for its turn before it is withdrawn."""
READ_PATIENCE_S: Final = 2.0
"""Time in seconds for a read, including the wait for a connection; Discord allows three seconds."""
PATIENCE_ONCE_BEGUN: Final = 4
"""The factor on the patience once a work has begun, because it can no longer be withdrawn."""


def unobserved(seconds: float) -> None:
    """Take a measurement that nobody asked for."""


class Backend(Protocol):
    """A database that can run several works in one transaction."""

    async def run(self, works: Sequence[Work[object]]) -> list[object]:
        """Return the results after COMMIT, or raise an exception after ROLLBACK.

        StoreFailedError: the database failed. StoreUnsureError: the result of COMMIT is unknown.
        Any other exception comes from one of the works.
        """


@dataclass(eq=False, slots=True)
class _Job:
    work: Work[object]
    answer: asyncio.Future[object]
    committed: Callable[[object], None] | None
    key: int
    begun: bool = False
    refused: bool = False

    def succeed(self, result: object) -> None:
        if self.committed is not None:
            try:
                self.committed(result)
            except Exception:  # noqa: BLE001 - the commit stands regardless of the callback
                _log.exception("what follows a commit failed")
        if not self.answer.done():
            self.answer.set_result(result)

    def fail(self, error: BaseException) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


class Committer:
    """Feeds a backend with batches. Works with equal keys run in order of arrival.

    ``lanes``: the number of concurrent transactions; a key always uses the same lane.
    """

    def __init__(
        self,
        backend: Backend,
        *,
        lanes: int = 1,
        queue_limit: int = QUEUE_LIMIT,
        batch_limit: int = BATCH_LIMIT,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._backend = backend
        self._queues: list[deque[_Job]] = [deque() for _ in range(lanes)]
        self._calls = [asyncio.Event() for _ in range(lanes)]
        self._queue_limit = queue_limit
        self._batch_limit = batch_limit
        self._patience_s = patience_s
        self.on_commit: Callable[[float], None] = unobserved
        """Called with the seconds of each transaction, also of one that fails."""
        self._open = True
        self._unfinished = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._tasks = [asyncio.create_task(self._drive(lane)) for lane in range(lanes)]

    @property
    def waiting(self) -> int:
        """The number of works that have not begun."""
        return sum(len(queue) for queue in self._queues)

    @property
    def is_idle(self) -> bool:
        """Whether no work is queued or running."""
        return not self._unfinished

    async def submit(
        self,
        work: Work[T],
        *,
        key: int = 0,
        committed: Callable[[T], None] | None = None,
        patience_s: float | None = None,
    ) -> T:
        """Run ``work`` in the next transaction and return its result after COMMIT.

        ``committed`` is called with the result even if the caller is gone. Raises StoreBusyError
        when the queue is full, when closing, and after ``patience_s`` in the queue (by default the
        committer's): the work is then never done. Raises StoreUnsureError when a work
        that has begun does not end, which may still be applied; StoreFailedError when the database
        fails; and any exception of ``work``.
        """
        if not self._open:
            raise StoreBusyError(reason="closing")
        if self.waiting >= self._queue_limit:
            raise StoreBusyError(reason="queue_full")
        answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
        job = _Job(work, answer, committed, key)  # type: ignore[arg-type]
        lane = key % len(self._queues)
        self._queues[lane].append(job)
        self._calls[lane].set()
        self._unfinished += 1
        self._quiet.clear()
        # Awaited directly, so that the caller resumes before the commit is announced.
        patience = self._patience_s if patience_s is None else patience_s
        for seconds in (patience, patience * (PATIENCE_ONCE_BEGUN - 1)):
            try:
                async with asyncio.timeout(seconds):
                    return cast(T, await job.answer)
            except TimeoutError:
                if job.answer.done() and not job.answer.cancelled():
                    return cast(T, job.answer.result())
                if not job.begun:
                    job.refused = True
                    raise StoreBusyError(reason="slow") from None
                # asyncio cancels the awaited future together with the wait.
                job.answer = asyncio.get_running_loop().create_future()
        job.answer.cancel()
        raise StoreUnsureError(reason="slow")

    async def drained(self) -> None:
        """Wait until no work is queued or running."""
        await self._quiet.wait()

    async def close(self) -> None:
        """Refuse new works and finish the accepted ones."""
        self._open = False
        await self.drained()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _drive(self, lane: int) -> None:
        queue, call = self._queues[lane], self._calls[lane]
        while True:
            await call.wait()
            call.clear()
            while queue:
                batch = [queue.popleft() for _ in range(min(len(queue), self._batch_limit))]
                # All processes lock rows in the same order, which makes deadlocks rare.
                wanted = sorted((job for job in batch if not job.refused), key=lambda job: job.key)
                for job in wanted:
                    job.begun = True  # from here on it may have been applied
                if wanted:
                    await self._commit(wanted)
                self._unfinished -= len(batch)
            if not self._unfinished:
                self._quiet.set()

    async def _commit(self, batch: Sequence[_Job]) -> None:
        try:
            results = await self._timed(batch)
        except (StoreFailedError, StoreUnsureError) as error:
            for job in batch:
                job.fail(error)
        except Exception as error:  # noqa: BLE001 - raised where the answer is awaited
            if len(batch) == 1:
                batch[0].fail(error)
                return
            # One of the works raised an unexpected error: one at a time, so that it fails alone.
            await self._one_by_one(batch)
        else:
            for job, result in zip(batch, results, strict=True):
                job.succeed(result)

    async def _timed(self, batch: Sequence[_Job]) -> list[object]:
        began = time.perf_counter()
        try:
            return await self._backend.run([job.work for job in batch])
        finally:
            self.on_commit(time.perf_counter() - began)

    async def _one_by_one(self, batch: Sequence[_Job]) -> None:
        for job in batch:
            await self._commit([job])
