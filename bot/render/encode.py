"""Encoding: few colours chosen once per look, then PNG.

Card pictures are flat areas with soft edges. With 248 well chosen colours a PNG is smaller than
WebP at equal sharpness and several times faster to write; the remaining 8 entries of the palette
are the soft, transparent corners.
"""

import math
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image

from bot.render.faces import back_sprite, card_height, card_sprite
from bot.render.felt import felt
from bot.render.models import Look, Picture
from bot.render.palette import (
    BLACK,
    DEEP_GOLD,
    FACES,
    FADED,
    FELTS,
    GOLD,
    INK,
    MARGIN_RED,
    PALE,
    PAPER,
    PAPER_LINE,
    PENCIL,
    RUN,
    SET,
    WHITE,
    Colour,
    mix,
)
from bot.render.shapes import rounded_mask

OPAQUE: Final = 248
CORNER_STEPS: Final = 256 - OPAQUE
CORNER: Final = 20
COMPRESSION: Final = 6
WEBP_QUALITY: Final = 72
WEBP_METHOD: Final = 2
SAMPLE: Final = 360
"""Side of the square picture whose colours become the palette."""
SAMPLE_CARD: Final = 54


def _place_sample_cards(sample: Image.Image, look: Look) -> None:
    """Every court figure, a number card of each suit, some greyed, and backs."""
    courts = [suit * 13 + rank for suit in range(4) for rank in (10, 11, 12)]
    sprites = [card_sprite(number, look.theme, SAMPLE_CARD) for number in courts]
    sprites += [card_sprite(suit * 13 + 5, look.theme, SAMPLE_CARD) for suit in range(4)]
    sprites += [card_sprite(suit * 13 + 11, look.theme, SAMPLE_CARD, True) for suit in range(4)]
    sprites += [back_sprite(look.back, SAMPLE_CARD)] * 2
    for place, sprite in enumerate(sprites):
        x, y = place % 6 * (SAMPLE_CARD + 6), place // 6 * (card_height(SAMPLE_CARD) + 6)
        sample.paste(sprite.image, (x, y), sprite.mask)


def _ramps(look: Look) -> list[tuple[Colour, Colour]]:
    """Pairs of colours that meet in soft edges."""
    rim = FELTS[look.felt].rim
    on_cloth = [(rim, colour) for colour in (GOLD, PALE, WHITE, INK, DEEP_GOLD, PAPER)]
    on_cloth += [(rim, RUN), (rim, SET), (INK, RUN), (INK, SET)]
    on_dark = [(mix(rim, BLACK, 0.5), colour) for colour in (GOLD, WHITE, PALE)]
    on_ink = [(INK, GOLD), (INK, WHITE), (GOLD, WHITE)]
    on_paper = [(WHITE, colour) for colour in FACES[look.theme].suits]
    on_paper += [(PAPER, colour) for colour in (PENCIL, FADED, MARGIN_RED, PAPER_LINE)]
    return on_cloth + on_dark + on_ink + on_paper


def _place_ramps(sample: Image.Image, look: Look) -> None:
    for row, (first, second) in enumerate(_ramps(look)):
        y = SAMPLE - 3 * (row + 1)
        for step in range(8):
            colour = mix(first, second, step / 7)
            sample.paste(colour, (step * 22, y, step * 22 + 22, y + 3))


def _place_shades(sample: Image.Image) -> None:
    """The cloth under panels of every strength used."""
    for place, strength in enumerate((0.18, 0.26, 0.30, 0.50)):
        x = 178 + place * 46
        band = sample.crop((x, SAMPLE - 56, x + 46, SAMPLE))
        sample.paste(Image.blend(band, Image.new("RGB", band.size), strength), (x, SAMPLE - 56))
    # The band of a rating's uncertainty, on its panel.
    panel = sample.crop((270, SAMPLE - 56, 316, SAMPLE))
    lit = Image.blend(panel, Image.new("RGB", panel.size, GOLD), 0.15)
    sample.paste(lit, (270, SAMPLE - 112))


