"""The picture of one's own hand: melds together, deadwood apart, marks on single cards."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.faces import card_height
from bot.render.fonts import Weight, text_width
from bot.render.layout import Group, Measures, Place, arranged
from bot.render.models import HandPicture, Picture
from bot.render.palette import BLACK, GOLD, INK, PALE, WHITE
from bot.render.shapes import arrow_mask, lock_mask, rounded_mask

CARD: Final = 132
MOST_BYTES: Final = 40_000
EDGE: Final = 20
RAISE: Final = 18
HEAD: Final = 40
"""Room above a row for the marks and for a raised card."""
LABEL: Final = 38


MEASURES: Final = Measures(CARD, tuple(range(96, 63, -2)), 26, EDGE, WIDTH - 2 * EDGE)


def _draw_tray(canvas: Canvas, places: Sequence[Place], y: int) -> None:
    """A darker bed under the deadwood of a row."""
    loose = [place.x for place in places if place.loose]
    if loose:
        box = (loose[0] - 10, y - 10, loose[-1] + CARD + 20 - loose[0], card_height(CARD) + 20)
        canvas.panel(box, 18, BLACK, 0.26)


def _draw_marks(canvas: Canvas, model: HandPicture, place: Place, y: int) -> None:
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


def _draw_row(canvas: Canvas, model: HandPicture, places: Sequence[Place], y: int) -> None:
    _draw_tray(canvas, places, y)
    for place in places:
        raised = y - RAISE if place.card in model.selected else y
        dimmed = place.card in model.locked
        canvas.card(place.card, CARD, place.x, raised, dimmed=dimmed)
        _draw_marks(canvas, model, place, raised)


def _draw_label(canvas: Canvas, model: HandPicture, last: Sequence[Place], y: int) -> None:
    """The deadwood in words under the last row."""
    loose = [place.x for place in last if place.loose]
    middle = (loose[0] + loose[-1] + CARD) // 2 if loose else WIDTH // 2
    half = text_width(model.deadwood_label, 26, Weight.BOLD) // 2 + EDGE
    middle = max(half, min(WIDTH - half, middle))
    canvas.text((middle, y), model.deadwood_label, 26, PALE, weight=Weight.BOLD, anchor="middle")


@lru_cache(maxsize=256)
def render_hand(model: HandPicture) -> Picture:
    """Draw a player's own hand; any number of cards, in as many rows as they need."""
    groups = [*map(Group, model.melds), Group(model.deadwood, loose=True)]
    rows = arranged(groups, MEASURES)
    pitch = card_height(CARD) + HEAD
    label = LABEL if model.deadwood_label else 0
    canvas = Canvas(model.look, max(1, len(rows)) * pitch + EDGE + label)
    for number, places in enumerate(rows):
        _draw_row(canvas, model, places, number * pitch + HEAD)
    if label:
        _draw_label(canvas, model, rows[-1] if rows else (), canvas.image.height - LABEL // 2 - 4)
    return canvas.picture(MOST_BYTES)
