"""The felt and what is put on it: cards, panels, lettering; then the encoded picture."""

import math
from functools import lru_cache
from io import BytesIO
from typing import Final, Literal

from PIL import Image

from bot.render.faces import Sprite, back_sprite, card_height, card_sprite
from bot.render.fonts import Weight, fitted, text_mask
from bot.render.models import Back, Felt, Picture, Theme
from bot.render.palette import BLACK, FELTS, WHITE, Colour, mix
from bot.render.shapes import rounded_mask
from engine.cards import Card

WIDTH: Final = 720
"""Width of every picture in pixels: twice the room a phone gives it."""
CORNER: Final = 20
COMPRESSION: Final = 6
LIGHT: Final = 24
"""The felt's light is computed on a grid this many times coarser than the picture."""

Anchor = Literal["left", "middle", "right"]


@lru_cache(maxsize=64)
def felt(kind: Felt, width: int, height: int) -> Image.Image:
    """An empty table: cloth lit in the middle; not to be changed."""
    colours = FELTS[kind]
    small = Image.new("RGB", (max(2, width // LIGHT), max(2, height // LIGHT)))
    pixels = [
        mix(colours.middle, colours.rim, _distance(x, y, *small.size))
        for y in range(small.height)
        for x in range(small.width)
    ]
    small.putdata(pixels)
    return small.resize((width, height), Image.Resampling.BICUBIC)


def _distance(x: int, y: int, width: int, height: int) -> float:
    across, down = 2 * (x + 0.5) / width - 1, 2 * (y + 0.5) / height - 1
    return min(1.0, math.hypot(across, down * 0.85) ** 2 / 1.6)


class Canvas:
    """A picture being drawn. Places are pixels from the upper left corner."""

    __slots__ = ("image",)

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    @classmethod
    def on_felt(cls, kind: Felt, width: int, height: int) -> "Canvas":
        """An empty table of this size."""
        return cls(felt(kind, width, height).copy())

    def sprite(self, sprite: Sprite, x: int, y: int) -> None:
        """Put a sprite so that its body begins at (x, y)."""
        self.image.paste(sprite.image, (x - sprite.margin, y - sprite.margin), sprite.mask)

    def card(
        self, number: Card, theme: Theme, width: int, x: int, y: int, *, dimmed: bool = False
    ) -> None:
        """Put a card face up."""
        self.sprite(card_sprite(number, theme, width, dimmed), x, y)

    def back(self, back: Back, width: int, x: int, y: int) -> None:
        """Put a card face down."""
        self.sprite(back_sprite(back, width), x, y)

    def mask(self, mask: Image.Image, x: int, y: int, colour: Colour) -> None:
        """Paint a colour through a mask."""
        self.image.paste(colour, (x, y), mask)

    def panel(
        self,
        box: tuple[int, int, int, int],
        radius: int,
        colour: Colour = BLACK,
        opacity: float = 1.0,
    ) -> None:
        """A rounded rectangle, box as (x, y, width, height)."""
        x, y, width, height = box
        if width > 0 and height > 0:
            self.mask(_faint(width, height, radius, round(opacity * 255)), x, y, colour)

    def frame(
        self, box: tuple[int, int, int, int], radius: int, colour: Colour, line: int = 2
    ) -> None:
        """The border of a rounded rectangle, box as (x, y, width, height)."""
        x, y, width, height = box
        if width > 2 * line and height > 2 * line:
            self.mask(rounded_mask(width, height, radius, line), x, y, colour)

    def text(
        self,
        place: tuple[int, int],
        text: str,
        size: int,
        colour: Colour = WHITE,
        *,
        weight: Weight = Weight.SEMI,
        anchor: Anchor = "left",
        width: int = WIDTH,
    ) -> int:
        """Write a line cut to ``width``, its middle at ``place``'s height; returns its width."""
        x, y = place
        mask = text_mask(fitted(text, width, size, weight), size, weight)
        if anchor == "middle":
            x -= mask.width // 2
        elif anchor == "right":
            x -= mask.width
        self.mask(mask, x, y - mask.height // 2, colour)
        return mask.width

    def card_frame(self, width: int, x: int, y: int, colour: Colour, line: int) -> None:
        """A border around a card that lies at (x, y)."""
        box = (x - line, y - line, width + 2 * line, card_height(width) + 2 * line)
        self.frame(box, round(width * 0.085) + line, colour, line)

    def picture(self) -> Picture:
        """The finished picture, encoded."""
        return encoded(self.image)


@lru_cache(maxsize=256)
def _faint(width: int, height: int, radius: int, opacity: int) -> Image.Image:
    mask = rounded_mask(width, height, min(radius, width // 2, height // 2))
    return mask if opacity == 255 else mask.point([value * opacity // 255 for value in range(256)])


@lru_cache(maxsize=32)
def _corners(width: int, height: int) -> Image.Image:
    return rounded_mask(width, height, CORNER)


def encoded(image: Image.Image) -> Picture:
    """The picture as a PNG of at most 256 colours with rounded, transparent corners."""
    image.putalpha(_corners(*image.size))
    stream = BytesIO()
    few = image.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(stream, "PNG", compress_level=COMPRESSION)
    return Picture(stream.getvalue(), "image/png", *image.size)
