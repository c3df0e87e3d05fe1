"""The picture of a round's end: both hands laid out, layoffs in place."""

from collections.abc import Sequence
from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.faces import card_height
from bot.render.fonts import Weight, text_width
from bot.render.layout import Group, Measures, Place, arranged
from bot.render.models import LaidHand, Picture, RoundEndPicture
from bot.render.palette import BLACK, GOLD, INK, PALE, WHITE
from bot.render.shapes import crown_mask, plus_mask, rounded_mask

EDGE: Final = 20
CARD: Final = 106
MEASURES: Final = Measures(CARD, tuple(range(72, 49, -2)), 20, EDGE + 10, WIDTH - 2 * EDGE - 20)
PLATE: Final = 68
DISC: Final = 44
HEAD: Final = 42
"""Space above a row for the mark of a laid-off card."""
RAISE: Final = 10
LABEL: Final = 40
BETWEEN: Final = 16
SUM: Final = 50


def _rows(hand: LaidHand) -> tuple[tuple[Place, ...], ...]:
    melds = [Group(meld.cards) for meld in hand.melds]
    return arranged([*melds, Group(hand.deadwood, loose=True)], MEASURES)


def _height(hand: LaidHand) -> int:
    label = LABEL if hand.deadwood_label else 0
    return PLATE + len(_rows(hand)) * (card_height(CARD) + HEAD) + 12 + label


def _draw_badge(canvas: Canvas, hand: LaidHand, right: int, middle: int) -> int:
    """Draw the word for the player's result, ending at ``right``; return its width."""
    width = min(260, text_width(hand.badge, 26, Weight.BOLD)) + 36
    ground, ink = (GOLD, INK) if hand.winner else (INK, WHITE)
    canvas.panel((right - width, middle - 21, width, 42), 21, ground)
    place = (right - width // 2, middle)
    canvas.text(place, hand.badge, 26, ink, weight=Weight.BOLD, anchor="middle", width=260)
    return width


def _draw_plate(canvas: Canvas, hand: LaidHand, y: int) -> None:
    box = (EDGE, y, WIDTH - 2 * EDGE, PLATE)
    canvas.panel(box, 16, BLACK, 0.50 if hand.winner else 0.30)
    left, right, middle = EDGE + 18, WIDTH - EDGE - 18, y + PLATE // 2
    if hand.winner:
        canvas.frame(box, 16, GOLD, 4)
        canvas.mask(crown_mask(36), left, middle - 19, GOLD)
        left += 48
    if hand.disc is not None:
        canvas.disc(hand.disc, left - 4, middle - DISC // 2, DISC)
        left += DISC + 8
    if hand.points:
        colour = GOLD if hand.winner else WHITE
        style = Weight.BOLD
        right -= canvas.text((right, middle), hand.points, 42, colour, weight=style, anchor="right")
        right -= 18
    if hand.badge:
        right -= _draw_badge(canvas, hand, right, middle) + 16
    canvas.text((left, middle), hand.name, 32, width=max(0, right - left))


def _draw_row(canvas: Canvas, hand: LaidHand, row: Sequence[Place], y: int) -> None:
    loose = [place.x for place in row if place.loose]
    if loose:
        box = (loose[0] - 8, y - 8, loose[-1] + CARD + 16 - loose[0], card_height(CARD) + 16)
        canvas.panel(box, 14, BLACK, 0.26)
    added = {card for meld in hand.melds for card in meld.laid_off}
    for place in row:
        marked = place.card in added and not place.loose
        top = y - RAISE if marked else y
        canvas.card(place.card, CARD, place.x, top)
        if marked:
            canvas.card_frame(CARD, place.x, top, GOLD, 4)
            canvas.mask(rounded_mask(44, 32, 16), place.x + 4, top - 28, INK)
            canvas.mask(rounded_mask(40, 28, 14), place.x + 6, top - 26, GOLD)
            canvas.mask(plus_mask(24), place.x + 14, top - 24, INK)


def _draw_label(canvas: Canvas, hand: LaidHand, last: Sequence[Place], y: int) -> None:
    loose = [place.x for place in last if place.loose]
    middle = (loose[0] + loose[-1] + CARD) // 2 if loose else WIDTH // 2
    half = text_width(hand.deadwood_label, 26, Weight.BOLD) // 2 + EDGE
    middle = max(half, min(WIDTH - half, middle))
    canvas.text((middle, y), hand.deadwood_label, 26, PALE, weight=Weight.BOLD, anchor="middle")


def _draw_hand(canvas: Canvas, hand: LaidHand, y: int) -> int:
    """Draw one player's plate and cards; return the y position below them."""
    _draw_plate(canvas, hand, y)
    y += PLATE
    rows = _rows(hand)
    for row in rows:
        _draw_row(canvas, hand, row, y + HEAD)
        y += HEAD + card_height(CARD)
    y += 12
    if hand.deadwood_label:
        _draw_label(canvas, hand, rows[-1] if rows else (), y + LABEL // 2)
        y += LABEL
    return y


def render_round_end(model: RoundEndPicture) -> Picture:
    """Draw both hands as they lie on the table after a round."""
    height = EDGE + _height(model.top) + BETWEEN + _height(model.bottom) + EDGE - 4
    size = _sum_size(model.sum_line)
    canvas = Canvas(model.look, height + (SUM if size else 0))
    below = _draw_hand(canvas, model.top, EDGE)
    _draw_hand(canvas, model.bottom, below + BETWEEN)
    if size:
        middle = (WIDTH // 2, height + SUM // 2 - 10)
        room = WIDTH - 2 * EDGE
        canvas.text(
            middle, model.sum_line, size, GOLD, weight=Weight.BOLD, anchor="middle", width=room
        )
    return canvas.picture()


def _sum_size(line: str) -> int:
    """Return the largest text size that fits both edges; 0 for no line."""
    room = WIDTH - 2 * EDGE
    sizes = (size for size in (32, 28, 24) if text_width(line, size, Weight.BOLD) <= room)
    return next(sizes, 22) if line else 0
