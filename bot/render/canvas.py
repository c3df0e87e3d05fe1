"""The felt and what is put on it: cards, panels, lettering."""

from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from bot.render.encode import encoded
from bot.render.faces import Sprite, back_sprite, card_height, card_sprite
from bot.render.felt import felt
from bot.render.fonts import Weight, fitted, text_mask
from bot.render.models import Look, Picture
from bot.render.palette import BLACK, WHITE, Colour
from bot.render.shapes import rounded_mask
from engine.game.cards import Card

WIDTH: Final = 720
"""Width of every picture in pixels: twice the room a phone gives it."""

Anchor = Literal["left", "middle", "right"]


class Canvas:
    """A picture being drawn. Places are pixels from the upper left corner."""

    __slots__ = ("image", "look")

    def __init__(self, look: Look, height: int, width: int = WIDTH) -> None:
        """An empty table of this size."""
        self.look = look
        self.image = felt(look.felt, width, height).copy()

    def sprite(self, sprite: Sprite, x: int, y: int) -> None:
        """Put a sprite so that its body begins at (x, y)."""
        self.image.paste(sprite.image, (x - sprite.margin, y - sprite.margin), sprite.mask)

    def card(self, number: Card, width: int, x: int, y: int, *, dimmed: bool = False) -> None:
        """Put a card face up."""
        self.sprite(card_sprite(number, self.look.theme, width, dimmed), x, y)

    def back(self, width: int, x: int, y: int) -> None:
        """Put a card face down."""
        self.sprite(back_sprite(self.look.back, width), x, y)

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

    def picture(self, most: int | None = None) -> Picture:
        """The finished picture, encoded; see `encoded` for ``most``."""
        return encoded(self.image, self.look, most)


@lru_cache(maxsize=256)
def _faint(width: int, height: int, radius: int, opacity: int) -> Image.Image:
    mask = rounded_mask(width, height, min(radius, width // 2, height // 2))
    return mask if opacity == 255 else mask.point([value * opacity // 255 for value in range(256)])
