"""What a world need not do anew, or at all, for a journey to prove what it proves."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from typing import Final
from unittest.mock import patch

import pytest

from bot.render import DRAWINGS
from bot.render.drawing import Drawings, PictureModel
from bot.render.models import Picture
from tests.prepared import day, no_puzzles

PIXEL: Final = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a4944415478da6360000000020001e527defc0000000049454e44ae426082"
)
"""A PNG; what stands after its end no program reads."""


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


PIXELS: Final = Pixels()
_shown: Drawings = PIXELS


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the pictures of a test in earnest."""
    monkeypatch.setitem(globals(), "_shown", DRAWINGS)


@pytest.fixture
def drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the pictures of a test in earnest, also those that another test has drawn."""
    monkeypatch.setitem(globals(), "_shown", Drawings())


@contextmanager
def cheaply() -> Iterator[None]:
    """While it lasts, days are prepared, puzzles are only those that a test brings, and pictures
    are pixels unless ``drawn``.
    """
    with ExitStack() as stack:
        stack.enter_context(patch("engine.service.daily.challenge.in_a_process", day))
        stack.enter_context(patch("engine.service.trainer.commands.in_a_process", no_puzzles))
        stack.enter_context(patch("bot.ui.compose.DRAWINGS", _shown))
        yield
