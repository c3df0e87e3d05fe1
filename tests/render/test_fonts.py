"""Lettering: any name can be drawn and never leaves its room."""

import logging
import warnings
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont

from bot import app
from bot.render import fonts
from bot.render.fonts import MISSING, Weight, drawable, fitted, text_mask, text_width

anything = st.text(st.characters(codec=None), max_size=60)


@pytest.mark.slow
@given(anything, st.integers(0, 400), st.sampled_from(Weight))
def test_fitted_text_fits(text: str, width: int, weight: Weight) -> None:
    shown = fitted(text, width, 30, weight)
    assert text_width(shown, 30, weight) <= width
    assert text_mask(shown, 30, weight).width <= width + 2


@given(anything)
def test_drawable_text_stays_as_it_is(text: str) -> None:
    assert drawable(drawable(text)) == drawable(text)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zażółć gęślą jaźń", "Zażółć gęślą jaźń"),
        ("Größe Ünsal Ñandú ção", "Größe Ünsal Ñandú ção"),
        ("Αλέξης Наталья", "Αλέξης Наталья"),
        ("田中さくら 王小明 김민준", "田中さくら 王小明 김민준"),
        ("สมชาย नमस्ते", "สมชาย नमस्ते"),
        ("محمد דוד", "محمد דוד"),
        ("𝓕𝓪𝓷𝓬𝔂 𝔑𝔞𝔪𝔢", "Fancy Name"),
        ("a\u0000b\u202ec\ud800d", "abcd"),
        ("  line\nbreak\t", "line break"),
        ("Rob 🎲", "Rob"),
        ("\U00012000\U00012001 x", f"{MISSING} x"),
        ("", ""),
    ],
)
def test_names_as_they_are_drawn(name: str, shown: str) -> None:
    assert drawable(name) == shown


def test_a_long_name_ends_in_an_ellipsis() -> None:
    shown = fitted("Bartholomew of Somewhere Far Away", 200, 30)
    assert shown.startswith("Barth")
    assert shown.endswith("…")


def test_a_short_name_is_left_alone() -> None:
    assert fitted("Bo", 200, 30) == "Bo"


@pytest.fixture
def without_fribidi(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system that lacks the library, as the smallest container images do."""
    monkeypatch.setattr(ImageFont.core, "HAVE_RAQM", False)
    fonts._font.cache_clear()
    yield
    fonts._font.cache_clear()


@pytest.mark.usefixtures("without_fribidi")
def test_without_fribidi_letters_are_drawn_and_the_log_says_what_is_missing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with warnings.catch_warnings(), caplog.at_level(logging.WARNING, logger=app.__name__):
        warnings.simplefilter("error")
        assert text_mask.__wrapped__("नमस्ते", 30).getbbox() is not None
        app.say_what_is_missing()
    assert "libfribidi0" in caplog.text
