"""The picture of a leaderboard."""

from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.fonts import Weight, text_width
from bot.render.models import BoardPicture, BoardRow, Picture
from bot.render.palette import BLACK, DEEP_GOLD, GOLD, INK, PALE, WHITE, Colour

EDGE: Final = 24
TITLE: Final = 92
SUBTITLE: Final = 36
ROW: Final = 64
DISC: Final = 42
ROW_GAP: Final = 8
MOST_ROWS: Final = 25
APART: Final = 20
MEDALS: Final[dict[str, Colour]] = {"1": GOLD, "2": PALE, "3": DEEP_GOLD}


def _draw_row(canvas: Canvas, row: BoardRow, y: int) -> None:
    width = WIDTH - 2 * EDGE
    middle = y + ROW // 2
    canvas.panel((EDGE, y, width, ROW), 16, BLACK, 0.30)
    length = round(width * min(1.0, max(0.0, row.fraction)))
    if length > 32:
        # The bar fills the row: thin bars below the text would look like underlines.
        canvas.panel((EDGE, y, length, ROW), 16, GOLD, 0.12)
    if row.highlighted:
        canvas.frame((EDGE, y, width, ROW), 16, GOLD, 4)
    left, right = EDGE + 66, WIDTH - EDGE - 18
    colour = GOLD if row.highlighted else WHITE
    place = (EDGE + 38, middle)
    medal = MEDALS.get(row.rank)
    if medal is not None:
        canvas.panel((place[0] - 20, middle - 20, 40, 40), 20, medal)
    ink = PALE if medal is None else (WHITE if medal == DEEP_GOLD else INK)
    canvas.text(place, row.rank, 28, ink, weight=Weight.BOLD, anchor="middle", width=52)
    if row.disc is not None:
        canvas.disc(row.disc, left, middle - DISC // 2, DISC)
        left += DISC + 12
    style = Weight.BOLD
    right -= 18 + canvas.text(
        (right, middle), row.value, 34, colour, weight=style, anchor="right", width=220
    )
    if row.note:
        right -= 18 + canvas.text(
            (right, middle), row.note, 23, PALE, anchor="right", width=(right - left) // 2
        )
    canvas.text((left, middle), row.name, 30, width=right - left)


def render_board(model: BoardPicture) -> Picture:
    """Draw a leaderboard, its first 25 rows."""
    rows = model.rows[:MOST_ROWS]
    head = TITLE + (SUBTITLE if model.subtitle else 0)
    apart = APART + ROW if model.outside is not None else 0
    canvas = Canvas(model.look, head + len(rows) * (ROW + ROW_GAP) + apart + EDGE)
    middle, room = WIDTH // 2, WIDTH - 2 * EDGE
    style = Weight.BOLD
    canvas.text((middle, 50), model.title, 44, weight=style, anchor="middle", width=room)
    if model.subtitle:
        size = next((n for n in (25, 23, 21) if text_width(model.subtitle, n) <= room), 19)
        canvas.text((middle, 96), model.subtitle, size, PALE, anchor="middle", width=room)
    for place, row in enumerate(rows):
        _draw_row(canvas, row, head + place * (ROW + ROW_GAP))
    if model.outside is not None:
        y = head + len(rows) * (ROW + ROW_GAP)
        for dot in (-1, 0, 1):
            canvas.panel((middle + dot * 18 - 4, y + 2, 8, 8), 4, PALE)
        _draw_row(canvas, model.outside, y + APART)
    return canvas.picture()
