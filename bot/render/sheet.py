"""The score sheet in handwritten form: ruled paper, running totals, closed columns."""

from dataclasses import dataclass
from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.fonts import Weight, text_width
from bot.render.models import Picture, SheetColumn, SheetEntry, SheetPicture
from bot.render.palette import FADED, INK, MARGIN_RED, PAPER, PAPER_LINE, PENCIL
from bot.render.shapes import check_mask, ring_mask

EDGE: Final = 16
INSIDE: Final = 18
"""Padding between the paper's border and the text."""
LABELS: Final = 150
TITLE: Final = 58
HEADER: Final = 92
ROW: Final = 42
LINE: Final = 44
RULED_OFF: Final = 16
"""Space for the double rule under a closed column."""
FOOTER: Final = 42
MOST_CELLS: Final = 8
"""The most party columns side by side; more continue in a further band below."""
MOST_ROWS: Final = 24
"""The most entries shown; of a longer list the last ones."""
ROOMY: Final = 190
"""The least width for larger totals."""


@dataclass(frozen=True, slots=True)
class _Band:
    """Columns that stand side by side, and the width of one party's cell."""

    first: int
    columns: tuple[SheetColumn, ...]
    left: int
    cell: int
    rows: int


def _bands(model: SheetPicture) -> list[_Band]:
    parties = max(1, len(model.parties))
    each = max(1, MOST_CELLS // parties)
    left = EDGE + INSIDE + (LABELS if model.lines else 0)
    bands = []
    for first in range(0, len(model.columns), each):
        columns = model.columns[first : first + each]
        cell = (WIDTH - EDGE - INSIDE - left) // (len(columns) * parties)
        longest = max((len(e) for column in columns for e in column.entries), default=0)
        bands.append(_Band(first, columns, left, cell, max(3, min(longest, MOST_ROWS))))
    return bands


def _band_height(model: SheetPicture, band: _Band) -> int:
    return HEADER + band.rows * ROW + RULED_OFF + len(model.lines) * LINE + 16


def _rule(canvas: Canvas, x: int, y: int, length: int, weight: int = 2) -> None:
    canvas.panel((x, y, length, weight), 0, PAPER_LINE)


def _draw_party(
    canvas: Canvas, entries: tuple[SheetEntry, ...], cell: tuple[int, int, int], won: bool
) -> None:
    """Draw running totals from (x, y) in a cell of this width, the last one circled if it won."""
    x, y, width = cell
    shown = entries[-MOST_ROWS:]
    size, style, middle = 36 if width < ROOMY else 40, Weight.PENCIL, x + width // 2
    down = y + ROW // 2
    for row, entry in enumerate(shown):
        total = str(entry.total).replace("-", "\u2212")
        place = (middle, down + row * ROW)
        canvas.text(place, total, size, PENCIL, weight=style, anchor="middle", width=width)
    if won and shown:
        number = text_width(str(shown[-1].total), size, style)
        half = min(number // 2 + 18, width // 2)
        last = down + (len(shown) - 1) * ROW
        canvas.mask(ring_mask(2 * half, 46), middle - half, last - 22, MARGIN_RED)


def _draw_column(canvas: Canvas, model: SheetPicture, band: _Band, place: int, y: int) -> None:
    """Draw one game: its title, the parties' names, their entries; closed ones are ruled off."""
    column, parties = band.columns[place], len(model.parties)
    x, width = band.left + place * parties * band.cell, parties * band.cell
    closed = column.closed_by is not None
    shift = 16 if closed else 0
    title = canvas.text(
        (x + width // 2 - shift, y + 22),
        column.title,
        30,
        FADED if closed else PENCIL,
        weight=Weight.BOLD,
        anchor="middle",
        width=width - 44,
    )
    if closed:
        canvas.mask(check_mask(26), x + width // 2 - shift + title // 2 + 8, y + 9, PENCIL)
    entries = column.entries
    for party, name in enumerate(model.parties):
        left = x + party * band.cell
        middle = (left + band.cell // 2, y + 64)
        canvas.text(middle, name, 32, PENCIL, anchor="middle", width=band.cell - 8)
        own = entries[party] if party < len(entries) else ()
        _draw_party(canvas, own, (left, y + HEADER, band.cell), column.closed_by == party)
        if party:
            canvas.panel((left - 1, y + 46, 2, HEADER - 46 + band.rows * ROW), 0, PAPER_LINE)
    if place:
        height = _band_height(model, band) - 20
        canvas.panel((x - 2, y + 4, 4, height), 0, MARGIN_RED, 0.8)
    if closed:
        down = y + HEADER + band.rows * ROW
        canvas.panel((x + 10, down + 4, width - 20, 3), 0, PENCIL)
        canvas.panel((x + 10, down + 10, width - 20, 3), 0, PENCIL)


def _draw_lines(canvas: Canvas, model: SheetPicture, band: _Band, y: int) -> None:
    """Draw settlement lines: label at the left, a value under every party of every column."""
    parties = len(model.parties)
    for line in model.lines:
        _rule(canvas, EDGE + INSIDE, y, WIDTH - 2 * EDGE - 2 * INSIDE)
        weight = Weight.BOLD if line.strong else Weight.SEMI
        middle = y + LINE // 2 + 1
        colour = PENCIL if line.strong else FADED
        left = EDGE + INSIDE
        canvas.text((left, middle), line.label, 30, colour, weight=weight, width=LABELS - 12)
        first = band.first * parties
        for place, value in enumerate(line.values[first : first + len(band.columns) * parties]):
            across = band.left + place * band.cell + band.cell // 2
            size = 40 if line.strong else 34
            style = Weight.PENCIL
            canvas.text(
                (across, middle),
                value,
                size,
                INK if line.strong else PENCIL,
                weight=style,
                anchor="middle",
                width=band.cell - 6,
            )
        y += LINE


def _draw_band(canvas: Canvas, model: SheetPicture, band: _Band, y: int) -> None:
    length = WIDTH - 2 * EDGE - 2 * INSIDE
    canvas.panel((EDGE + INSIDE, y + HEADER - 4, length, 3), 0, PENCIL)
    for row in range(1, band.rows + 1):
        _rule(canvas, EDGE + INSIDE, y + HEADER + row * ROW, length)
    for place in range(len(band.columns)):
        _draw_column(canvas, model, band, place, y)
    _draw_lines(canvas, model, band, y + HEADER + band.rows * ROW + RULED_OFF)


def render_sheet(model: SheetPicture) -> Picture:
    """Draw the score sheet: a plain game, Hollywood's columns, two or more parties."""
    bands = _bands(model)
    title = TITLE if model.title else 8
    footer = FOOTER if model.footer else 0
    paper = title + sum(_band_height(model, band) for band in bands) + footer + 4
    canvas = Canvas(model.look, paper + 2 * EDGE)
    canvas.panel((EDGE + 2, EDGE + 5, WIDTH - 2 * EDGE, paper), 12, INK, 0.30)
    canvas.panel((EDGE, EDGE, WIDTH - 2 * EDGE, paper), 12, PAPER)
    y = EDGE + title
    if model.title:
        place = (WIDTH // 2, EDGE + 34)
        room = WIDTH - 4 * EDGE
        canvas.text(place, model.title, 32, INK, weight=Weight.BOLD, anchor="middle", width=room)
    for band in bands:
        _draw_band(canvas, model, band, y)
        y += _band_height(model, band)
    if footer:
        place = (WIDTH // 2, y + footer // 2 - 8)
        canvas.text(place, model.footer, 24, FADED, anchor="middle", width=WIDTH - 4 * EDGE)
    return canvas.picture()
