"""Processes for heavy computing: started by the first work, ended when idle or with their parent.

Each worker watches a pipe whose other end only the parent holds. The pipe closes when the parent
closes the pool and also when the parent is killed; the worker then exits, even in the middle of a
computation. A pool's queue cannot signal this, because every worker holds both ends of it.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar
from weakref import WeakSet

T = TypeVar("T")
_Prepare: TypeAlias = Callable[[], None] | None
_Submitted: TypeAlias = tuple[Future[Any], Callable[[], Any]]
_SPAWN: Final = multiprocessing.get_context("spawn")
GIVES_WAY: Final = 10
"""The niceness of work that takes a core from no answer."""
IDLE_S: Final = 600.0
"""How often the program ends what had nothing to do since the last time."""


class WorkerPool:
    """A pool of processes for work that the event loop must not do.

    ``prepare`` runs first in each worker. After `use_threads` the workers are threads, except
    where the pool is ``apart``, because its work needs limits of its own. ``niceness``: how far
    processes give way to others, in Unix's steps.
    """

    def __init__(
        self,
        count: int = 1,
        prepare: _Prepare = None,
        *,
        apart: bool = False,
        niceness: int = 0,
    ) -> None:
        self._count = count
        self._prepare = prepare
        self._is_apart = apart
        self._niceness = niceness
        self._lock = threading.Lock()
        self._workers: _Processes | _Threads | None = None
        self._unfinished: set[Future[Any] | asyncio.Future[Any]] = set()
        self._was_used = False

    @property
    def executor(self) -> Executor:
        """The executor of the workers, which are begun if there are none."""
        with self._lock:
            self._was_used = True
            if self._workers is not None and self._workers.has_died:
                self._workers.close()
                self._workers = None
            if self._workers is None:
                is_threads = _Threads.are_used and not self._is_apart
                if is_threads:
                    self._workers = _Threads(self._count, self._prepare)
                else:
                    self._workers = _Processes(self._count, self._prepare, self._niceness)
                _POOLS.add(self)
            return self._workers.executor

    @property
    def is_ready(self) -> bool:
        """Whether there are workers, all of them prepared."""
        workers = self._workers
        return workers is not None and all(one.done() for one in workers.ready)

    def begin(self) -> None:
        """Begin workers, if there are none."""
        _ = self.executor

    def start(self) -> None:
        """Begin workers, and wait until they are prepared or have failed."""
        self.begin()
        workers = self._workers
        if workers is not None:
            wait(workers.ready)

    def submit(self, work: Callable[..., T], *arguments: object) -> Future[T]:
        """Let a worker do this. Raises RuntimeError if the workers have died or are ending."""
        made = self.executor.submit(work, *arguments)
        self._unfinished.add(made)
        made.add_done_callback(self._unfinished.discard)
        return made

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Return what a worker computes. Raises BrokenProcessPool if it dies of that."""
        loop = asyncio.get_running_loop()
        try:
            made = loop.run_in_executor(self.executor, work, *arguments)
        except BrokenProcessPool:  # They have died of earlier work, or while they had none.
            self.close()
            made = loop.run_in_executor(self.executor, work, *arguments)
        self._unfinished.add(made)
        try:
            return await made
        finally:
            self._unfinished.discard(made)

    def close(self) -> None:
        """End the workers at once, even during their work; other work starts new ones.

        Pending calls raise BrokenProcessPool. A thread ends after what it computes.
        """
        with self._lock:
            workers, self._workers = self._workers, None
        if workers is not None:
            workers.close()

    def close_idle(self) -> None:
        """End the workers if they have nothing to do and had nothing since the last call."""
        if not (self._was_used or self._unfinished):
            self.close()
        self._was_used = False


_POOLS: Final[WeakSet[WorkerPool]] = WeakSet()
"""Every pool that has had workers."""


async def close_idle() -> None:
    """End the workers of every pool that has had nothing to do since the last call."""
    for pool in list(_POOLS):
        pool.close_idle()


def process_refusal() -> str:
    """Return why worker processes cannot be started here, as without a writable `/dev/shm`; empty
    if they can.
    """
    try:
        _SPAWN.Lock()
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def use_threads() -> None:
    """Let the workers that begin from now on be threads: one process, with less memory."""
    _Threads.are_used = True


class _Threads:
    """Workers in this process. What they compute holds its interpreter's lock."""

    are_used = False

    def __init__(self, count: int, prepare: _Prepare) -> None:
        self.executor = _DaemonThreads(count, prepare or _nothing)
        self.ready = [self.executor.submit(bool) for _ in range(count)]

    has_died = False

    def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)


class _DaemonThreads(Executor):
    """Threads that the end of the program does not wait for, whatever they compute.

    Those of the library's executor are joined, for minutes if need be.
    """

    def __init__(self, count: int, prepare: Callable[[], None]) -> None:
        self._work: SimpleQueue[_Submitted | None] = SimpleQueue()
        self._count = count
        self._is_closed = False
        for number in range(count):
            name = f"gin-worker_{number}"
            threading.Thread(target=self._run, args=(prepare,), name=name, daemon=True).start()

    def submit(self, work: Callable[..., T], /, *arguments: Any, **named: Any) -> Future[T]:
        """Let a thread do this. Raises RuntimeError if the threads are ending."""
        if self._is_closed:
            raise RuntimeError("the threads are ending")
        made: Future[T] = Future()
        self._work.put((made, partial(work, *arguments, **named)))
        return made

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let each thread end after what it computes."""
        self._is_closed = True
        with suppress(Empty):
            while cancel_futures:
                if (submitted := self._work.get_nowait()) is not None:
                    submitted[0].cancel()
        for _ in range(self._count):
            self._work.put(None)

    def _run(self, prepare: Callable[[], None]) -> None:
        prepare()
        while (submitted := self._work.get()) is not None:
            made, work = submitted
            if not made.set_running_or_notify_cancel():
                continue
            try:
                result = work()
            except Exception as error:  # noqa: BLE001 - it is raised where the work was wanted
                made.set_exception(error)
            else:
                made.set_result(result)


class _Processes:
    def __init__(self, count: int, prepare: _Prepare, niceness: int) -> None:
        self._watched, self._held = _SPAWN.Pipe(duplex=False)
        self.executor = ProcessPoolExecutor(
            count, _SPAWN, initializer=_begin, initargs=(self._watched, prepare, niceness)
        )
        self.ready = [self.executor.submit(bool) for _ in range(count)]
        # The executor itself notices only some time later.
        self._processes = tuple(self.executor._processes.values())

    @property
    def has_died(self) -> bool:
        """Whether a worker has died."""
        return not all(process.is_alive() for process in self._processes)

    def close(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        self._held.close()
        self._watched.close()


def _nothing() -> None:
    return


def _begin(parent: Connection, prepare: _Prepare, niceness: int) -> None:
    if niceness and sys.platform != "win32":
        os.nice(niceness)
    # Ctrl-C reaches the whole group of processes; only the parent answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), name="gin-parent", daemon=True).start()
    if prepare is not None:
        prepare()


def _end_with(parent: Connection) -> None:
    parent.poll(None)  # returns only when the other end is closed
    os._exit(0)
