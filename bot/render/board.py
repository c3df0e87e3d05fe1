"""A leaderboard, and a player's profile with the rating over time."""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.render.canvas import WIDTH, Canvas
from bot.render.fonts import Weight
from bot.render.models import BoardPicture, BoardRow, Picture, ProfilePicture
from bot.render.palette import BLACK, GOLD, PALE, WHITE
from bot.render.result import draw_facts, facts_height

EDGE: Final = 24
TITLE: Final = 92
SUBTITLE: Final = 36
ROW: Final = 64
ROW_GAP: Final = 8
MOST_ROWS: Final = 25
HEAD: Final = 118
CHART: Final = 250
SUPERSAMPLING: Final = 2


def _draw_row(canvas: Canvas, row: BoardRow, y: int) -> None:
    width = WIDTH - 2 * EDGE
    middle = y + ROW // 2
    canvas.panel((EDGE, y, width, ROW), 16, BLACK, 0.30)
    length = round(width * min(1.0, max(0.0, row.fraction)))
    if length > 32:
        canvas.panel((EDGE + 16, y + ROW - 8, length - 32, 4), 2, GOLD)
    if row.highlighted:
        canvas.frame((EDGE, y, width, ROW), 16, GOLD, 4)
    left, right = EDGE + 60, WIDTH - EDGE - 18
    colour = GOLD if row.highlighted else WHITE
    place = (EDGE + 34, middle)
    canvas.text(place, row.rank, 30, PALE, weight=Weight.BOLD, anchor="middle", width=56)
    style = Weight.BOLD
    right -= 18 + canvas.text(
        (right, middle), row.value, 34, colour, weight=style, anchor="right", width=220
    )
    if row.note:
        right -= 18 + canvas.text(
            (right, middle), row.note, 23, PALE, anchor="right", width=(right - left) // 2
        )
    canvas.text((left, middle), row.name, 30, width=right - left)


@lru_cache(maxsize=64)
def render_board(model: BoardPicture) -> Picture:
    """Draw a leaderboard, its first 25 rows."""
    rows = model.rows[:MOST_ROWS]
    head = TITLE + (SUBTITLE if model.subtitle else 0)
    canvas = Canvas(model.look, head + len(rows) * (ROW + ROW_GAP) + EDGE)
    middle, room = WIDTH // 2, WIDTH - 2 * EDGE
    style = Weight.BOLD
    canvas.text((middle, 50), model.title, 44, weight=style, anchor="middle", width=room)
    if model.subtitle:
        canvas.text((middle, 96), model.subtitle, 25, PALE, anchor="middle", width=room)
    for place, row in enumerate(rows):
        _draw_row(canvas, row, head + place * (ROW + ROW_GAP))
    return canvas.picture()


def _ticks(low: float, high: float) -> list[int]:
    """Two to five round numbers between the two."""
    for step in (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500, 10_000):
        first = -int(-low // step) * step
        marks = list(range(first, int(high) + 1, step))
        if len(marks) <= 5:
            return marks
    return []


def _points(history: tuple[float, ...], span: tuple[float, float]) -> list[tuple[float, float]]:
    """The history as points of the chart, in its supersampled pixels."""
    low, high = span
    width, height = _plot_size()
    steps = max(1, len(history) - 1)
    pairs = enumerate(history)
    return [(n / steps * width, (high - v) / (high - low) * height) for n, v in pairs]


def _plot_size() -> tuple[int, int]:
    return (WIDTH - 2 * EDGE - 110) * SUPERSAMPLING, (CHART - 50) * SUPERSAMPLING


def _draw_chart(canvas: Canvas, history: tuple[float, ...], y: int) -> None:
    """The rating as a line over the rounds played, with round marks at the left."""
    canvas.panel((EDGE, y, WIDTH - 2 * EDGE, CHART), 18, BLACK, 0.30)
    slack = max(8.0, (max(history) - min(history)) * 0.12)
    span = (min(history) - slack, max(history) + slack)
    left, top = EDGE + 88, y + 25
    size = _plot_size()
    for mark in _ticks(*span):
        down = top + round((span[1] - mark) / (span[1] - span[0]) * (CHART - 50))
        canvas.panel((left, down, WIDTH - 2 * EDGE - 110, 1), 0, WHITE, 0.26)
        canvas.text((left - 12, down), str(mark), 22, PALE, anchor="right", width=76)
    points = _points(history, span)
    area = Image.new("L", size)
    floor = [(points[-1][0], size[1]), (0, size[1])]
    ImageDraw.Draw(area).polygon([*points, *floor], fill=70)
    canvas.mask(area.reduce(SUPERSAMPLING), left, top, GOLD)
    line = Image.new("L", size)
    draw = ImageDraw.Draw(line)
    draw.line(points, fill=255, width=4 * SUPERSAMPLING, joint="curve")
    x, down_at = points[-1]
    r = 8 * SUPERSAMPLING
    draw.ellipse((x - 2 * r, down_at - r, x, down_at + r), fill=255)
    canvas.mask(line.reduce(SUPERSAMPLING), left, top, GOLD)


@lru_cache(maxsize=64)
def render_profile(model: ProfilePicture) -> Picture:
    """Draw a player's rating, its history and a few figures."""
    chart = CHART + 14 if len(model.history) > 1 else 0
    facts = facts_height(model.stats)
    canvas = Canvas(model.look, HEAD + chart + facts + EDGE)
    right = WIDTH - EDGE
    style = Weight.BOLD
    used = canvas.text((right, 50), model.rating, 60, GOLD, weight=style, anchor="right", width=300)
    if model.rating_label:
        canvas.text((right, 94), model.rating_label, 23, PALE, anchor="right", width=300)
    room = WIDTH - 2 * EDGE - max(used, 120) - 20
    canvas.text((EDGE, 56), model.name, 44, weight=style, width=room)
    if chart:
        _draw_chart(canvas, model.history, HEAD)
    draw_facts(canvas, model.stats, HEAD + chart + 4)
    return canvas.picture()
