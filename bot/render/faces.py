"""Card faces and backs, drawn once per theme and size, and the small ones for emoji."""

import math
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFilter, WebPImagePlugin

from bot.render.fonts import glyph_mask
from bot.render.models import Back, Picture, Theme
from bot.render.palette import BACKS, FACES, WHITE, Colour, FaceColours, mix
from bot.render.shapes import rounded_mask, suit_mask
from engine.game.cards import RANKS, Card, Suit, rank, suit

COURT_RANK: Final = 10
SHADOW: Final = 105
"""Opacity of the shadow around a card, of 255."""
FIGURES: Final = (152, 208)
"""Size of one court figure in the atlas."""
FIGURES_A_ROW: Final = 6
TINTED: Final = {Suit.CLUBS: 12, Suit.DIAMONDS: 15, Suit.SPADES: 18}
"""The atlas positions of figures in suits with robes of their own colour."""


def card_height(width: int) -> int:
    """Return the height of a card of this width: 5 to 7."""
    return round(width * 1.4)


def index_text(number: Card) -> str:
    """Return the rank as written on the card, ``"10"`` for a ten."""
    letter = RANKS[rank(number)]
    return "10" if letter == "T" else letter


@lru_cache(maxsize=1)
def _atlas() -> Image.Image:
    with (files("bot") / "assets" / "cards" / "courts.webp").open("rb") as stream:
        return WebPImagePlugin.WebPImageFile(stream).convert("RGB")


@lru_cache(maxsize=128)
def _figure(place: int, width: int) -> Image.Image:
    left = place % FIGURES_A_ROW * FIGURES[0]
    top = place // FIGURES_A_ROW * FIGURES[1]
    box = (left, top, left + FIGURES[0], top + FIGURES[1])
    height = round(width * FIGURES[1] / FIGURES[0])
    return _atlas().resize((width, height), Image.Resampling.LANCZOS, box=box)


