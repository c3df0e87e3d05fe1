"""Every kind of picture and the function that draws it."""

import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from typing import Any, Final, TypeAlias

from cachetools import LRUCache
from PIL import Image

from bot.render.event_models import BracketPicture, CrossPicture
from bot.render.event_pictures import render_bracket, render_cross
from bot.render.fonts import Weight, text_mask
from bot.render.hand import CARD, render_hand, render_head
from bot.render.models import (
    BoardPicture,
    BoardRow,
    Disc,
    GraphPicture,
    HandPicture,
    HeadPicture,
    LaidHand,
    LaidMeld,
    Look,
    MeldKind,
    Picture,
    ProfilePicture,
    ReplayPicture,
    ResultPicture,
    ResultPlayer,
    RoundEndPicture,
    SheetColumn,
    SheetEntry,
    SheetPicture,
    TablePicture,
    TablePlayer,
)
from bot.render.profile import render_board, render_graph, render_profile
from bot.render.replay import render_replay
from bot.render.result import render_result, render_round_end
from bot.render.shades import back_sprite, card_sprite, hurried
from bot.render.sheet import render_sheet
from bot.render.table import HELD, MOST_RECENT, PILE, render_table
from engine.game.cards import DECK_SIZE
from engine.worker_pool import GIVES_WAY, WorkerPool

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

