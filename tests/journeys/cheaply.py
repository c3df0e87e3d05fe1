"""What a world need not do anew, or at all, for a journey to prove what it proves."""

from collections.abc import Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from typing import Any, Final
from unittest.mock import patch

import pytest

from bot.render import DRAWINGS
from bot.render.drawing import Drawings
from bot.render.kinds import PictureModel
from bot.render.models import Picture
from engine.worker_pool import WorkerPool
from tests.prepared import day, no_puzzles

PIXEL: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a4944415478da6360000000020001e527defc0000000049454e44ae426082"
)
"""A PNG; what stands after its end no program reads."""
POOLS: Final = ("engine.players.workers", "bot.coach.analysis")
"""The modules whose processes compute what journeys are about."""
READER: Final = "bot.match.replay.reading.ProcessPoolExecutor"


class Pixels(Drawings):
    """Draws nothing: another pixel for another model, at once."""

    def begun(self, model: PictureModel) -> Future[Picture]:
        future: Future[Picture] = Future()
        with self._lock:
            if model not in self._known:
                data = PIXEL + blake2b(repr(model).encode(), digest_size=16).digest()
                self._remember(model, Picture(data, "image/png", 1, 1))
            future.set_result(self._known[model])
        return future


class Lasting:
    """A worker pool whose processes serve the next world, too, unless they have work left."""

    _running: Final[dict[tuple[int, Callable[[], None] | None], WorkerPool]] = {}

    def __init__(self, count: int = 1, prepare: Callable[[], None] | None = None) -> None:
        self._key = count, prepare

    @property
    def executor(self) -> ProcessPoolExecutor:
        if self._key not in self._running:
            self._running[self._key] = WorkerPool(*self._key)
        return self._running[self._key].executor

    def close(self) -> None:
        pool = self._running.get(self._key)
        if pool is None:
            return
        broken, left = pool.executor._broken, pool.executor._pending_work_items
        if broken or left:
            del self._running[self._key]
            pool.close()


class LastingReader:
    """The process that reads files, in place of an executor of which one is made a world."""

    _running: Final[dict[str, ProcessPoolExecutor]] = {}

    def __init__(self, *how: Any, **more: Any) -> None:
        self._how = how, more

    def submit(self, work: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        if "reader" not in self._running:
            how, more = self._how
            self._running["reader"] = ProcessPoolExecutor(*how, **more)
        return self._running["reader"].submit(work, *arguments)

    def shutdown(self, **_: Any) -> None:
        pool = self._running.get("reader")
        if pool is not None and (pool._broken or pool._pending_work_items):
            del self._running["reader"]
            pool.shutdown(wait=False, cancel_futures=True)


PIXELS: Final = Pixels()
_shown: Drawings = PIXELS


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the pictures of a test in earnest."""
    monkeypatch.setitem(globals(), "_shown", DRAWINGS)


@contextmanager
def cheaply() -> Iterator[None]:
    """While it lasts, days are prepared, puzzles are only those that a test brings, processes that
    compute are kept, and pictures are pixels unless ``drawn``.
    """
    with ExitStack() as stack:
        for module in POOLS:
            stack.enter_context(patch(f"{module}.WorkerPool", Lasting))
        stack.enter_context(patch("engine.service.daily.challenge.in_a_process", day))
        stack.enter_context(patch("engine.service.trainer.door.in_a_process", no_puzzles))
        stack.enter_context(patch(READER, LastingReader))
        stack.enter_context(patch("bot.ui.compose.DRAWINGS", _shown))
        yield
