"""Soft-edged masks of simple shapes and of the four suits, cached by size."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageChops, ImageDraw

from engine.game.cards import Suit

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


XY: TypeAlias = tuple[float, float]
Curve: TypeAlias = tuple[XY, XY, XY]
"""Two control points and the end of a cubic Bézier curve."""

SUIT_SUPERSAMPLING: Final = 6
STEPS: Final = 24

_HEART: Final[tuple[XY, tuple[Curve, ...]]] = (
    (0.50, 0.965),
    (
        ((0.40, 0.80), (0.035, 0.60), (0.035, 0.30)),
        ((0.035, 0.13), (0.16, 0.05), (0.275, 0.05)),
        ((0.39, 0.05), (0.475, 0.12), (0.50, 0.245)),
        ((0.525, 0.12), (0.61, 0.05), (0.725, 0.05)),
        ((0.84, 0.05), (0.965, 0.13), (0.965, 0.30)),
        ((0.965, 0.60), (0.60, 0.80), (0.50, 0.965)),
    ),
)
_SPADE: Final[tuple[XY, tuple[Curve, ...]]] = (
    (0.50, 0.03),
    (
        ((0.60, 0.22), (0.965, 0.38), (0.965, 0.625)),
        ((0.965, 0.77), (0.86, 0.84), (0.755, 0.84)),
        ((0.655, 0.84), (0.575, 0.78), (0.54, 0.69)),
        ((0.55, 0.83), (0.59, 0.91), (0.68, 0.965)),
        ((0.56, 0.965), (0.44, 0.965), (0.32, 0.965)),
        ((0.41, 0.91), (0.45, 0.83), (0.46, 0.69)),
        ((0.425, 0.78), (0.345, 0.84), (0.245, 0.84)),
        ((0.14, 0.84), (0.035, 0.77), (0.035, 0.625)),
        ((0.035, 0.38), (0.40, 0.22), (0.50, 0.03)),
    ),
)
_DIAMOND: Final[tuple[XY, tuple[Curve, ...]]] = (
    (0.50, 0.015),
    (
        ((0.60, 0.18), (0.76, 0.37), (0.90, 0.50)),
        ((0.76, 0.63), (0.60, 0.82), (0.50, 0.985)),
        ((0.40, 0.82), (0.24, 0.63), (0.10, 0.50)),
        ((0.24, 0.37), (0.40, 0.18), (0.50, 0.015)),
    ),
)
_CLUB_STEM: Final[tuple[XY, tuple[Curve, ...]]] = (
    (0.535, 0.50),
    (
        ((0.545, 0.77), (0.58, 0.89), (0.68, 0.965)),
        ((0.56, 0.965), (0.44, 0.965), (0.32, 0.965)),
        ((0.42, 0.89), (0.455, 0.77), (0.465, 0.50)),
    ),
)
_CLUB_LEAVES: Final[tuple[tuple[float, float, float], ...]] = (
    (0.50, 0.245, 0.215),
    (0.25, 0.60, 0.215),
    (0.75, 0.60, 0.215),
    (0.50, 0.50, 0.11),
)


def _outline(start: XY, curves: Iterable[Curve], size: float) -> list[XY]:
    points = [start]
    for first, second, end in curves:
        origin = points[-1]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            x = a * origin[0] + b * first[0] + c * second[0] + d * end[0]
            y = a * origin[1] + b * first[1] + c * second[1] + d * end[1]
            points.append((x, y))
    return [(x * size, y * size) for x, y in points]


@lru_cache(maxsize=128)
def suit_mask(suit: Suit, size: int) -> Image.Image:
    """Return a square mask ("L") of the suit, ``size`` pixels a side; read-only."""
    large = size * SUIT_SUPERSAMPLING
    mask = Image.new("L", (large, large))
    draw = ImageDraw.Draw(mask)
    match suit:
        case Suit.CLUBS:
            for x, y, r in _CLUB_LEAVES:
                box = ((x - r) * large, (y - r) * large, (x + r) * large, (y + r) * large)
                draw.ellipse(box, fill=255)
            draw.polygon(_outline(*_CLUB_STEM, large), fill=255)
        case Suit.DIAMONDS:
            draw.polygon(_outline(*_DIAMOND, large), fill=255)
        case Suit.HEARTS:
            draw.polygon(_outline(*_HEART, large), fill=255)
        case Suit.SPADES:
            draw.polygon(_outline(*_SPADE, large), fill=255)
    return mask.reduce(SUIT_SUPERSAMPLING)
