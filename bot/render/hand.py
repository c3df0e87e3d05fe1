"""The picture of one's own hand: melds together, deadwood apart, marks on single cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.faces import card_height
from bot.render.fonts import Weight, text_width
from bot.render.models import HandPicture, Picture
from bot.render.palette import BLACK, GOLD, INK, PALE, WHITE
from bot.render.shapes import arrow_mask, lock_mask, rounded_mask
from engine.cards import Card

CARD: Final = 132
STEPS: Final = tuple(range(96, 63, -2))
"""Pixels from one card of a group to the next, from roomy to tight."""
TIGHTEST: Final = STEPS[-1]
GAP: Final = 26
"""Pixels between two groups of a row."""
EDGE: Final = 20
RAISE: Final = 18
HEAD: Final = 40
"""Room above a row for the marks and for a raised card."""
LABEL: Final = 38


@dataclass(frozen=True, slots=True)
class _Place:
    card: Card
    x: int
    loose: bool


_Group = tuple[tuple[Card, ...], bool]
"""Cards that stay together, and whether they are deadwood."""
_Row = list[_Group]


def _row_width(row: Sequence[_Group], step: int) -> int:
    cards = sum(len(group) for group, _ in row)
    return cards * step + len(row) * (CARD - step) + (len(row) - 1) * GAP


def _rows(model: HandPicture, step: int, widest: int) -> list[_Row]:
    """Groups from left to right in rows at most ``widest`` wide; deadwood may be divided."""
    rows: list[_Row] = [[]]
    for meld in model.melds:
        most = max(1, (widest - CARD) // step + 1)
        for start in range(0, len(meld), most):
            group = (meld[start : start + most], False)
            if rows[-1] and _row_width([*rows[-1], group], step) > widest:
                rows.append([])
            rows[-1].append(group)
    for card in model.deadwood:
        row = rows[-1]
        longer: _Row = [*row, ((card,), True)]
        if row and row[-1][1]:
            longer = [*row[:-1], ((*row[-1][0], card), True)]
        if row and _row_width(longer, step) > widest:
            rows.append([((card,), True)])
        else:
            rows[-1] = longer
    return rows


def _arranged(model: HandPicture) -> tuple[list[_Row], int]:
    """The fewest rows, as evenly filled and with as roomy a step as they allow."""
    widest = WIDTH - 2 * EDGE
    fewest = len(_rows(model, TIGHTEST, widest))
    step = next(s for s in STEPS if len(_rows(model, s, widest)) == fewest)
    low, high = CARD, widest
    while low < high:
        middle = (low + high) // 2
        if len(_rows(model, step, middle)) <= fewest:
            high = middle
        else:
            low = middle + 1
    return _rows(model, step, low), step


def _places(row: _Row, step: int) -> list[_Place]:
    x = (WIDTH - _row_width(row, step)) // 2
    places: list[_Place] = []
    for group, loose in row:
        places += [_Place(card, x + n * step, loose) for n, card in enumerate(group)]
        x += (len(group) - 1) * step + CARD + GAP
    return places


def _draw_tray(canvas: Canvas, places: Sequence[_Place], y: int) -> None:
    """A darker bed under the deadwood of a row."""
    loose = [place.x for place in places if place.loose]
    if loose:
        box = (loose[0] - 10, y - 10, loose[-1] + CARD + 20 - loose[0], card_height(CARD) + 20)
        canvas.panel(box, 18, BLACK, 0.26)


def _draw_marks(canvas: Canvas, model: HandPicture, place: _Place, y: int) -> None:
    if place.card in model.selected:
        canvas.card_frame(CARD, place.x, y, GOLD, 6)
    if place.card == model.drawn:
        canvas.mask(rounded_mask(52, 34, 17), place.x + 5, y - 30, INK)
        canvas.mask(rounded_mask(48, 30, 15), place.x + 7, y - 28, GOLD)
        canvas.mask(arrow_mask(24), place.x + 19, y - 25, INK)
    if place.card in model.locked:
        x, down = place.x + 8, y + card_height(CARD) - 50
        canvas.mask(rounded_mask(42, 42, 21), x, down, INK)
        canvas.mask(lock_mask(24), x + 9, down + 8, WHITE)


def _draw_row(canvas: Canvas, model: HandPicture, places: Sequence[_Place], y: int) -> None:
    _draw_tray(canvas, places, y)
    for place in places:
        raised = y - RAISE if place.card in model.selected else y
        dimmed = place.card in model.locked
        canvas.card(place.card, model.look.theme, CARD, place.x, raised, dimmed=dimmed)
        _draw_marks(canvas, model, place, raised)


def _draw_label(canvas: Canvas, model: HandPicture, rows: list[list[_Place]], y: int) -> None:
    """The deadwood in words under its last row."""
    loose = [place.x for place in rows[-1] if place.loose]
    middle = (loose[0] + loose[-1] + CARD) // 2 if loose else WIDTH // 2
    half = text_width(model.deadwood_label, 26, Weight.BOLD) // 2 + EDGE
    middle = max(half, min(WIDTH - half, middle))
    canvas.text((middle, y), model.deadwood_label, 26, PALE, weight=Weight.BOLD, anchor="middle")


@lru_cache(maxsize=256)
def render_hand(model: HandPicture) -> Picture:
    """Draw a player's own hand; any number of cards, in as many rows as they need."""
    groups, step = _arranged(model)
    rows = [_places(row, step) for row in groups]
    pitch = card_height(CARD) + HEAD
    label = LABEL if model.deadwood_label else 0
    canvas = Canvas.on_felt(model.look.felt, WIDTH, len(rows) * pitch + EDGE + label)
    for number, places in enumerate(rows):
        _draw_row(canvas, model, places, number * pitch + HEAD)
    if label:
        _draw_label(canvas, model, rows, canvas.image.height - LABEL // 2 - 4)
    return canvas.picture()
