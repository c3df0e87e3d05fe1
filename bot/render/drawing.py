"""The cache of pictures: each is drawn once, also if several messages request it at once."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final, TypeAlias

from bot.render.board import render_board
from bot.render.bracket import render_bracket
from bot.render.cross import render_cross
from bot.render.event_models import BracketPicture, CrossPicture
from bot.render.graph import render_graph
from bot.render.hand import render_hand
from bot.render.head import render_head
from bot.render.models import (
    BoardPicture,
    GraphPicture,
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
    | BracketPicture
    | CrossPicture
    | GraphPicture
)
MOST_BYTES: Final = 32_000_000
"""The most bytes of cached pictures: some 2,000 hands."""
THREADS: Final = 2
"""The number of threads: more would only compete for the interpreter."""

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
    BracketPicture: render_bracket,
    CrossPicture: render_cross,
    GraphPicture: render_graph,
}


def render(model: PictureModel) -> Picture:
    """Return the encoded picture of a model, without the cache."""
    return _RENDERERS[type(model)](model)


class Drawings:
    """Pictures by their models, least recently used ones dropped first."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._lock = threading.Lock()
        self._known: OrderedDict[PictureModel, Picture] = OrderedDict()
        self._begun: dict[PictureModel, Future[Picture]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "pictures")

    def known(self, model: PictureModel) -> Picture | None:
        """Return the picture, if it is cached."""
        with self._lock:
            found = self._known.get(model)
            if found is not None:
                self._known.move_to_end(model)
            return found

    def begun(self, model: PictureModel) -> Future[Picture]:
        """Return the future of the picture, which a thread may already be drawing."""
        with self._lock:
            future = self._begun.get(model)
            if model in self._known:
                future = Future()
                future.set_result(self._known[model])
            elif future is None:
                future = self._begun[model] = self._threads.submit(self._draw, model)
            return future

    def of(self, model: PictureModel) -> Picture:
        """Return the picture, drawn if necessary."""
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
"""The cache of this process: hands, leaderboards and panels share it."""