def _draw_figure(face: Image.Image, number: Card, colours: FaceColours) -> None:
    """Draw the court figure in the lower right corner, framed in the suit's colour."""
    own = suit(number)
    place = int(own) * 3 + rank(number) - COURT_RANK
    if colours.tinted_courts and own in TINTED:
        place = TINTED[own] + rank(number) - COURT_RANK
    width = round(face.width * 0.575)
    figure = _figure(place, width)
    x = face.width - width - round(face.width * 0.06)
    y = face.height - figure.height - round(face.width * 0.06)
    radius = max(2, face.width // 24)
    line = max(1, face.width // 64)
    face.paste(figure, (x, y), rounded_mask(*figure.size, radius))
    border = rounded_mask(*figure.size, radius, line)
    face.paste(mix(colours.suits[own], colours.paper, 0.25), (x, y), border)


def _draw_face(face: Image.Image, number: Card, colours: FaceColours) -> None:
    ink = colours.suits[suit(number)]
    width, height = face.size
    pad = round(width * 0.065)
    index = glyph_mask(index_text(number), round(height * 0.27), round(width * 0.40))
    column = round(width * 0.36)
    left = pad + max(0, (column - index.width) // 2)
    face.paste(ink, (left, pad + round(width * 0.02)), index)
    own = round(width * (0.33 if rank(number) < COURT_RANK or not colours.figures else 0.27))
    below = pad + round(height * 0.315)
    face.paste(ink, (pad + (column - own) // 2, below), suit_mask(suit(number), own))
    if rank(number) >= COURT_RANK and colours.figures:
        _draw_figure(face, number, colours)
        return
    large = round(width * 0.60)
    place = (width - large - round(width * 0.07), height - large - round(width * 0.09))
    face.paste(ink, place, suit_mask(suit(number), large))


def card_face(number: Card, theme: Theme, width: int) -> Image.Image:
    """Return the face ("RGB", square corners) of a card; read-only."""
    colours = FACES[theme]
    face = Image.new("RGB", (width, card_height(width)), colours.paper)
    _draw_face(face, number, colours)
    _draw_edge(face, colours.edge, 2 if theme is Theme.HIGH_CONTRAST else 1)
    return face


def corner_radius(width: int) -> int:
    """Return the radius of a card's corners."""
    return max(3, round(width * 0.085))


def _draw_edge(face: Image.Image, colour: Colour, line: int) -> None:
    face.paste(colour, (0, 0), rounded_mask(*face.size, corner_radius(face.width), line))


@lru_cache(maxsize=32)
def card_mask(width: int) -> tuple[Image.Image, int]:
    """Return the mask of a card with a soft shadow around it, and the shadow's margin in pixels."""
    shadow, margin = card_shadow(width)
    mask = shadow.copy()
    mask.paste(255, (margin, margin), rounded_mask(width, card_height(width), corner_radius(width)))
    return mask, margin


def card_shadow(width: int) -> tuple[Image.Image, int]:
    """Return the mask of the soft shadow alone, and its margin in pixels."""
    margin = max(3, width // 16)
    height = card_height(width)
    solid = rounded_mask(width, height, corner_radius(width))
    shadow = Image.new("L", (width + 2 * margin, height + 2 * margin))
    shadow.paste(SHADOW, (margin, margin + margin // 3), solid)
    return shadow.filter(ImageFilter.GaussianBlur(margin / 2.4)), margin


def dimmed_face(number: Card, theme: Theme, width: int) -> Image.Image:
    """Return a greyed face: a card that cannot be discarded now, or that lies under others."""
    face = card_face(number, theme, width)
    return Image.blend(face, Image.new("RGB", face.size, (112, 118, 124)), 0.34)


def _lattice(draw: ImageDraw.ImageDraw, size: tuple[int, int], step: int, ink: Colour) -> None:
    for start in range(-size[1], size[0] + size[1], step):
        draw.line((start, 0, start + size[1], size[1]), fill=ink, width=max(2, step // 5))
        draw.line((start, size[1], start + size[1], 0), fill=ink, width=max(2, step // 5))


def _waves(draw: ImageDraw.ImageDraw, size: tuple[int, int], step: int, ink: Colour) -> None:
    for row, y in enumerate(range(size[1] + step, -step, -step // 2)):
        for x in range(-step, size[0] + step, step):
            left = x + (step // 2 if row % 2 else 0)
            for inset in (0, step // 4):
                box = (left + inset, y + inset, left + step - inset, y + step - inset)
                draw.arc(box, 180, 360, fill=ink, width=max(2, step // 10))


def _diamonds(draw: ImageDraw.ImageDraw, size: tuple[int, int], step: int, ink: Colour) -> None:
    for row, y in enumerate(range(0, size[1] + step, step // 2)):
        for x in range(0, size[0] + step, step):
            cx, r = x + (step // 2 if row % 2 else 0), step * 0.30
            draw.polygon([(cx, y - r), (cx + r, y), (cx, y + r), (cx - r, y)], fill=ink)


def _suits(image: Image.Image, step: int, ink: Colour) -> None:
    mark = round(step * 0.62)
    for row, y in enumerate(range(-step // 4, image.height, round(step * 0.78))):
        for column, x in enumerate(range(-step // 2, image.width, step)):
            place = (x + (step // 2 if row % 2 else 0), y)
            image.paste(ink, place, suit_mask(Suit((row + column) % 4), mark))


def _sunburst(draw: ImageDraw.ImageDraw, size: tuple[int, int], step: int, ink: Colour) -> None:
    """Draw rays from the centre, and the sun on them."""
    x, y, reach, rays = size[0] / 2, size[1] / 2, max(size), 24
    for ray in range(rays):
        start = (ray + 0.25) * 2 * math.pi / rays
        ends = [start, start + math.pi / rays]
        points = [(x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in ends]
        draw.polygon([(x, y), *points], fill=ink)
    for radius, colour in ((1.25, (152, 62, 20)), (1.0, ink), (0.62, (255, 226, 150))):
        r = step * radius
        draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)


def _peacock(
    draw: ImageDraw.ImageDraw, size: tuple[int, int], step: int, ground: Colour, ink: Colour
) -> None:
    """Draw feathers like scales, each with its eye."""
    rings: tuple[tuple[float, Colour], ...] = (
        (0.98, ground),
        (0.90, ink),
        (0.78, ground),
        (0.46, (226, 178, 60)),
        (0.30, (28, 84, 178)),
        (0.15, (8, 22, 60)),
    )
    width = round(step * 1.5)
    for row, y in enumerate(range(-width // 2, size[1] + width, width // 2)):
        for x in range(-width, size[0] + width, width):
            cx, cy = x + (width // 2 if row % 2 else 0), y
            for share, colour in rings:
                r, drop = width / 2 * share, width * 0.16 * (1 - share)
                draw.ellipse((cx - r, cy - r + drop, cx + r, cy + r + drop), fill=colour)


@lru_cache(maxsize=64)
def back_face(back: Back, width: int) -> Image.Image:
    """Return the back ("RGB", square corners) of a card; read-only."""
    ground, ink = BACKS[back]
    size = (width * 3, card_height(width) * 3)
    pattern = Image.new("RGB", size, ground)
    draw = ImageDraw.Draw(pattern)
    step = max(12, size[0] // 6)
    match back:
        case Back.LATTICE:
            _lattice(draw, size, step, ink)
        case Back.WAVES:
            _waves(draw, size, step, ink)
        case Back.DIAMONDS:
            _diamonds(draw, size, step, ink)
        case Back.SUITS:
            _suits(pattern, step, ink)
        case Back.SUNBURST:
            _sunburst(draw, size, step, ink)
        case Back.PEACOCK:
            _peacock(draw, size, step, ground, ink)
    border = max(2, round(width * 0.06))
    face = Image.new("RGB", (width, card_height(width)), (250, 250, 248))
    inner = (width - 2 * border, card_height(width) - 2 * border)
    small = pattern.reduce(3).crop((border, border, border + inner[0], border + inner[1]))
    face.paste(
        small, (border, border), rounded_mask(*inner, max(2, corner_radius(width) - border // 2))
    )
    _draw_edge(face, (150, 152, 160), 1)
    return face


EMOJI_SIDE: Final = 128
"""Pixels per side, the size Discord stores."""
EMOJI_SUIT: Final = 62
EMOJI_HALO: Final = 6
"""Width of the rim between a suit and its background."""
EMOJI_BACK: Final = 84


def _picture(image: Image.Image) -> Picture:
    stream = BytesIO()
    image.save(stream, "PNG", optimize=True)
    return Picture(stream.getvalue(), "image/png", EMOJI_SIDE, EMOJI_SIDE)


def _clear() -> Image.Image:
    return Image.new("RGBA", (EMOJI_SIDE, EMOJI_SIDE))


def _rim(image: Image.Image, mask: Image.Image, place: int, colour: tuple[int, ...]) -> None:
    """Draw the shape at (place, place) in this colour, slightly enlarged on all sides."""
    for turn in range(12):
        angle = math.tau * turn / 12
        x, y = (
            place + round(EMOJI_HALO * math.cos(angle)),
            place + round(EMOJI_HALO * math.sin(angle)),
        )
        image.paste(colour, (x, y), mask)


@lru_cache(maxsize=52 * len(Theme))
def render_card_emoji(number: Card, theme: Theme = Theme.FOUR_COLOUR) -> Picture:
    """Draw a card reduced to its rank in the upper left and its suit in the lower right."""
    colours = FACES[theme]
    ink = (*colours.suits[suit(number)], 255)
    image = _clear()
    image.paste((*colours.paper, 255), mask=rounded_mask(EMOJI_SIDE, EMOJI_SIDE, 22))
    image.paste((*colours.edge, 255), mask=rounded_mask(EMOJI_SIDE, EMOJI_SIDE, 22, 3))
    index = glyph_mask(index_text(number), 70, 70)
    image.paste(ink, (9, 9), index)
    mask, place = suit_mask(suit(number), EMOJI_SUIT), EMOJI_SIDE - EMOJI_SUIT - 7
    _rim(image, mask, place, (*colours.paper, 255))
    image.paste(ink, (place, place), mask)
    return _picture(image)


@lru_cache(maxsize=4 * len(Theme))
def render_suit_emoji(own: Suit, theme: Theme = Theme.FOUR_COLOUR) -> Picture:
    """Draw a suit with a light rim, visible on dark and light backgrounds."""
    mask = suit_mask(own, EMOJI_SIDE - 16)
    image = _clear()
    _rim(image, mask, 8, (*WHITE, 255))
    image.paste((*FACES[theme].suits[own], 255), (8, 8), mask)
    return _picture(image)


@lru_cache(maxsize=len(Back))
def render_back_emoji(back: Back = Back.LATTICE) -> Picture:
    """Draw a card face down."""
    face = back_face(back, EMOJI_BACK)
    image = _clear()
    place = ((EMOJI_SIDE - face.width) // 2, (EMOJI_SIDE - face.height) // 2)
    image.paste(face, place, rounded_mask(*face.size, corner_radius(EMOJI_BACK)))
    return _picture(image)
