"""Pictures of leaderboards, graphs and profiles."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from bot.render.canvas import WIDTH, Canvas
from bot.render.fonts import Weight, text_width
from bot.render.models import BoardPicture, BoardRow, GraphPicture, Picture, ProfilePicture
from bot.render.palette import BLACK, DEEP_GOLD, GOLD, INK, MARGIN_RED, PALE, WHITE, Colour
from bot.render.result import draw_facts, facts_height

BOARD_EDGE: Final = 24
TITLE: Final = 92
SUBTITLE: Final = 36
ROW: Final = 64
BOARD_DISC: Final = 42
ROW_GAP: Final = 8
MOST_BOARD_ROWS: Final = 25
APART: Final = 20
MEDALS: Final[dict[str, Colour]] = {"1": GOLD, "2": PALE, "3": DEEP_GOLD}


def _draw_board_row(canvas: Canvas, row: BoardRow, y: int) -> None:
    width = WIDTH - 2 * BOARD_EDGE
    middle = y + ROW // 2
    canvas.panel((BOARD_EDGE, y, width, ROW), 16, BLACK, 0.30)
    length = round(width * min(1.0, max(0.0, row.fraction)))
    if length > 32:
        # The bar fills the row: thin bars below the text would look like underlines.
        canvas.panel((BOARD_EDGE, y, length, ROW), 16, GOLD, 0.12)
    if row.own:
        canvas.frame((BOARD_EDGE, y, width, ROW), 16, GOLD, 4)
    left, right = BOARD_EDGE + 66, WIDTH - BOARD_EDGE - 18
    colour = GOLD if row.own else WHITE
    place = (BOARD_EDGE + 38, middle)
    medal = MEDALS.get(row.rank)
    if medal is not None:
        canvas.panel((place[0] - 20, middle - 20, 40, 40), 20, medal)
    ink = PALE if medal is None else (WHITE if medal == DEEP_GOLD else INK)
    canvas.text(place, row.rank, 28, ink, weight=Weight.BOLD, anchor="middle", width=52)
    if row.disc is not None:
        canvas.disc(row.disc, left, middle - BOARD_DISC // 2, BOARD_DISC)
        left += BOARD_DISC + 12
    style = Weight.BOLD
    right -= 18 + canvas.text(
        (right, middle), row.value, 34, colour, weight=style, anchor="right", width=220
    )
    if row.note:
        right -= 18 + canvas.text(
            (right, middle), row.note, 23, PALE, anchor="right", width=(right - left) // 2
        )
    canvas.text((left, middle), row.name, 30, width=right - left)


def render_board(model: BoardPicture) -> Picture:
    """Draw a leaderboard, its first 25 rows."""
    rows = model.rows[:MOST_BOARD_ROWS]
    head = TITLE + (SUBTITLE if model.subtitle else 0)
    apart = APART + ROW if model.outside is not None else 0
    canvas = Canvas(model.look, head + len(rows) * (ROW + ROW_GAP) + apart + BOARD_EDGE)
    middle, room = WIDTH // 2, WIDTH - 2 * BOARD_EDGE
    style = Weight.BOLD
    canvas.text((middle, 50), model.title, 44, weight=style, anchor="middle", width=room)
    if model.subtitle:
        size = next((n for n in (25, 23, 21) if text_width(model.subtitle, n) <= room), 19)
        canvas.text((middle, 96), model.subtitle, size, PALE, anchor="middle", width=room)
    for place, row in enumerate(rows):
        _draw_board_row(canvas, row, head + place * (ROW + ROW_GAP))
    if model.outside is not None:
        y = head + len(rows) * (ROW + ROW_GAP)
        for dot in (-1, 0, 1):
            canvas.panel((middle + dot * 18 - 4, y + 2, 8, 8), 4, PALE)
        _draw_board_row(canvas, model.outside, y + APART)
    return canvas.picture()


HEIGHT: Final = 176
GRAPH_EDGE: Final = 16
SCALE: Final = 64
"""Width of the numbers at the right."""
NAMES: Final = 34
"""Height of the line of a name, above the plot and below it."""
SUPERSAMPLING: Final = 2
LEAST_RANGE: Final = 10.0
"""The points from the middle to the edge if no value is larger."""
LETTERS: Final = 24
AREA: Final = 70
"""Opacity of the area between the curve and the middle, of 255."""
POINT: Final = 6
MARKED: Final = 10

_LEFT: Final = GRAPH_EDGE + 14
_TOP: Final = GRAPH_EDGE // 2 + NAMES
_SIZE: Final = (WIDTH - 2 * GRAPH_EDGE - 14 - SCALE, HEIGHT - 2 * _TOP)


def _graph_points(values: tuple[float, ...], limit: float) -> list[tuple[float, float]]:
    """Return values as points of the plot."""
    width, height = _SIZE
    steps = max(1, len(values) - 1)
    return [(n / steps * width, (1 - value / limit) / 2 * height) for n, value in enumerate(values)]


def _draw_curve(canvas: Canvas, points: list[tuple[float, float]]) -> None:
    """Draw the values as a line, and the area between it and the middle."""
    k, (width, height) = SUPERSAMPLING, _SIZE
    bleed = POINT
    size = ((width + 2 * bleed) * k, (height + 2 * bleed) * k)
    large = [((x + bleed) * k, (y + bleed) * k) for x, y in points]
    middle = (height / 2 + bleed) * k
    area, line = Image.new("L", size), Image.new("L", size)
    outline = [(large[0][0], middle), *large, (large[-1][0], middle)]
    ImageDraw.Draw(area).polygon(outline, fill=AREA)
    ImageDraw.Draw(line).line(large, fill=255, width=4 * k, joint="curve")
    canvas.mask(area.reduce(k), _LEFT - bleed, _TOP - bleed, WHITE)
    canvas.mask(line.reduce(k), _LEFT - bleed, _TOP - bleed, WHITE)


def _draw_point(canvas: Canvas, point: tuple[float, float], radius: int, colour: Colour) -> None:
    x, y = _LEFT + round(point[0]), _TOP + round(point[1])
    box = (x - radius, y - radius, 2 * radius, 2 * radius)
    canvas.panel(box, radius, colour)


def render_graph(model: GraphPicture) -> Picture:
    """Draw a value over the steps of a round.

    Raises ``ValueError`` when there is no value.
    """
    if not model.values:
        raise ValueError("a graph needs at least one value")
    canvas, (width, height) = Canvas(model.look, HEIGHT), _SIZE
    canvas.panel(
        (GRAPH_EDGE // 2, GRAPH_EDGE // 2, WIDTH - GRAPH_EDGE, HEIGHT - GRAPH_EDGE), 14, BLACK, 0.30
    )
    limit = max(LEAST_RANGE, *(abs(value) for value in model.values))
    points = _graph_points(model.values, limit)
    canvas.panel((_LEFT, _TOP + height // 2, width, 1), 0, WHITE, 0.5)
    right, bold = WIDTH - GRAPH_EDGE - 6, Weight.BOLD
    for y, name in ((_TOP - NAMES // 2, model.top), (_TOP + height + NAMES // 2, model.bottom)):
        canvas.text((_LEFT, y), name, LETTERS, PALE, weight=bold, width=width)
        canvas.text((right, y), f"+{limit:.0f}", LETTERS, PALE, anchor="right", width=SCALE)
    _draw_curve(canvas, points)
    for step in model.poor:
        _draw_point(canvas, points[step], POINT, MARGIN_RED)
    x = _LEFT + round(points[model.at][0])
    canvas.panel((x - 1, _TOP - 4, 2, height + 8), 0, GOLD, 0.9)
    _draw_point(canvas, points[model.at], MARKED, GOLD)
    return canvas.picture()


EDGE: Final = 24
HEAD: Final = 124
DISC: Final = 80
MEDAL: Final = 32
MOST_MEDALS: Final = 4
CHART: Final = 270
FOOT: Final = 34
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
