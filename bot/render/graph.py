"""The picture of a value over the steps of a round, such as the expected points in a replay."""

from typing import Final

from PIL import Image, ImageDraw

from bot.render.canvas import WIDTH, Canvas
from bot.render.fonts import Weight
from bot.render.models import GraphPicture, Picture
from bot.render.palette import BLACK, GOLD, MARGIN_RED, PALE, WHITE, Colour

HEIGHT: Final = 176
EDGE: Final = 16
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

_LEFT: Final = EDGE + 14
_TOP: Final = EDGE // 2 + NAMES
_SIZE: Final = (WIDTH - 2 * EDGE - 14 - SCALE, HEIGHT - 2 * _TOP)


def _points(values: tuple[float, ...], limit: float) -> list[tuple[float, float]]:
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
    canvas.panel((EDGE // 2, EDGE // 2, WIDTH - EDGE, HEIGHT - EDGE), 14, BLACK, 0.30)
    limit = max(LEAST_RANGE, *(abs(value) for value in model.values))
    points = _points(model.values, limit)
    canvas.panel((_LEFT, _TOP + height // 2, width, 1), 0, WHITE, 0.5)
    right, bold = WIDTH - EDGE - 6, Weight.BOLD
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
