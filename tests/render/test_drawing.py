"""Each distinct picture is drawn once, whoever wants it, as long as there is room for it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.render import drawing, render_hand
from bot.render.drawing import Drawings
from bot.render.models import HandPicture, Picture
from tests.render.gallery import HAND


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The models that were drawn, in order."""
    models: list[object] = []

    def noted(model: HandPicture) -> Picture:
        models.append(model)
        return render_hand(model)

    monkeypatch.setitem(drawing.RENDERERS, HandPicture, noted)
    return models


def test_an_equal_model_is_the_same_picture(drawn: list[object]) -> None:
    drawings = Drawings()
    assert drawings.known(HAND) is None
    picture = drawings.of(HAND)
    assert drawings.of(replace(HAND)) is picture
    assert drawings.known(replace(HAND)) is picture
    assert drawn == [HAND]


def test_two_who_want_a_picture_at_once_share_one_drawing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawings, calls = Drawings(), []
    begun, may_end = threading.Event(), threading.Event()

    def slow(model: HandPicture) -> Picture:
        calls.append(model)
        begun.set()
        may_end.wait(60)
        return render_hand(model)

    monkeypatch.setitem(drawing.RENDERERS, HandPicture, slow)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(drawings.of, HAND)
        begun.wait(60)
        second = pool.submit(drawings.of, HAND)
        may_end.set()
        assert first.result() is second.result()
    assert len(calls) == 1


def test_what_was_not_wanted_for_longest_is_forgotten(drawn: list[object]) -> None:
    models = [replace(HAND, deadwood_count=str(count)) for count in range(3)]
    size = len(render_hand(HAND).data)
    drawings = Drawings(most_bytes=size * 5 // 2)
    drawings.of(models[0])
    drawings.of(models[1])
    assert drawings.known(models[0]) is not None
    drawings.of(models[2])
    assert drawings.known(models[1]) is None
    assert drawings.known(models[0]) is not None


def test_a_picture_is_known_by_name_when_its_bytes_are_gone(drawn: list[object]) -> None:
    models = [replace(HAND, deadwood_count=str(count)) for count in range(3)]
    drawings = Drawings(most_bytes=1, most_names=2)
    pictures = [drawings.of(model) for model in models]
    assert [drawings.name_of(model) for model in models] == [
        None,
        pictures[1].name,
        pictures[2].name,
    ]
    assert drawings.known(models[2]) is None, "larger than everything that may be held"
    assert drawings.of(models[1]).name == pictures[1].name, "drawn again, it is the same"


def test_a_picture_that_could_not_be_drawn_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawings = Drawings()

    def broken(_: HandPicture) -> Picture:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setitem(drawing.RENDERERS, HandPicture, broken)
        with pytest.raises(MemoryError):
            drawings.of(HAND)
    assert drawings.of(HAND).width == 720


def test_a_hurried_picture_has_the_same_pixels_in_more_bytes() -> None:
    calm, hasty = drawing.render(HAND), drawing.render_hurried(HAND)
    first, second = (Image.open(BytesIO(one.data)).convert("RGBA") for one in (calm, hasty))
    assert first.tobytes() == second.tobytes()
    assert len(calm.data) < len(hasty.data) < 1.5 * len(calm.data)
    assert drawing.render(HAND) == calm, "only that one was hurried"


def test_a_smaller_cache_is_that_from_now_on(drawn: list[object]) -> None:
    drawings = Drawings()
    picture = drawings.of(HAND)
    drawings.limit(1)
    assert drawings.known(HAND) is None
    assert drawings.name_of(HAND) == picture.name
