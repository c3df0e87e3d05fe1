"""Emoji: square, small, each different from every other even in grey."""

from io import BytesIO

import pytest
from PIL import Image

from bot.render import render_back_emoji, render_card_emoji, render_suit_emoji
from bot.render.models import Back, Theme
from engine.game.cards import DECK_SIZE, Suit


def tiny(data: bytes) -> bytes:
    """The emoji at the size of text, in grey on dark."""
    pixels = Image.open(BytesIO(data)).convert("RGBA")
    ground = Image.new("RGBA", pixels.size, "#313338")
    small = Image.alpha_composite(ground, pixels).convert("L")
    return small.resize((22, 22), Image.Resampling.BOX).tobytes()


def apart(first: bytes, second: bytes) -> int:
    """How many of the small picture's points differ clearly."""
    return sum(abs(a - b) > 40 for a, b in zip(first, second, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("theme", Theme)
def test_cards_can_be_told_apart_at_the_size_of_text(theme: Theme) -> None:
    small = [tiny(render_card_emoji(card, theme).data) for card in range(DECK_SIZE)]
    assert min(apart(a, b) for n, a in enumerate(small) for b in small[:n]) >= 8


def test_suits_can_be_told_apart_at_the_size_of_text() -> None:
    small = [tiny(render_suit_emoji(suit).data) for suit in Suit]
    assert min(apart(a, b) for n, a in enumerate(small) for b in small[:n]) >= 8


@pytest.mark.slow
def test_emoji_are_small_squares() -> None:
    pictures = [render_card_emoji(card) for card in range(DECK_SIZE)]
    pictures += [render_back_emoji(back) for back in Back]
    pictures += [render_suit_emoji(suit) for suit in Suit]
    assert {(p.width, p.height, p.mime) for p in pictures} == {(128, 128, "image/png")}
    assert max(len(p.data) for p in pictures) < 30_000
