"""The four suits as original outlines, drawn as soft-edged masks of any size."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from engine.game.cards import Suit

Point: TypeAlias = tuple[float, float]
Curve: TypeAlias = tuple[Point, Point, Point]
"""Two control points and the end of a cubic Bézier curve."""

SUPERSAMPLING: Final = 6
STEPS: Final = 24

_HEART: Final[tuple[Point, tuple[Curve, ...]]] = (
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
_SPADE: Final[tuple[Point, tuple[Curve, ...]]] = (
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
_DIAMOND: Final[tuple[Point, tuple[Curve, ...]]] = (
    (0.50, 0.015),
    (
        ((0.60, 0.18), (0.76, 0.37), (0.90, 0.50)),
        ((0.76, 0.63), (0.60, 0.82), (0.50, 0.985)),
        ((0.40, 0.82), (0.24, 0.63), (0.10, 0.50)),
        ((0.24, 0.37), (0.40, 0.18), (0.50, 0.015)),
    ),
)
_CLUB_STEM: Final[tuple[Point, tuple[Curve, ...]]] = (
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


def _outline(start: Point, curves: Iterable[Curve], size: float) -> list[Point]:
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
    large = size * SUPERSAMPLING
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
    return mask.reduce(SUPERSAMPLING)
