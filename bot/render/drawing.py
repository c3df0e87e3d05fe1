"""The cache of pictures: each is drawn once, also if several messages request it at once."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Final

from cachetools import LRUCache

from bot.render.kinds import PictureModel, render
from bot.render.models import Picture
from bot.render.painter import Painter

MOST_BYTES: Final = 4_000_000
"""The most bytes of cached pictures: some 200 hands, which are uploaded once, soon after."""
MOST_NAMES: Final = 2_000
"""The most pictures that are known by name, which is all that an edit needs of those shown."""
THREADS: Final = 2
"""The number of threads: more would only compete for the interpreter."""
MOST_PAINTERS: Final = 2


class Drawings:
    """Pictures by their models, and their names for longer; least recently used dropped first.

    They are drawn by processes once these are started, and by threads of this process before, when
    the processes have enough to do, and when one is lost.
    """

    def __init__(self, most_bytes: int = MOST_BYTES, most_names: int = MOST_NAMES) -> None:
        self._lock = threading.RLock()
        self._known: LRUCache[PictureModel, Picture] = LRUCache(most_bytes, _bytes_of)
        self._names: LRUCache[PictureModel, str] = LRUCache(most_names)
        self._begun: dict[PictureModel, Future[Picture]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "pictures")
        self._painters: list[Painter] = []

    def start(self) -> None:
        """Start the processes and wait until they are ready. A second call has no effect."""
        if not self._painters:
            count = max(1, min(MOST_PAINTERS, (os.cpu_count() or 1) // 2))
            self._painters = [Painter(self._lost) for _ in range(count)]
            for painter in self._painters:
                painter.wait_until_ready()

    def close(self) -> None:
        """End the processes. A second call has no effect."""
        painters, self._painters = self._painters, []
        for painter in painters:
            painter.close()

    def known(self, model: PictureModel) -> Picture | None:
        """Return the picture, if it is cached."""
        with self._lock:
            return self._known.get(model)

    def name_of(self, model: PictureModel) -> str | None:
        """Return the name of the picture, if it was drawn before; its bytes may be gone."""
        with self._lock:
            return self._names.get(model)

    def begun(self, model: PictureModel) -> Future[Picture]:
        """Return the future of the picture, which may already be in the making."""
        with self._lock:
            future = self._begun.get(model)
            if model in self._known:
                future = Future()
                future.set_result(self._known[model])
            elif future is None:
                future = self._begun[model] = Future()
                future.set_running_or_notify_cancel()  # Several messages may await it.
                made = self._painted(model) or self._threads.submit(render, model)
                made.add_done_callback(lambda done: self._ended(model, done))
            return future

    def of(self, model: PictureModel) -> Picture:
        """Return the picture, drawn if necessary."""
        found = self.known(model)
        return self.begun(model).result() if found is None else found

    def _painted(self, model: PictureModel) -> Future[Picture] | None:
        if not self._painters:
            return None
        return min(self._painters, key=lambda one: one.asked).draw(model)

    def _lost(self, painter: Painter, left: list[tuple[PictureModel, Future[Picture]]]) -> None:
        """Draw here what a process has left undone, and start another one in its place.

        None is started after one that drew nothing, because it would end the same way.
        """
        for model, future in left:
            self._threads.submit(render, model).add_done_callback(_passed_on(future))
        if painter in self._painters:
            self._painters.remove(painter)
            if painter.drawn:
                self._painters.append(Painter(self._lost))

    def _ended(self, model: PictureModel, made: Future[Picture]) -> None:
        with self._lock:
            future = self._begun.pop(model)
            if made.exception() is None:
                self._remember(model, made.result())
        _passed_on(future)(made)

    def _remember(self, model: PictureModel, picture: Picture) -> None:
        if _bytes_of(picture) <= self._known.maxsize:
            self._known[model] = picture
        self._names[model] = picture.name


def _bytes_of(picture: Picture) -> int:
    return len(picture.data)


def _passed_on(future: Future[Picture]) -> Callable[[Future[Picture]], None]:
    def pass_on(made: Future[Picture]) -> None:
        error = made.exception()
        if error is None:
            future.set_result(made.result())
        else:
            future.set_exception(error)

    return pass_on


DRAWINGS: Final = Drawings()
"""The cache of this process: hands, leaderboards and panels share it."""
