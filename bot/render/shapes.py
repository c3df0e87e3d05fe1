"""Soft-edged masks of simple shapes, cached by size."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops, ImageDraw

SUPERSAMPLING: Final = 4


@lru_cache(maxsize=512)
def rounded_mask(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """Return a rounded rectangle, filled or (``line`` > 0) only its border; read-only."""
    k = SUPERSAMPLING
    mask = Image.new("L", (width * k, height * k))
    draw = ImageDraw.Draw(mask)
    box = (0, 0, width * k - 1, height * k - 1)
    if line:
        draw.rounded_rectangle(box, radius * k, outline=255, width=line * k)
    else:
        draw.rounded_rectangle(box, radius * k, fill=255)
    return mask.reduce(k)


@lru_cache(maxsize=64)
def arrow_mask(size: int, turn: int = 0) -> Image.Image:
    """Return a triangle pointing down, turned counter-clockwise by 0, 90, 180 or 270 degrees."""
    k = SUPERSAMPLING
    mask = Image.new("L", (size * k, size * k))
    points = [(0.08, 0.22), (0.92, 0.22), (0.5, 0.86)]
    ImageDraw.Draw(mask).polygon([(x * size * k, y * size * k) for x, y in points], fill=255)
    return mask.rotate(turn).reduce(k)


@lru_cache(maxsize=16)
def lock_mask(size: int) -> Image.Image:
    """Return a padlock."""
    k = SUPERSAMPLING
    side = size * k
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    shackle = (0.27 * side, 0.06 * side, 0.73 * side, 0.80 * side)
    draw.rounded_rectangle(shackle, 0.23 * side, outline=255, width=round(0.11 * side))
    body = (0.14 * side, 0.44 * side, 0.86 * side, 0.95 * side)
    draw.rounded_rectangle(body, 0.09 * side, fill=255)
    draw.ellipse((0.42 * side, 0.58 * side, 0.58 * side, 0.74 * side), fill=0)
    draw.rectangle((0.465 * side, 0.68 * side, 0.535 * side, 0.84 * side), fill=0)
    return mask.reduce(k)


@lru_cache(maxsize=16)
def check_mask(size: int) -> Image.Image:
    """Return a check mark."""
    k = SUPERSAMPLING
    side = size * k
    mask = Image.new("L", (side, side))
    points = [(0.14 * side, 0.54 * side), (0.40 * side, 0.80 * side), (0.88 * side, 0.22 * side)]
    ImageDraw.Draw(mask).line(points, fill=255, width=round(0.17 * side), joint="curve")
    return mask.reduce(k)


@lru_cache(maxsize=16)
def plus_mask(size: int) -> Image.Image:
    """Return a plus sign."""
    k = SUPERSAMPLING
    side = size * k
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    draw.rounded_rectangle((0.40 * side, 0.12 * side, 0.60 * side, 0.88 * side), 3, fill=255)
    draw.rounded_rectangle((0.12 * side, 0.40 * side, 0.88 * side, 0.60 * side), 3, fill=255)
    return mask.reduce(k)


@lru_cache(maxsize=16)
def crown_mask(size: int) -> Image.Image:
    """Return a crown, the winner's mark."""
    k = SUPERSAMPLING
    side = size * k
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    points = [(0.08, 0.28), (0.30, 0.50), (0.50, 0.16), (0.70, 0.50), (0.92, 0.28), (0.84, 0.72)]
    points += [(0.16, 0.72)]
    draw.polygon([(x * side, y * side) for x, y in points], fill=255)
    draw.rectangle((0.16 * side, 0.78 * side, 0.84 * side, 0.88 * side), fill=255)
    return mask.reduce(k)


@lru_cache(maxsize=16)
def ring_mask(width: int, height: int) -> Image.Image:
    """Return a ring around a number, as drawn in one stroke."""
    k = SUPERSAMPLING
    mask = Image.new("L", (width * k, height * k))
    draw = ImageDraw.Draw(mask)
    draw.ellipse((k, 2 * k, (width - 2) * k, (height - 2) * k), outline=255, width=3 * k)
    turned = Image.new("L", mask.size)
    box = (2 * k, k, (width - 3) * k, (height - 3) * k)
    ImageDraw.Draw(turned).arc(box, 200, 330, fill=255, width=2 * k)
    return ImageChops.lighter(mask, turned.rotate(3)).reduce(k)
