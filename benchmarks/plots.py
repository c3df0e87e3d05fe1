"""Diagrams for the documentation: frames with a scale, and lines of points."""

from collections.abc import Callable, Sequence
from typing import Final

from PIL import Image, ImageDraw, ImageFont

SIDE: Final = 300
MARGIN: Final = 50
INNER: Final = SIDE - 20
INK: Final = "#1f2933"
PALE: Final = "#c9d1d9"
BEFORE: Final = "#d1603d"
NOW: Final = "#2b7a4b"
Place = Callable[[float, float], tuple[float, float]]
Span = tuple[float, float]
"""The least and the most that a scale shows."""


class Sheet:
    """A picture with places for diagrams, side by side and below each other."""

    def __init__(self, columns: int, rows: int) -> None:
        cell = SIDE + MARGIN
        self.picture = Image.new("RGB", (cell * columns + 20, rows * cell + 60), "white")
        self.pen = ImageDraw.Draw(self.picture)
        self.small, self.large = (ImageFont.load_default(size) for size in (14, 18))

    def text(self, x: float, y: float, text: str, ink: str = INK) -> None:
        """Write a line of text."""
        self.pen.text((x, y), text, ink, self.large)

    def frame(self, column: int, row: int, across: Span, up: Span, title: str = "") -> Place:
        """Draw the frame of a diagram and return where its points are."""
        x, y = column * (SIDE + MARGIN) + MARGIN, row * (SIDE + MARGIN) + 60
        if title:
            self.text(x, y - 28, title)

        def place(one: float, other: float) -> tuple[float, float]:
            return (
                x + INNER * (one - across[0]) / (across[1] - across[0]),
                y + INNER - INNER * (other - up[0]) / (up[1] - up[0]),
            )

        self.pen.rectangle((x, y, x + INNER, y + INNER), outline=PALE)
        for share in (0, 0.5, 1):
            text = f"{up[0] + (up[1] - up[0]) * share:g}"
            self.pen.text((x - 30, y + INNER * (1 - share) - 8), text, INK, self.small)
            text = f"{across[0] + (across[1] - across[0]) * share:g}"
            self.pen.text((x + INNER * share - 8, y + INNER + 4), text, INK, self.small)
        return place

    def line(self, points: Sequence[tuple[float, float]], ink: str) -> None:
        """Draw a line through points, each with a dot."""
        self.pen.line(list(points), fill=ink, width=2)
        for x, y in points:
            self.pen.ellipse((x - 2, y - 2, x + 2, y + 2), fill=ink)
