"""A process that draws pictures, so that the event loop and its lock are free meanwhile.

Models and pictures travel through one pipe in the order of the requests. The process ends when the
other end of its pipe is closed, also by the death of the bot.
"""

import contextlib
import multiprocessing
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import Connection
from typing import Final

from bot.render.kinds import PictureModel, render
from bot.render.models import Picture
from bot.render.ready import prepare_all

MOST_BYTES_SENT: Final = 64_000
"""The most bytes of requests in the pipe: it holds more, so that sending never waits."""
_SPAWN: Final = multiprocessing.get_context("spawn")

Lost = Callable[["Painter", list[tuple[PictureModel, Future[Picture]]]], None]


class Painter:
    """The process and its pictures to come. ``lost``: told once what it left when it has ended."""

    def __init__(self, lost: Lost) -> None:
        """Start the process; it is ready a second later."""
        self.drawn = 0
        self._lost = lost
        self._lock = threading.Lock()
        self._asked: deque[tuple[PictureModel, Future[Picture], int]] = deque()
        self._bytes = 0
        self._is_closed = False
        self._ready = threading.Event()
        self._pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_paint, args=(theirs,), name="gin-painter")
        self._process.daemon = True
        self._process.start()
        theirs.close()
        threading.Thread(target=self._receive, name="gin-pictures", daemon=True).start()

    @property
    def asked(self) -> int:
        """The number of pictures to come."""
        return len(self._asked)

    def wait_until_ready(self) -> None:
        """Return when everything is loaded and drawn once, or when the process has ended."""
        self._ready.wait()

    def draw(self, model: PictureModel) -> Future[Picture] | None:
        """Return the future of a picture; ``None`` if the process has enough to do or is gone."""
        if not self._ready.is_set():
            return None
        packed = pickle.dumps(model, pickle.HIGHEST_PROTOCOL)
        future: Future[Picture] = Future()
        with self._lock:
            if self._is_closed or self._bytes + len(packed) > MOST_BYTES_SENT:
                return None
            self._asked.append((model, future, len(packed)))
            self._bytes += len(packed)
            with contextlib.suppress(OSError):  # The reader of the answers notices the end.
                self._pipe.send_bytes(packed)
        return future

    def close(self) -> None:
        """End the process. A second call has no effect."""
        with self._lock:
            self._is_closed = True
        self._process.terminate()
        self._process.join()

    def _receive(self) -> None:
        try:
            self._pipe.recv_bytes()
            self._ready.set()
            while True:
                answer: Picture | Exception = pickle.loads(self._pipe.recv_bytes())  # noqa: S301
                with self._lock:
                    _, future, size = self._asked.popleft()
                    self._bytes -= size
                self.drawn += 1
                if isinstance(answer, Picture):
                    future.set_result(answer)
                else:
                    future.set_exception(answer)
        except (EOFError, OSError):
            self._end()

    def _end(self) -> None:
        with self._lock:
            self._is_closed = True
            left = [(model, future) for model, future, _ in self._asked]
            self._asked.clear()
        self._ready.set()
        self._pipe.close()
        self._lost(self, left)


def _paint(pipe: Connection) -> None:
    # Ctrl-C reaches the whole group of processes; only the bot answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        prepare_all()
        pipe.send_bytes(b"ready")
        while True:
            model: PictureModel = pickle.loads(pipe.recv_bytes())  # noqa: S301
            pipe.send_bytes(pickle.dumps(_tried(model), pickle.HIGHEST_PROTOCOL))
    except (EOFError, OSError):
        return


def _tried(model: PictureModel) -> Picture | Exception:
    try:
        return render(model)
    except Exception as error:  # noqa: BLE001
        return error  # It is raised where the picture is awaited.
