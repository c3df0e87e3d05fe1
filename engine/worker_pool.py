"""Processes for heavy computing that never outlive their parent.

Each worker watches a pipe whose other end only the parent holds. The pipe closes when the parent
closes the pool and also when the parent is killed; the worker then exits, even in the middle of a
computation. A pool's queue cannot signal this, because every worker holds both ends of it.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import Connection
from typing import Final

_SPAWN: Final = multiprocessing.get_context("spawn")


class WorkerPool:
    """A pool of processes for work that the event loop must not do."""

    def __init__(self, count: int = 1, prepare: Callable[[], None] | None = None) -> None:
        """Create the pool without processes. ``prepare`` runs first in each worker."""
        self._watched, self._held = _SPAWN.Pipe(duplex=False)
        self._pool = ProcessPoolExecutor(
            count, _SPAWN, initializer=_begin, initargs=(self._watched, prepare)
        )

    @property
    def executor(self) -> ProcessPoolExecutor:
        """The executor for ``loop.run_in_executor``."""
        return self._pool

    def close(self) -> None:
        """End the workers at once, even during their work. A second call has no effect.

        Pending calls raise BrokenProcessPool.
        """
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._held.close()
        self._watched.close()


def _begin(parent: Connection, prepare: Callable[[], None] | None) -> None:
    # Ctrl-C reaches the whole group of processes; only the parent answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), name="gin-parent", daemon=True).start()
    if prepare is not None:
        prepare()


def _end_with(parent: Connection) -> None:
    parent.poll(None)  # returns only when the other end is closed
    os._exit(0)
