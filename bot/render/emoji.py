"""Small square pictures of cards, suits and a back, for emoji in buttons and text."""

import math
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from bot.render.faces import back_face, corner_radius, index_text
from bot.render.fonts import glyph_mask
from bot.render.models import Back, Picture, Theme
from bot.render.palette import FACES, WHITE
from bot.render.shapes import rounded_mask, suit_mask
from engine.game.cards import Card, Suit, suit

SIDE: Final = 128
"""Pixels per side, the size Discord stores."""
SUIT: Final = 62
HALO: Final = 6
"""Width of the rim between a suit and its background."""
BACK: Final = 84


def _picture(image: Image.Image) -> Picture:
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return Picture(stream.getvalue(), "image/png", SIDE, SIDE)


def _clear() -> Image.Image:
    return Image.new("RGBA", (SIDE, SIDE))


def _rim(image: Image.Image, mask: Image.Image, place: int, colour: tuple[int, ...]) -> None:
    """Draw the shape at (place, place) in this colour, slightly enlarged on all sides."""
    for turn in range(12):
        angle = math.tau * turn / 12
        x, y = place + round(HALO * math.cos(angle)), place + round(HALO * math.sin(angle))
        image.paste(colour, (x, y), mask)


@lru_cache(maxsize=52 * len(Theme))
def render_card_emoji(number: Card, theme: Theme = Theme.FOUR_COLOUR) -> Picture:
    """Draw a card reduced to its rank in the upper left and its suit in the lower right."""
    colours = FACES[theme]
    ink = (*colours.suits[suit(number)], 255)
    image = _clear()
    image.paste((*colours.paper, 255), mask=rounded_mask(SIDE, SIDE, 22))
    image.paste((*colours.edge, 255), mask=rounded_mask(SIDE, SIDE, 22, 3))
    index = glyph_mask(index_text(number), 70, 70)
    image.paste(ink, (9, 9), index)
    mask, place = suit_mask(suit(number), SUIT), SIDE - SUIT - 7
    _rim(image, mask, place, (*colours.paper, 255))
    image.paste(ink, (place, place), mask)
    return _picture(image)


@lru_cache(maxsize=4 * len(Theme))
def render_suit_emoji(own: Suit, theme: Theme = Theme.FOUR_COLOUR) -> Picture:
    """Draw a suit with a light rim, visible on dark and light backgrounds."""
    mask = suit_mask(own, SIDE - 16)
    image = _clear()
    _rim(image, mask, 8, (*WHITE, 255))
    image.paste((*FACES[theme].suits[own], 255), (8, 8), mask)
    return _picture(image)


@lru_cache(maxsize=len(Back))
def render_back_emoji(back: Back = Back.LATTICE) -> Picture:
    """Draw a card face down."""
    face = back_face(back, BACK)
    image = _clear()
    place = ((SIDE - face.width) // 2, (SIDE - face.height) // 2)
    image.paste(face, place, rounded_mask(*face.size, corner_radius(BACK)))
    return _picture(image)
