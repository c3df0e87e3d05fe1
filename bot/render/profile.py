"""The picture of a player's profile with the rating over time."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.render.board import MEDALS
from bot.render.canvas import WIDTH, Canvas
from bot.render.fonts import Weight
from bot.render.models import Picture, ProfilePicture
from bot.render.palette import BLACK, DEEP_GOLD, GOLD, INK, PALE, WHITE
from bot.render.result import draw_facts, facts_height

EDGE: Final = 24
HEAD: Final = 124
DISC: Final = 80
MEDAL: Final = 32
MOST_MEDALS: Final = 4
CHART: Final = 270
FOOT: Final = 34
SUPERSAMPLING: Final = 2
BAND: Final = 38
"""Opacity of the band of uncertainty: 15 of 100."""


def _ticks(low: float, high: float) -> list[int]:
    """Return two to five round numbers between the two."""
    for step in (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500, 10_000):
        first = -int(-low // step) * step
        marks = list(range(first, int(high) + 1, step))
        if len(marks) <= 5:
            return marks
    return []


def _points(values: Sequence[float], span: tuple[float, float]) -> list[tuple[float, float]]:
    """Return values as points of the chart, in its supersampled pixels."""
    low, high = span
    width, height = _plot_size()
    steps = max(1, len(values) - 1)
    return [(n / steps * width, (high - v) / (high - low) * height) for n, v in enumerate(values)]


def _plot_size() -> tuple[int, int]:
    return (WIDTH - 2 * EDGE - 110) * SUPERSAMPLING, (CHART - 25 - FOOT) * SUPERSAMPLING


def _span(model: ProfilePicture) -> tuple[float, float]:
    """Return the lower and upper rating limits: the curve, and as much band as fits."""
    low, high = min(model.history), max(model.history)
    slack = max(25.0, (high - low) * 0.2)
    return low - slack, high + slack


def _draw_chart(canvas: Canvas, model: ProfilePicture, y: int) -> None:
    """Draw the rating as a line over the rated matches, its uncertainty as a band."""
    canvas.panel((EDGE, y, WIDTH - 2 * EDGE, CHART), 18, BLACK, 0.30)
    history, span = model.history, _span(model)
    left, top = EDGE + 88, y + 25
    size = _plot_size()
    height = size[1] // SUPERSAMPLING
    for mark in _ticks(*span):
        down = top + round((span[1] - mark) / (span[1] - span[0]) * height)
        canvas.panel((left, down, WIDTH - 2 * EDGE - 110, 1), 0, WHITE, 0.26)
        canvas.text((left - 12, down), str(mark), 22, PALE, anchor="right", width=76)
    foot = y + CHART - FOOT // 2 - 2
    canvas.text((left, foot), model.since, 20, PALE)
    canvas.text((left + size[0] // SUPERSAMPLING, foot), model.until, 20, PALE, anchor="right")
    if len(model.spread) == len(history):
        above = [v + s for v, s in zip(history, model.spread, strict=True)]
        below = [v - s for v, s in zip(history, model.spread, strict=True)]
        band = Image.new("L", size)
        outline = [*_points(above, span), *reversed(_points(below, span))]
        ImageDraw.Draw(band).polygon(outline, fill=BAND)
        canvas.mask(band.reduce(SUPERSAMPLING), left, top, GOLD)
    points = _points(history, span)
    line = Image.new("L", size)
    draw = ImageDraw.Draw(line)
    draw.line(points, fill=255, width=4 * SUPERSAMPLING, joint="curve")
    x, down_at = points[-1]
    r = 8 * SUPERSAMPLING
    draw.ellipse((x - 2 * r, down_at - r, x, down_at + r), fill=255)
    canvas.mask(line.reduce(SUPERSAMPLING), left, top, GOLD)


def _draw_medals(canvas: Canvas, medals: tuple[str, ...], x: int, y: int) -> None:
    """Draw the ranks of past months, as many as fit beside the name."""
    for number, place in enumerate(medals[:MOST_MEDALS]):
        left = x + number * (MEDAL + 8)
        colour = MEDALS.get(place, PALE)
        canvas.panel((left, y, MEDAL, MEDAL), MEDAL // 2, colour)
        ink = WHITE if colour == DEEP_GOLD else INK
        middle = (left + MEDAL // 2, y + MEDAL // 2)
        canvas.text(middle, place, 22, ink, weight=Weight.BOLD, anchor="middle", width=MEDAL)


def _draw_head(canvas: Canvas, model: ProfilePicture) -> None:
    """Draw the player at the left, the rating at the right."""
    right, style = WIDTH - EDGE, Weight.BOLD
    used = canvas.text((right, 50), model.rating, 60, GOLD, weight=style, anchor="right", width=300)
    if model.rating_label:
        wide = canvas.text((right, 94), model.rating_label, 23, PALE, anchor="right", width=320)
        used = max(used, wide)
    left = EDGE
    if model.disc is not None:
        canvas.disc(model.disc, left, 22, DISC)
        left += DISC + 18
    room = max(0, right - used - 20 - left)
    alone = not (model.title or model.medals)
    canvas.text((left, 58 if alone else 44), model.name, 44, weight=style, width=room)
    if model.medals:
        _draw_medals(canvas, model.medals, left, 76)
        left += len(model.medals[:MOST_MEDALS]) * (MEDAL + 8) + 6
    if model.title:
        canvas.text((left, 92), model.title, 25, PALE, width=max(0, right - used - 20 - left))


def render_profile(model: ProfilePicture) -> Picture:
    """Draw a player's rating, its history and some figures."""
    chart = CHART + 14 if len(model.history) > 1 else 0
    facts = facts_height(model.stats)
    canvas = Canvas(model.look, HEAD + chart + facts + EDGE)
    _draw_head(canvas, model)
    if chart:
        _draw_chart(canvas, model, HEAD)
    draw_facts(canvas, model.stats, HEAD + chart + 4)
    return canvas.picture()
