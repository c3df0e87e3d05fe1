"""The cloth of the table, lit in the middle."""

import math
from functools import lru_cache
from typing import Final

from PIL import Image

from bot.render.models import Felt
from bot.render.palette import FELTS, mix

COARSENESS: Final = 24
"""The light is computed on a grid this many times coarser than the picture."""


@lru_cache(maxsize=64)
def felt(kind: Felt, width: int, height: int) -> Image.Image:
    """An empty table of this size in pixels; not to be changed."""
    colours = FELTS[kind]
    small = Image.new("RGB", (max(2, width // COARSENESS), max(2, height // COARSENESS)))
    pixels = [
        mix(colours.middle, colours.rim, _distance(x, y, small.size))
        for y in range(small.height)
        for x in range(small.width)
    ]
    small.putdata(pixels)
    return small.resize((width, height), Image.Resampling.BICUBIC)


def _distance(x: int, y: int, size: tuple[int, int]) -> float:
    across, down = 2 * (x + 0.5) / size[0] - 1, 2 * (y + 0.5) / size[1] - 1
    return min(1.0, math.hypot(across, down * 0.85) ** 2 / 1.6)
