"""The head above the own cards: the opponent, the scores, the figures of the table."""

from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.fonts import Weight, fitted, text_width
from bot.render.models import HeadPicture, Picture
from bot.render.palette import BLACK, PALE

EDGE: Final = 20
BAR: Final = 60
"""Height of the line with the opponent."""
FIGURES: Final = 98
TOP: Final = 58
"""Width of the top discard."""
DISC: Final = 42


def _draw_score(canvas: Canvas, label: str, score: str, right: int, middle: int) -> int:
    """Words and a score that end at ``right``; returns where they begin."""
    right -= canvas.text((right, middle), score, 34, weight=Weight.BOLD, anchor="right", width=220)
    if label:
        right -= 10
        right -= canvas.text((right, middle), label, 26, PALE, anchor="right", width=150)
    return right


def _draw_bar(canvas: Canvas, model: HeadPicture, y: int) -> None:
    """The opponent at the left, the own score at the right, the round between them."""
    canvas.panel((EDGE, y, WIDTH - 2 * EDGE, BAR), 16, BLACK, 0.30)
    middle, left = y + BAR // 2, EDGE + 12
    if model.disc is not None:
        canvas.disc(model.disc, left, middle - DISC // 2, DISC)
        left += DISC + 12
    right = WIDTH - EDGE - 18
    if model.own_score:
        right = _draw_score(canvas, model.own_label, model.own_score, right, middle) - 26
    if model.place:
        right -= canvas.text((right, middle), model.place, 24, PALE, anchor="right", width=160) + 26
    score = text_width(model.score, 34, Weight.BOLD) + 14
    name = fitted(model.name, max(0, right - left - score), 30)
    left += canvas.text((left, middle), name, 30) + 14
    canvas.text((left, middle), model.score, 34, weight=Weight.BOLD)


def _draw_figures(canvas: Canvas, model: HeadPicture, y: int) -> None:
    """The top discard and the figures of the table."""
    labels, values, x = y + 18, y + 60, EDGE
    if model.discard is not None:
        canvas.card(model.discard, TOP, x, y + 4)
        x += TOP + 16
    for label, value in model.figures:
        room = max(0, WIDTH - EDGE - x)
        wide = canvas.text((x, labels), label, 26, PALE, width=room)
        wide = max(wide, canvas.text((x, values), value, 44, weight=Weight.BOLD, width=room))
        x += wide + 30


def render_head(model: HeadPicture) -> Picture:
    """Draw what stands above the own cards."""
    bar = BAR + 10 if model.name else 0
    canvas = Canvas(model.look, 12 + bar + FIGURES + 4)
    if bar:
        _draw_bar(canvas, model, 12)
    _draw_figures(canvas, model, 12 + bar)
    return canvas.picture()
