"""Draws imagined against real hands: deadwood by the opponent's draws, and chances of cards."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks.plots import BEFORE, INK, MARGIN, NOW, PALE, Sheet

RARE: Final = 60
LATEST: Final = 13
MOST: Final = 60


def draw(
    file: Path,
    names: Sequence[str],
    left: npt.NDArray[np.float64],
    held: npt.NDArray[np.float64],
    hands: int,
) -> None:
    """Draw one column for each kind of opponent and write the picture.

    ``left``, ``held``: as `train_beliefs` measures them, with so many hands a position.
    """
    sheet = Sheet(len(names), 2)
    for number, name in enumerate(names):
        place = sheet.frame(number, 0, (0, LATEST), (0, MOST), f"Against {name}")
        rows = [row for row in left[number][: LATEST + 1] if row[0] >= RARE]
        for column, ink in ((1, INK), (2, BEFORE), (3, NOW)):
            sheet.line([place(t, row[column] / row[0]) for t, row in enumerate(rows)], ink)
        place = sheet.frame(number, 1, (0, 100), (0, 100))
        sheet.line([place(0, 0), place(100, 100)], PALE)
        for which, ink in ((0, BEFORE), (1, NOW)):
            cards = [row for row in held[which][number] if row[0] >= RARE]
            sheet.line([place(100 * r[1] / hands / r[0], 100 * r[2] / r[0]) for r in cards], ink)
    key = (("real hands", INK), ("imagined by constants", BEFORE), ("by the networks", NOW))
    for number, (text, ink) in enumerate(key):
        sheet.text(MARGIN + 240 * number, 6, text, ink)
    sheet.text(MARGIN + 740, 6, "Above: deadwood by draws. Below: held over said, %")
    sheet.picture.save(file, lossless=True)
