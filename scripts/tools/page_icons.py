"""Draws the icons of the installed page from the sign in ``pictures/icon.svg``.

scripts/dev page_icons            writes them
scripts/dev page_icons FOLDER     writes them elsewhere
"""

import re
import sys
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

PICTURES: Final = Path(__file__).parents[2] / "bot" / "web" / "page" / "pictures"
SIGN: Final = PICTURES / "icon.svg"
SIZES: Final = {"icon-192.png": 192, "icon-512.png": 512}
MASKABLE: Final = "icon-maskable-512.png"
LARGER: Final = 4
"""Drawn that many times larger, then made smaller, for smooth edges."""
STEPS: Final = 24
"""The points of one curve."""
_NUMBER: Final = re.compile(r"-?\d*\.?\d+")
_COLOUR: Final = re.compile(r'fill="(#[0-9a-f]{6})"')
Point = tuple[float, float]


def outline(svg: str) -> list[Point]:
    """Return the points of the path: a move, and curves with absolute numbers."""
    [path] = re.findall(r' d="M([^"]+)Z"', svg)
    [(left, top, scale)] = re.findall(r"translate\((\S+) (\S+)\) scale\((\S+)\)", svg)
    numbers = [float(one) for one in _NUMBER.findall(path)]
    points = list(zip(numbers[::2], numbers[1::2], strict=True))
    found = [points[0]]
    for n in range(1, len(points), 3):
        curve = (found[-1], *points[n : n + 3])
        found += [_on_curve(curve, step / STEPS) for step in range(1, STEPS + 1)]
    return [(float(left) + x * float(scale), float(top) + y * float(scale)) for x, y in found]


def _on_curve(curve: tuple[Point, ...], at: float) -> Point:
    weights = ((1 - at) ** 3, 3 * at * (1 - at) ** 2, 3 * at**2 * (1 - at), at**3)
    x, y = (
        sum(w * point[axis] for w, point in zip(weights, curve, strict=True)) for axis in (0, 1)
    )
    return x, y


def icon(svg: str, size: int, *, maskable: bool = False) -> Image.Image:
    """Return the sign in a square, which a maskable one fills; no shape cuts off the sign."""
    large = size * LARGER
    felt, paper = _COLOUR.findall(svg)
    drawn = Image.new("RGBA", (large, large), felt if maskable else (0, 0, 0, 0))
    brush = ImageDraw.Draw(drawn)
    if not maskable:
        brush.rounded_rectangle((0, 0, large - 1, large - 1), large * 0.22, felt)
    brush.polygon([(large * x / 100, large * y / 100) for x, y in outline(svg)], paper)
    return drawn.resize((size, size), Image.Resampling.LANCZOS)


def main(folder: Path = PICTURES) -> None:
    """Write all icons."""
    svg = SIGN.read_text(encoding="utf-8")
    for name, size in SIZES.items():
        icon(svg, size).save(folder / name, "PNG", optimize=True)
    icon(svg, SIZES["icon-512.png"], maskable=True).save(folder / MASKABLE, "PNG", optimize=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
