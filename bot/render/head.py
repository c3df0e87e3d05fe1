"""The head above a player's cards: the opponent, the scores, the figures of the table."""

from typing import Final

from bot.render.canvas import WIDTH, Canvas
from bot.render.fonts import Weight, fitted, text_width
from bot.render.models import HeadPicture, Picture
from bot.render.palette import BLACK, PALE
from bot.render.tiles import TILE, draw_tile

EDGE: Final = 20
BAR: Final = 60
"""Height of the opponent's line."""
FIGURES: Final = 58
DISC: Final = 42


def _draw_score(canvas: Canvas, label: str, score: str, right: int, middle: int) -> int:
    """Draw a label and a score that end at ``right``; return their left edge."""
    right -= canvas.text((right, middle), score, 34, weight=Weight.BOLD, anchor="right", width=220)
    if label:
        right -= 10
        right -= canvas.text((right, middle), label, 26, PALE, anchor="right", width=150)
    return right


def _draw_bar(canvas: Canvas, model: HeadPicture, y: int) -> None:
    """Draw the opponent at the left, the player's score at the right."""
    canvas.panel((EDGE, y, WIDTH - 2 * EDGE, BAR), 16, BLACK, 0.30)
    middle, left = y + BAR // 2, EDGE + 12
    if model.disc is not None:
        canvas.disc(model.disc, left, middle - DISC // 2, DISC)
        left += DISC + 12
    right = WIDTH - EDGE - 18
    if model.own_score:
        right = _draw_score(canvas, model.own_label, model.own_score, right, middle) - 30
    score = text_width(model.score, 34, Weight.BOLD) + 14
    name = fitted(model.name, max(0, right - left - score), 30)
    left += canvas.text((left, middle), name, 30) + 14
    canvas.text((left, middle), model.score, 34, weight=Weight.BOLD)


def _draw_figures(canvas: Canvas, model: HeadPicture, y: int) -> None:
    """Draw the top discard and the table's figures at the left, the round at the right."""
    middle, x, right = y + FIGURES // 2, EDGE + 4, WIDTH - EDGE - 4
    if model.place:
        right -= canvas.text((right, middle), model.place, 28, PALE, anchor="right", width=200) + 20
    if model.discard is not None:
        x += 12 + canvas.text((x, middle), model.discard_label, 28, PALE, width=220)
        draw_tile(canvas, model.discard, x, middle - TILE[1] // 2)
        x += TILE[0] + 34
    for label, value in model.figures:
        x += 12 + canvas.text((x, middle), label, 28, PALE, width=max(0, right - x))
        room, style = max(0, right - x), Weight.BOLD
        x += 34 + canvas.text((x, middle), value, 40, weight=style, width=room)


def render_head(model: HeadPicture) -> Picture:
    """Draw the head above a player's cards."""
    bar = BAR + 4 if model.name else 0
    canvas = Canvas(model.look, 10 + bar + FIGURES + 4)
    if bar:
        _draw_bar(canvas, model, 10)
    _draw_figures(canvas, model, 10 + bar)
    return canvas.picture()