def _pin(colours: list[int], exact: list[Colour]) -> None:
    """Move the nearest entry of a palette to each of these colours."""
    for r, g, b in exact:
        entries = range(0, len(colours), 3)
        nearest = min(entries, key=lambda n: math.dist(colours[n : n + 3], (r, g, b)))
        colours[nearest : nearest + 3] = [r, g, b]


@lru_cache(maxsize=96)
def _palette(look: Look, count: int) -> tuple[Image.Image, tuple[int, ...]]:
    """``count`` colours of a look as an image to map to, and the final palette with corners."""
    sample = felt(look.felt, SAMPLE, SAMPLE).copy()
    _place_sample_cards(sample, look)
    _place_shades(sample)
    _place_ramps(sample, look)
    chosen = sample.quantize(count, Image.Quantize.MEDIANCUT, kmeans=3, dither=Image.Dither.NONE)
    colours = (chosen.getpalette() or [])[: count * 3]
    _pin(colours, [FACES[look.theme].paper, *FACES[look.theme].suits, GOLD, INK, PAPER, RUN, SET])
    colours += colours[:3] * (256 - len(colours) // 3)
    chosen.putpalette(colours)
    chosen.load()
    return chosen, (*colours[: OPAQUE * 3], *FELTS[look.felt].rim * CORNER_STEPS)


@lru_cache(maxsize=1)
def _corner_tiles() -> tuple[tuple[Image.Image, Image.Image], ...]:
    """Palette indices and where to put them, for the four corners in reading order."""
    whole = rounded_mask(2 * CORNER, 2 * CORNER, CORNER)
    steps = [OPAQUE + min(CORNER_STEPS - 1, v * CORNER_STEPS // 255) for v in range(256)]
    tiles = []
    for y in (0, CORNER):
        for x in (0, CORNER):
            part = whole.crop((x, y, x + CORNER, y + CORNER))
            soft = part.point([255 * (v < 255) for v in range(256)]).convert("1")
            tiles.append((part.point(steps), soft))
    return tuple(tiles)


TRANSPARENCY: Final = bytes([255] * OPAQUE + [n * 255 // CORNER_STEPS for n in range(CORNER_STEPS)])


def indexed(image: Image.Image, look: Look, count: int = OPAQUE) -> Image.Image:
    """The picture ("RGB") in ``count`` colours of a look ("P"), corners still square."""
    chosen, _ = _palette(look, count)
    return image.quantize(palette=chosen, dither=Image.Dither.NONE)


def look_colours(look: Look, count: int = OPAQUE) -> tuple[int, ...]:
    """The 256 colours of a look, red, green and blue of each; the last 8 are corners."""
    return _palette(look, count)[1]


def _corners_cut(few: Image.Image, look: Look) -> None:
    width, height = few.size
    places = [(x, y) for y in (0, height - CORNER) for x in (0, width - CORNER)]
    for place, (tile, soft) in zip(places, _corner_tiles(), strict=True):
        few.paste(tile, place, soft)
    few.putpalette(look_colours(look))


def encoded(image: Image.Image, look: Look, most: int | None = None) -> Picture:
    """The picture as a PNG with rounded, transparent corners.

    One of more than ``most`` bytes (a hand full of court cards) becomes a WebP with losses.
    """
    few = indexed(image, look)
    _corners_cut(few, look)
    stream = BytesIO()
    few.save(stream, "PNG", compress_level=COMPRESSION, transparency=TRANSPARENCY)
    if most is None or stream.tell() <= most:
        return Picture(stream.getvalue(), "image/png", *image.size)
    image.putalpha(rounded_mask(*image.size, CORNER))
    stream = BytesIO()
    image.save(stream, "WEBP", quality=WEBP_QUALITY, method=WEBP_METHOD)
    return Picture(stream.getvalue(), "image/webp", *image.size)
