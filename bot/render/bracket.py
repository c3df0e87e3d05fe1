"""The picture of a knockout: columns of pairs, joined by lines."""

from dataclasses import dataclass
from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.event_models import BracketPicture, BracketSlot
from bot.render.fonts import Weight
from bot.render.models import Picture
from bot.render.palette import BLACK, GOLD, INK, PALE, WHITE
from bot.render.shapes import crown_mask

EDGE: Final = 14
TITLE: Final = 70
SUBTITLE: Final = 30
HEADS: Final = 40
SLOT: Final = 38
PAIR: Final = 2 * SLOT + 2
GAP: Final = 14
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
    room = WIDTH - 2 * EDGE - LINK * (len(rounds) - 1)
    unit = min(WIDEST, room / (len(rounds) - 1 + WIDER))
    first = len(rounds[0].pairs)
    centres = [top + n * (PAIR + GAP) + PAIR // 2 for n in range(first)]
    columns, x = [], EDGE
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
    beside = len(model.rounds[0].pairs) * (PAIR + GAP) // 2 - PAIR // 2
    return max(0, PAIR + 60 - beside)


def render_bracket(model: BracketPicture) -> Picture:
    """Draw a knockout of up to 32 players."""
    top = TITLE + (SUBTITLE if model.subtitle else 0) + HEADS
    columns = _columns(model, top)
    body = len(model.rounds[0].pairs) * (PAIR + GAP) - GAP
    canvas = Canvas(model.look, top + body + _third_room(model) + FOOT)
    middle, room = WIDTH // 2, WIDTH - 2 * EDGE
    bold = Weight.BOLD
    canvas.text((middle, 40), model.title, 38, weight=bold, anchor="middle", width=room)
    if model.subtitle:
        canvas.text((middle, 80), model.subtitle, 23, PALE, anchor="middle", width=room)
    for number, (column, one) in enumerate(zip(columns, model.rounds, strict=True)):
        head = (column.x + column.width // 2, top - HEADS // 2)
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
