"""Draws imagined against real hands: deadwood by the opponent's draws, and chances of cards."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

SIDE: Final = 300
MARGIN: Final = 50
INK: Final = "#1f2933"
PALE: Final = "#c9d1d9"
REAL: Final = "#1f2933"
BEFORE: Final = "#d1603d"
NOW: Final = "#2b7a4b"
RARE: Final = 60
LATEST: Final = 13
MOST: Final = 60
Place = Callable[[float, float], tuple[float, float]]


def draw(
    file: Path,
    names: Sequence[str],
    left: npt.NDArray[np.float64],
    held: npt.NDArray[np.float64],
) -> None:
    """Draw one column for each kind of opponent and write the picture."""
    cell = SIDE + MARGIN
    picture = Image.new("RGB", (cell * len(names) + 20, 2 * cell + 60), "white")
    pen = ImageDraw.Draw(picture)
    small, large = (ImageFont.load_default(size) for size in (14, 18))
    for number, name in enumerate(names):
        place = _frame(pen, number * cell + MARGIN, 60, (LATEST, MOST), small)
        pen.text((number * cell + MARGIN, 32), f"Against {name}", INK, large)
        rows = [row for row in left[number][: LATEST + 1] if row[0] >= RARE]
        for column, ink in ((1, REAL), (2, BEFORE), (3, NOW)):
            _line(pen, [place(t, row[column] / row[0]) for t, row in enumerate(rows)], ink)
        place = _frame(pen, number * cell + MARGIN, cell + 60, (100, 100), small)
        _line(pen, [place(0, 0), place(100, 100)], PALE)
        for which, ink in ((0, BEFORE), (1, NOW)):
            cards = [row for row in held[which][number] if row[0] >= RARE]
            _line(pen, [place(2.5 * r[1] / r[0], 100 * r[2] / r[0]) for r in cards], ink)
    key = (("real hands", REAL), ("imagined by constants", BEFORE), ("by the networks", NOW))
    for number, (text, ink) in enumerate(key):
        pen.text((MARGIN + 240 * number, 6), text, ink, large)
    pen.text((MARGIN + 740, 6), "Above: deadwood by draws. Below: held over said, %", INK, large)
    picture.save(file, lossless=True)


def _frame(
    pen: ImageDraw.ImageDraw,
    x: int,
    y: int,
    most: tuple[int, int],
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
) -> Place:
    """Draw the frame of a diagram and return where its points are."""
    inner = SIDE - 20

    def place(across: float, up: float) -> tuple[float, float]:
        return x + across * inner / most[0], y + inner - up * inner / most[1]

    pen.rectangle((x, y, x + inner, y + inner), outline=PALE)
    for share in (0, 0.5, 1):
        pen.text((x - 30, y + inner * (1 - share) - 8), f"{most[1] * share:g}", INK, font)
        pen.text((x + inner * share - 8, y + inner + 4), f"{most[0] * share:g}", INK, font)
    return place


def _line(pen: ImageDraw.ImageDraw, points: list[tuple[float, float]], ink: str) -> None:
    pen.line(points, fill=ink, width=2)
    for x, y in points:
        pen.ellipse((x - 2, y - 2, x + 2, y + 2), fill=ink)
