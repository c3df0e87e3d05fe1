"""Every distinct picture is drawn once, also if several messages want it at the same time."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from bot.render.board import render_board
from bot.render.hand import render_hand
from bot.render.head import render_head
from bot.render.models import (
    BoardPicture,
    HandPicture,
    HeadPicture,
    Picture,
    ProfilePicture,
    ReplayPicture,
    ResultPicture,
    RoundEndPicture,
    SheetPicture,
    TablePicture,
)
from bot.render.profile import render_profile
from bot.render.replay import render_replay
from bot.render.result import render_result
from bot.render.round_end import render_round_end
from bot.render.sheet import render_sheet
from bot.render.table import render_table

PictureModel: TypeAlias = (
    HandPicture
    | HeadPicture
    | TablePicture
    | RoundEndPicture
    | SheetPicture
    | ResultPicture
    | BoardPicture
    | ProfilePicture
    | ReplayPicture
)
MOST_BYTES: Final = 32_000_000
"""Encoded pictures that are remembered: some 2,000 hands."""
THREADS: Final = 2
"""More would only take the interpreter from each other."""

_RENDERERS: Final[dict[type, Callable[[Any], Picture]]] = {
    HandPicture: render_hand,
    HeadPicture: render_head,
    TablePicture: render_table,
    RoundEndPicture: render_round_end,
    SheetPicture: render_sheet,
    ResultPicture: render_result,
    BoardPicture: render_board,
    ProfilePicture: render_profile,
    ReplayPicture: render_replay,
}


def render(model: PictureModel) -> Picture:
    """Draw the picture of a model, whether it is remembered or not."""
    return _RENDERERS[type(model)](model)


class Drawings:
    """Pictures by what they show, those that were not wanted for longest forgotten first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._lock = threading.Lock()
        self._known: OrderedDict[PictureModel, Picture] = OrderedDict()
        self._begun: dict[PictureModel, Future[Picture]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "pictures")

    def known(self, model: PictureModel) -> Picture | None:
        """The picture, if it is remembered."""
        with self._lock:
            found = self._known.get(model)
            if found is not None:
                self._known.move_to_end(model)
            return found

    def begun(self, model: PictureModel) -> Future[Picture]:
        """The picture as soon as a thread has drawn it, which may have been asked to already."""
        with self._lock:
            future = self._begun.get(model)
            if model in self._known:
                future = Future()
                future.set_result(self._known[model])
            elif future is None:
                future = self._begun[model] = self._threads.submit(self._draw, model)
            return future

    def of(self, model: PictureModel) -> Picture:
        """The picture, however long it takes."""
        found = self.known(model)
        return self.begun(model).result() if found is None else found

    def _draw(self, model: PictureModel) -> Picture:
        try:
            picture = render(model)
            self._remember(model, picture)
            return picture
        finally:
            with self._lock:
                del self._begun[model]

    def _remember(self, model: PictureModel, picture: Picture) -> None:
        with self._lock:
            self._known[model] = picture
            self._bytes += len(picture.data)
            while self._bytes > self._most and len(self._known) > 1:
                self._bytes -= len(self._known.popitem(last=False)[1].data)


DRAWINGS: Final = Drawings()
"""Those of this process: hands, boards and panels share them."""
