"""Pictures of events: the bracket of a knockout, and the cross table."""

from dataclasses import dataclass
from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.event_models import (
    BracketPicture,
    BracketSlot,
    CellMark,
    CrossCell,
    CrossPicture,
    CrossRow,
)
from bot.render.fonts import Weight
from bot.render.models import Picture
from bot.render.palette import BLACK, DEEP_GOLD, GOLD, INK, PALE, WHITE
from bot.render.profile import MEDALS
from bot.render.shapes import crown_mask

BRACKET_EDGE: Final = 14
TITLE: Final = 70
BRACKET_SUBTITLE: Final = 30
BRACKET_HEADS: Final = 40
SLOT: Final = 38
PAIR: Final = 2 * SLOT + 2
BRACKET_GAP: Final = 14
LINK: Final = 20
"""The width between two columns, for the lines that join them."""
WIDER: Final = 1.45
"""The first column's width beside the others': it introduces the names."""
FOOT: Final = 16
SEED: Final = 30
WIDEST: Final = 300
LINE: Final = 3


@dataclass(frozen=True, slots=True)
class _Column:
    """Place and width of a column, and the centres of its pairs."""

    x: int
    width: int
    centres: tuple[int, ...]


def _columns(model: BracketPicture, top: int) -> list[_Column]:
    rounds = model.rounds
    room = WIDTH - 2 * BRACKET_EDGE - LINK * (len(rounds) - 1)
    unit = min(WIDEST, room / (len(rounds) - 1 + WIDER))
    first = len(rounds[0].pairs)
    centres = [top + n * (PAIR + BRACKET_GAP) + PAIR // 2 for n in range(first)]
    columns, x = [], BRACKET_EDGE
    for number in range(len(rounds)):
        width = int(unit * (1 if number else WIDER))
        columns.append(_Column(x, width, tuple(centres)))
        x += width + LINK
        pairs = zip(centres[::2], centres[1::2], strict=False)
        centres = [(above + below) // 2 for above, below in pairs]
    return columns


def _draw_slot(canvas: Canvas, slot: BracketSlot, x: int, y: int, width: int, seeds: bool) -> None:
    """Draw one player: seed, name and score."""
    middle = y + SLOT // 2
    if slot.won:
        canvas.panel((x, y, width, SLOT), 8, GOLD)
    else:
        canvas.panel((x, y, width, SLOT), 8, BLACK, 0.20 if slot.out else 0.38)
    ink = INK if slot.won else (PALE if slot.out or not slot.name else WHITE)
    left, right = x + 8, x + width - 8
    if seeds and slot.seed:
        canvas.text((left + 10, middle), slot.seed, 18, ink, anchor="middle", width=SEED)
        left += SEED - 4
    if slot.score:
        style = Weight.BOLD
        right -= 6 + canvas.text(
            (right, middle), slot.score, 24, ink, weight=style, anchor="right", width=44
        )
    style = Weight.BOLD if slot.won else Weight.SEMI
    canvas.text((left, middle), slot.name, 23, ink, weight=style, width=max(0, right - left))


def _draw_pair(
    canvas: Canvas,
    pair: tuple[BracketSlot, BracketSlot],
    column: _Column,
    centre: int,
    *,
    seeds: bool,
) -> None:
    top = centre - PAIR // 2
    _draw_slot(canvas, pair[0], column.x, top, column.width, seeds)
    _draw_slot(canvas, pair[1], column.x, top + SLOT + 2, column.width, seeds)


def _draw_links(canvas: Canvas, before: _Column, after: _Column) -> None:
    """Join every two pairs with the pair that their winners play."""
    left, right = before.x + before.width, after.x
    middle = (left + right) // 2
    for number, centre in enumerate(after.centres):
        above, below = before.centres[2 * number : 2 * number + 2]
        for feeder in (above, below):
            canvas.panel((left, feeder - 1, middle - left + 1, LINE), 0, PALE, 0.7)
        canvas.panel((middle - 1, above, LINE, below - above), 0, PALE, 0.7)
        canvas.panel((middle, centre - 1, right - middle, LINE), 0, PALE, 0.7)


def _draw_third(canvas: Canvas, model: BracketPicture, column: _Column, y: int) -> None:
    assert model.third is not None
    centre = column.x + column.width // 2
    canvas.text((centre, y), model.third_label, 20, PALE, anchor="middle", width=column.width)
    _draw_pair(canvas, model.third, column, y + 20 + PAIR // 2, seeds=False)


def _third_room(model: BracketPicture) -> int:
    """Return the height below the bracket for the match for third place, if it needs any."""
    if model.third is None:
        return 0
    beside = len(model.rounds[0].pairs) * (PAIR + BRACKET_GAP) // 2 - PAIR // 2
    return max(0, PAIR + 60 - beside)


def render_bracket(model: BracketPicture) -> Picture:
    """Draw a knockout of up to 32 players."""
    top = TITLE + (BRACKET_SUBTITLE if model.subtitle else 0) + BRACKET_HEADS
    columns = _columns(model, top)
    body = len(model.rounds[0].pairs) * (PAIR + BRACKET_GAP) - BRACKET_GAP
    canvas = Canvas(model.look, top + body + _third_room(model) + FOOT)
    middle, room = WIDTH // 2, WIDTH - 2 * BRACKET_EDGE
    bold = Weight.BOLD
    canvas.text((middle, 40), model.title, 38, weight=bold, anchor="middle", width=room)
    if model.subtitle:
        canvas.text((middle, 80), model.subtitle, 23, PALE, anchor="middle", width=room)
    for number, (column, one) in enumerate(zip(columns, model.rounds, strict=True)):
        head = (column.x + column.width // 2, top - BRACKET_HEADS // 2)
        canvas.text(head, one.title, 21, PALE, anchor="middle", width=column.width + LINK // 2)
        if number:
            _draw_links(canvas, columns[number - 1], column)
    for number, (column, one) in enumerate(zip(columns, model.rounds, strict=True)):
        for pair, centre in zip(one.pairs, column.centres, strict=True):
            _draw_pair(canvas, pair, column, centre, seeds=not number)
    last = columns[-1]
    if len(columns) > 1 and any(slot.won for slot in model.rounds[-1].pairs[0]):
        crown = last.x + last.width // 2 - 20
        canvas.mask(crown_mask(40), crown, last.centres[0] - PAIR // 2 - 46, GOLD)
    if model.third is not None:
        _draw_third(canvas, model, last, last.centres[0] + PAIR // 2 + 44)
    return canvas.picture()


CROSS_EDGE: Final = 16
CROSS_SUBTITLE: Final = 32
CROSS_HEADS: Final = 38
ROW: Final = 52
CROSS_GAP: Final = 6
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
        return WIDTH - CROSS_EDGE - self.total - self.count * self.step


def _draw_cell(canvas: Canvas, cell: CrossCell, x: int, y: int, step: int) -> None:
    """Draw a result: gold for a win, light for a draw, dark for a loss."""
    width, height = CELL
    width += step - STEP
    box = (x + (step - width) // 2, y + (ROW - height) // 2, width, height)
    ink = PALE
    match cell.mark:
        case CellMark.WON:
            canvas.panel(box, 9, GOLD)
            ink = INK
        case CellMark.DRAWN:
            canvas.panel(box, 9, PALE)
            ink = INK
        case CellMark.LOST:
            canvas.panel(box, 9, BLACK, 0.55)
            ink = WHITE
        case CellMark.OPEN:
            canvas.frame(box, 9, PALE, 2)
        case CellMark.SELF:
            canvas.panel(box, 9, BLACK, 0.25)
        case CellMark.PLAIN:
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
    width, middle = WIDTH - 2 * CROSS_EDGE, y + ROW // 2
    canvas.panel((CROSS_EDGE, y, width, ROW), 14, BLACK, 0.30)
    if row.own:
        canvas.frame((CROSS_EDGE, y, width, ROW), 14, GOLD, 3)
    _draw_rank(canvas, row.rank, CROSS_EDGE + RANK // 2, middle)
    left, cells = CROSS_EDGE + RANK, columns.left
    if row.disc is not None and columns.count <= ROOMY:
        canvas.disc(row.disc, left, middle - DISC // 2, DISC)
        left += DISC + 10
    room = cells - 10 - left
    if row.note:
        room -= 10 + canvas.text(
            (cells - 10, middle), row.note, 22, GOLD, anchor="right", width=room // 2
        )
    colour = GOLD if row.own else WHITE
    canvas.text((left, middle), row.name, 26, colour, width=max(0, room))
    for number, cell in enumerate(row.cells[: columns.count]):
        _draw_cell(canvas, cell, cells + number * columns.step, y, columns.step)
    right = (WIDTH - CROSS_EDGE - 14, middle)
    canvas.text(
        right, row.total, 29, colour, weight=Weight.BOLD, anchor="right", width=columns.total - 18
    )


def render_cross(model: CrossPicture) -> Picture:
    """Draw standings, the first 25 rows, with a cross table of up to nine columns."""
    rows, columns = model.rows[:MOST_ROWS], _Columns(len(model.columns))
    if model.wide:
        columns = _Columns(len(model.columns), WIDE_STEP, WIDE_TOTAL)
    top = TITLE + (CROSS_SUBTITLE if model.subtitle else 0)
    heads = CROSS_HEADS if columns.count or model.total_label else 0
    canvas = Canvas(model.look, top + heads + len(rows) * (ROW + CROSS_GAP) + CROSS_EDGE)
    middle, room = WIDTH // 2, WIDTH - 2 * CROSS_EDGE
    bold = Weight.BOLD
    canvas.text((middle, 40), model.title, 38, weight=bold, anchor="middle", width=room)
    if model.subtitle:
        canvas.text((middle, 80), model.subtitle, 23, PALE, anchor="middle", width=room)
    first, head, step = columns.left, top + heads // 2, columns.step
    for number, title in enumerate(model.columns):
        place = (first + number * step + step // 2, head)
        canvas.text(place, title, 21, PALE, anchor="middle", width=step)
    if model.total_label:
        place = (WIDTH - CROSS_EDGE - 14, head)
        canvas.text(place, model.total_label, 21, PALE, anchor="right", width=columns.total)
    for number, row in enumerate(rows):
        _draw_row(canvas, row, columns, top + heads + number * (ROW + CROSS_GAP))
    return canvas.picture()
