"""The picture of standings with a cross table."""

from typing import Final

from bot.render.board import MEDALS
from bot.render.canvas import WIDTH, Canvas
from bot.render.event_models import CrossCell, CrossPicture, CrossRow, Mark
from bot.render.fonts import Weight
from bot.render.models import Picture
from bot.render.palette import BLACK, DEEP_GOLD, GOLD, INK, PALE, WHITE

EDGE: Final = 16
TITLE: Final = 70
SUBTITLE: Final = 32
HEADS: Final = 38
ROW: Final = 52
GAP: Final = 6
DISC: Final = 36
RANK: Final = 50
TOTAL: Final = 78
CELL: Final = (40, 40)
STEP: Final = 46
ROOMY: Final = 5
"""The most columns beside which there is room for discs."""
MOST_ROWS: Final = 25


def _draw_cell(canvas: Canvas, cell: CrossCell, x: int, y: int) -> None:
    """Draw a result: gold for a win, light for a draw, dark for a loss."""
    width, height = CELL
    box = (x + (STEP - width) // 2, y + (ROW - height) // 2, width, height)
    ink = PALE
    match cell.mark:
        case Mark.WON:
            canvas.panel(box, 9, GOLD)
            ink = INK
        case Mark.DRAWN:
            canvas.panel(box, 9, PALE)
            ink = INK
        case Mark.LOST:
            canvas.panel(box, 9, BLACK, 0.55)
            ink = WHITE
        case Mark.OPEN:
            canvas.frame(box, 9, PALE, 2)
        case Mark.SELF:
            canvas.panel(box, 9, BLACK, 0.25)
        case Mark.PLAIN:
            pass
    middle = (x + STEP // 2, y + ROW // 2)
    style = Weight.BOLD
    canvas.text(middle, cell.text, 22, ink, weight=style, anchor="middle", width=width - 2)


def _draw_rank(canvas: Canvas, rank: str, x: int, y: int) -> None:
    medal = MEDALS.get(rank)
    if medal is not None:
        canvas.panel((x - 18, y - 18, 36, 36), 18, medal)
    ink = PALE if medal is None else (WHITE if medal == DEEP_GOLD else INK)
    canvas.text((x, y), rank, 25, ink, weight=Weight.BOLD, anchor="middle", width=RANK - 4)


def _draw_row(canvas: Canvas, row: CrossRow, columns: int, y: int) -> None:
    width, middle = WIDTH - 2 * EDGE, y + ROW // 2
    canvas.panel((EDGE, y, width, ROW), 14, BLACK, 0.30)
    if row.highlighted:
        canvas.frame((EDGE, y, width, ROW), 14, GOLD, 3)
    _draw_rank(canvas, row.rank, EDGE + RANK // 2, middle)
    left, cells = EDGE + RANK, WIDTH - EDGE - TOTAL - columns * STEP
    if row.disc is not None and columns <= ROOMY:
        canvas.disc(row.disc, left, middle - DISC // 2, DISC)
        left += DISC + 10
    room = cells - 10 - left
    if row.note:
        room -= 10 + canvas.text(
            (cells - 10, middle), row.note, 22, GOLD, anchor="right", width=room // 2
        )
    colour = GOLD if row.highlighted else WHITE
    canvas.text((left, middle), row.name, 26, colour, width=max(0, room))
    for number, cell in enumerate(row.cells[:columns]):
        _draw_cell(canvas, cell, cells + number * STEP, y)
    right = (WIDTH - EDGE - 14, middle)
    canvas.text(right, row.total, 29, colour, weight=Weight.BOLD, anchor="right", width=TOTAL - 18)


def render_cross(model: CrossPicture) -> Picture:
    """Draw standings, the first 25 rows, with a cross table of up to nine columns."""
    rows, columns = model.rows[:MOST_ROWS], len(model.columns)
    top = TITLE + (SUBTITLE if model.subtitle else 0)
    heads = HEADS if columns or model.total_label else 0
    canvas = Canvas(model.look, top + heads + len(rows) * (ROW + GAP) + EDGE)
    middle, room = WIDTH // 2, WIDTH - 2 * EDGE
    bold = Weight.BOLD
    canvas.text((middle, 40), model.title, 38, weight=bold, anchor="middle", width=room)
    if model.subtitle:
        canvas.text((middle, 80), model.subtitle, 23, PALE, anchor="middle", width=room)
    first, head = WIDTH - EDGE - TOTAL - columns * STEP, top + heads // 2
    for number, title in enumerate(model.columns):
        place = (first + number * STEP + STEP // 2, head)
        canvas.text(place, title, 21, PALE, anchor="middle", width=STEP)
    if model.total_label:
        place = (WIDTH - EDGE - 14, head)
        canvas.text(place, model.total_label, 21, PALE, anchor="right", width=TOTAL)
    for number, row in enumerate(rows):
        _draw_row(canvas, row, columns, top + heads + number * (ROW + GAP))
    return canvas.picture()
