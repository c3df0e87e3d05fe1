"""The picture of standings with a cross table."""

from dataclasses import dataclass
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
WIDE_STEP: Final = 90
WIDE_TOTAL: Final = 112
"""The same for cells with numbers of several digits and a sign."""
ROOMY: Final = 5
"""The most columns beside which there is room for discs."""
MOST_ROWS: Final = 25


@dataclass(frozen=True, slots=True)
class _Columns:
    """The widths of a cell with its margins and of the total."""

    count: int
    step: int = STEP
    total: int = TOTAL

    @property
    def left(self) -> int:
        """Where the first cell begins."""
        return WIDTH - EDGE - self.total - self.count * self.step


def _draw_cell(canvas: Canvas, cell: CrossCell, x: int, y: int, step: int) -> None:
    """Draw a result: gold for a win, light for a draw, dark for a loss."""
    width, height = CELL
    width += step - STEP
    box = (x + (step - width) // 2, y + (ROW - height) // 2, width, height)
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
    middle = (x + step // 2, y + ROW // 2)
    style = Weight.BOLD
    canvas.text(middle, cell.text, 22, ink, weight=style, anchor="middle", width=width - 2)


def _draw_rank(canvas: Canvas, rank: str, x: int, y: int) -> None:
    medal = MEDALS.get(rank)
    if medal is not None:
        canvas.panel((x - 18, y - 18, 36, 36), 18, medal)
    ink = PALE if medal is None else (WHITE if medal == DEEP_GOLD else INK)
    canvas.text((x, y), rank, 25, ink, weight=Weight.BOLD, anchor="middle", width=RANK - 4)


def _draw_row(canvas: Canvas, row: CrossRow, columns: _Columns, y: int) -> None:
    width, middle = WIDTH - 2 * EDGE, y + ROW // 2
    canvas.panel((EDGE, y, width, ROW), 14, BLACK, 0.30)
    if row.highlighted:
        canvas.frame((EDGE, y, width, ROW), 14, GOLD, 3)
    _draw_rank(canvas, row.rank, EDGE + RANK // 2, middle)
    left, cells = EDGE + RANK, columns.left
    if row.disc is not None and columns.count <= ROOMY:
        canvas.disc(row.disc, left, middle - DISC // 2, DISC)
        left += DISC + 10
    room = cells - 10 - left
    if row.note:
        room -= 10 + canvas.text(
            (cells - 10, middle), row.note, 22, GOLD, anchor="right", width=room // 2
        )
    colour = GOLD if row.highlighted else WHITE
    canvas.text((left, middle), row.name, 26, colour, width=max(0, room))
    for number, cell in enumerate(row.cells[: columns.count]):
        _draw_cell(canvas, cell, cells + number * columns.step, y, columns.step)
    right = (WIDTH - EDGE - 14, middle)
    canvas.text(
        right, row.total, 29, colour, weight=Weight.BOLD, anchor="right", width=columns.total - 18
    )


def render_cross(model: CrossPicture) -> Picture:
    """Draw standings, the first 25 rows, with a cross table of up to nine columns."""
    rows, columns = model.rows[:MOST_ROWS], _Columns(len(model.columns))
    if model.wide:
        columns = _Columns(len(model.columns), WIDE_STEP, WIDE_TOTAL)
    top = TITLE + (SUBTITLE if model.subtitle else 0)
    heads = HEADS if columns.count or model.total_label else 0
    canvas = Canvas(model.look, top + heads + len(rows) * (ROW + GAP) + EDGE)
    middle, room = WIDTH // 2, WIDTH - 2 * EDGE
    bold = Weight.BOLD
    canvas.text((middle, 40), model.title, 38, weight=bold, anchor="middle", width=room)
    if model.subtitle:
        canvas.text((middle, 80), model.subtitle, 23, PALE, anchor="middle", width=room)
    first, head, step = columns.left, top + heads // 2, columns.step
    for number, title in enumerate(model.columns):
        place = (first + number * step + step // 2, head)
        canvas.text(place, title, 21, PALE, anchor="middle", width=step)
    if model.total_label:
        place = (WIDTH - EDGE - 14, head)
        canvas.text(place, model.total_label, 21, PALE, anchor="right", width=columns.total)
    for number, row in enumerate(rows):
        _draw_row(canvas, row, columns, top + heads + number * (ROW + GAP))
    return canvas.picture()
