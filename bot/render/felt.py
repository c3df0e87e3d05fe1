"""The table cloth, lit from above."""

import math
from typing import Final

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from bot.render.models import Felt
from bot.render.palette import FELTS, mix

LIT: Final = 0.4
"""The brightest position, as a share of the height."""
GRAIN_LENGTH: Final = 12
PLANK: Final = 96
STAR_ROOM: Final = 2600
"""Pixels of sky per star."""


def is_textured(kind: Felt) -> bool:
    """Whether the cloth has a texture besides the light."""
    return kind in (Felt.WALNUT, Felt.STARLIGHT)


def felt(kind: Felt, width: int, height: int) -> Image.Image:
    """Return an empty table of this size in pixels.

    The light falls off towards the top and the bottom only: rows of one colour need a fifth of the
    bytes of radial light, and almost no drawing time.
    """
    colours = FELTS[kind]
    column = Image.new("RGB", (1, height))
    column.putdata([mix(colours.middle, colours.rim, _distance(y, height)) for y in range(height)])
    cloth = column.resize((width, height))
    match kind:
        case Felt.WALNUT:
            return _grained(cloth)
        case Felt.STARLIGHT:
            return _starry(cloth)
        case _:
            return cloth


def _grained(cloth: Image.Image) -> Image.Image:
    """Draw planks with wood grain along them."""
    width, height = cloth.size
    grain = Image.new("L", (max(2, width // GRAIN_LENGTH), max(2, height // 2)))
    grain.putdata(
        [_grain(x * GRAIN_LENGTH, y * 2) for y in range(grain.height) for x in range(grain.width)]
    )
    wood = grain.resize(cloth.size, Image.Resampling.BICUBIC)
    draw = ImageDraw.Draw(wood)
    for seam in range(PLANK, height, PLANK):
        draw.line((0, seam, width, seam), fill=120, width=2)
    return ImageChops.multiply(cloth, Image.merge("RGB", (wood, wood, wood)))


def _grain(x: int, y: int) -> int:
    """Return the lightness of the wood: wavy rings, shifted from plank to plank."""
    plank = y // PLANK
    along = x / 190 + plank * 2.3
    ring = y * 0.19 + 2.6 * math.sin(along) + 0.9 * math.sin(along * 2.7 + plank)
    return round(228 + 18 * math.sin(ring) + 9 * math.sin(ring * 2.9 + 1.3))


def _starry(cloth: Image.Image) -> Image.Image:
    """Draw a night sky: some bright stars among many faint ones."""
    width, height = cloth.size
    stars = Image.new("L", cloth.size)
    draw = ImageDraw.Draw(stars)
    for number in range(width * height // STAR_ROOM):
        # Multiples of irrational numbers spread evenly and never in rows.
        x, y = (number * 0.7548776662 % 1) * width, (number * 0.5698402910 % 1) * height
        size = 1.9 if number % 11 == 0 else 0.9 + number % 3 * 0.25
        light = 235 if number % 11 == 0 else 90 + number * 37 % 80
        draw.ellipse((x - size, y - size, x + size, y + size), fill=light)
    sky = cloth.copy()
    sky.paste((226, 228, 255), (0, 0), stars.filter(ImageFilter.GaussianBlur(0.6)))
    return sky


def _distance(y: int, height: int) -> float:
    """Return the distance of a row from the brightest one, 0 to 1."""
    return min(1.0, ((y / height - LIT) / (1 - LIT)) ** 2)