RENDERERS: Final[dict[type, Callable[[Any], Picture]]] = {
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
    """Return the encoded picture of a model."""
    return RENDERERS[type(model)](model)


def render_hurried(model: PictureModel) -> Picture:
    """Return the same picture sooner, in more bytes."""
    with hurried():
        return render(model)


SCRIPTS: Final = "Aa ♠ 汉 한 ก अ"
"""A letter of every bundled font, so that the fonts of all scripts are loaded."""


def prepare(look: Look) -> None:
    """Draw the cards, except greyed ones, and choose the colours of a look ahead.

    Takes about a second of one core.
    """
    for number in range(DECK_SIZE):
        for width in (CARD, PILE):
            card_sprite(number, look.theme, width, False)
    for width in (HELD, PILE):
        back_sprite(look.back, width)
    run, one = (0, 1, 2), frozenset({20})
    kinds = ((MeldKind.RUN, "A"), (MeldKind.SET, "A"))
    render_hand(HandPicture((run, run), (20, 33), kinds, 33, one, look=look))
    render_head(HeadPicture("A", Disc("A", 0), "1", "A", "1", "A", 0, "A", look=look))
    top, bottom = TablePlayer("A", "1", note="A"), TablePlayer("A", "1", to_move=True)
    for first in range(0, DECK_SIZE, MOST_RECENT):
        recent = tuple(range(first, min(DECK_SIZE, first + MOST_RECENT)))
        table = TablePicture(top, bottom, 31, 0, recent, recent_label="A", look=look)
        render_table(replace(table, knock_limit="10", knock_card=first, multiplier=2))


def prepare_all() -> None:
    """Load every font and every kind of file, and draw one picture of each kind."""
    Image.preinit()  # And not every format that Pillow knows, which takes 6 MB.
    for weight in Weight:
        text_mask(SCRIPTS, 24, weight)
    prepare(Look())
    run = (0, 1, 2)
    hand = LaidHand("A", (LaidMeld(run),), (20,), "1", "A", "1", winner=True)
    render_hand(HandPicture((run,), (20,), deadwood_label="A", deadwood_count="1"))
    render_round_end(RoundEndPicture(hand, hand))
    entries = ((SheetEntry(1, 1),), ())
    render_sheet(SheetPicture(("A", "B"), (SheetColumn("A", entries),)))
    render_result(ResultPicture("A", (ResultPlayer("A", "1"), ResultPlayer("B", "0"))))
    render_board(BoardPicture("A", (BoardRow("1", "A", "1"),)))
    render_profile(ProfilePicture("A", "1", history=(1.0, 2.0), spread=(1.0, 1.0)))
    tables = (TablePicture(_ONE, _ONE, 31, 0), TablePicture(_ONE, _ONE, 30, 1))
    render_replay(ReplayPicture(tables))


_ONE: Final = TablePlayer("A")


MOST_BYTES: Final = 24_000_000
"""The most bytes of cached pictures, some 1,200 hands, unless the settings say otherwise. A picture
whose bytes are gone is drawn again where a message that never had it shows it."""
MOST_NAMES: Final = 2_000
"""The most pictures that are known by name, which is all that an edit needs of those shown."""
THREADS: Final = 2
"""The number of threads: more would only compete for the interpreter."""
MOST_PROCESSES: Final = 2
CORES: Final = 3
"""From so many on there are two processes: one core is the event loop's."""
MOST_ASKED: Final = 100
"""The most pictures that are left to the processes at the same time."""
QUEUE: Final = 3
"""With so many asked of the processes, further ones are compressed less: two are one press."""


class Drawings:
    """Pictures by their models, and their names for longer; least recently used dropped first.

    They are drawn by processes once these are started, and by threads of this process before, when
    the processes have enough to do, and when one is lost.
    """

    def __init__(
        self,
        most_bytes: int = MOST_BYTES,
        most_names: int = MOST_NAMES,
    ) -> None:
        self._lock = threading.RLock()
        self._known: LRUCache[PictureModel, Picture] = LRUCache(most_bytes, _bytes_of)
        self._names: LRUCache[PictureModel, str] = LRUCache(most_names)
        self._begun: dict[PictureModel, Future[Picture]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "pictures")
        self._pool: WorkerPool | None = None
        self._asked = 0
        self._has_drawn = False

    def limit(self, most_bytes: int) -> None:
        """Cache so many bytes of pictures from now on."""
        with self._lock:
            self._known = LRUCache(most_bytes, _bytes_of)

    def start(self) -> None:
        """Start the processes and wait until they are ready. A second call has no effect."""
        if self._pool is None:
            self._begin_pool().start()

    def _begin_pool(self) -> WorkerPool:
        count = MOST_PROCESSES if (os.cpu_count() or 1) >= CORES else 1
        self._pool, self._has_drawn = WorkerPool(count, prepare_all, niceness=GIVES_WAY), False
        return self._pool

    def close(self) -> None:
        """End the processes; threads draw what they leave. A second call has no effect."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

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
                self._begin(model)
            return future

    def of(self, model: PictureModel) -> Picture:
        """Return the picture, drawn if necessary."""
        found = self.known(model)
        return self.begun(model).result() if found is None else found

    def _begin(self, model: PictureModel) -> None:
        pool = self._pool
        if pool is None or self._asked >= MOST_ASKED or not pool.is_ready:
            self._draw_here(model)
            if pool is not None and not pool.is_ready:
                self._threads.submit(pool.begin)
            return
        try:
            made = pool.submit(render_hurried if self._asked >= QUEUE else render, model)
        except RuntimeError:  # It has ended, or is ending.
            self._draw_here(model, pool)
            return
        self._asked += 1
        made.add_done_callback(partial(self._answered, model, pool))

    def _draw_here(self, model: PictureModel, lost: WorkerPool | None = None) -> None:
        """Draw a picture by a thread; then start other processes for ``lost`` ones."""
        made = self._threads.submit(render, model)
        made.add_done_callback(partial(self._ended, model))
        if lost is not None:
            self._threads.submit(self._replace, lost)

    def _replace(self, lost: WorkerPool) -> None:
        """Start other processes, but none after those that drew nothing: they would end as well."""
        with self._lock:
            if lost is self._pool:
                self.close()
                if self._has_drawn:
                    self._begin_pool().begin()

    def _answered(self, model: PictureModel, pool: WorkerPool, made: Future[Picture]) -> None:
        # The executor may hold its own lock while it tells of its end, so ours is not asked for.
        if made.cancelled() or isinstance(made.exception(), BrokenProcessPool):
            self._threads.submit(self._left, model, pool)
            return
        with self._lock:
            self._asked -= 1
            self._has_drawn = self._has_drawn or pool is self._pool
        self._ended(model, made)

    def _left(self, model: PictureModel, pool: WorkerPool) -> None:
        with self._lock:
            self._asked -= 1
        self._draw_here(model, pool)

    def _ended(self, model: PictureModel, made: Future[Picture]) -> None:
        error = made.exception()
        with self._lock:
            future = self._begun.pop(model)
            if error is None:
                self._remember(model, made.result())
        if error is None:
            future.set_result(made.result())
        else:
            future.set_exception(error)

    def _remember(self, model: PictureModel, picture: Picture) -> None:
        if _bytes_of(picture) <= self._known.maxsize:
            self._known[model] = picture
        self._names[model] = picture.name


def _bytes_of(picture: Picture) -> int:
    return len(picture.data)


DRAWINGS: Final = Drawings()
"""The cache of this process: hands, leaderboards and panels share it."""
