"""Where seeds run one after the other, each on a virtual loop and with an empty database."""

import asyncio
import contextlib
import gc
import sqlite3
from collections.abc import Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, closing, nullcontext
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from tests.databases import make_empty
from tests.simulation.disk import Engines
from tests.worlds.virtual import VirtualLoop

R = TypeVar("R")
Play: TypeAlias = Callable[[int, Engines, VirtualLoop], Coroutine[Any, Any, R]]
Around: TypeAlias = Callable[[int], AbstractContextManager[object]]


class Ground(Generic[R]):
    """A folder for runs.

    ``play``: the run of a seed. ``again``: the command that repeats one. ``around``: what is
    different while a seed runs.
    """

    def __init__(
        self,
        folder: Path,
        play: Play[R],
        again: str,
        around: Around = lambda seed: nullcontext(),
    ) -> None:
        path = folder / "empty.db"
        make_empty(path)
        with closing(sqlite3.connect(path)) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._empty = path.read_bytes()
        self._engines = Engines(folder / "gin.db")
        self._play = play
        self._again = again
        self._around = around

    def run(self, seed: int) -> R:
        """Run a seed. Raises WrongError (or whatever escaped) with the seed in its notes."""
        path = self._engines.path
        for left in path.parent.glob("gin.db*"):
            left.unlink()
        path.write_bytes(self._empty)
        gc.collect()
        gc.disable()
        try:
            with self._around(seed), _looped() as loop:
                return loop.run_until_complete(self._play(seed, self._engines, loop))
        except BaseException as error:
            error.add_note(f"seed {seed}: {self._again} --seed {seed}")
            raise
        finally:
            gc.enable()


@contextlib.contextmanager
def _looped() -> Iterator[VirtualLoop]:
    loop = VirtualLoop()
    asyncio.set_event_loop(loop)
    try:
        yield loop
    finally:
        # A task that is destroyed while it waits complains in the middle of whatever runs then.
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        asyncio.set_event_loop(None)
        loop.close()
