"""The palette of a look, and the result of blending a colour over each entry.

Pictures are drawn as palette indices, a byte a pixel. Soft edges use a table of the entry nearest
to each ground blended with a given share of another colour.
"""

import struct
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from zlib_ng import zlib_ng

from bot.render.faces import (
    COURT_RANK,
    back_face,
    card_face,
    card_shadow,
    corner_radius,
    dimmed_face,
)
from bot.render.models import Back, Felt, Look, Picture, Theme
from bot.render.palette import (
    BLACK,
    DEEP_GOLD,
    DISCS,
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
    felt,
    is_textured,
    mix,
)
from bot.render.shapes import rounded_mask
from engine.game.cards import Card, rank

Numbers: TypeAlias = NDArray[np.uint8]
"""Palette indices, a byte a pixel."""
Steps: TypeAlias = NDArray[np.uint16]
"""The coverage of each pixel by a colour, as steps of a table of `over`, each times 256."""
Colours: TypeAlias = NDArray[np.float32]
"""Red, green and blue in rows."""

OPAQUE: Final = 248
"""Colours of a look; the other 8 indices are the soft corners of a picture."""
LEVELS: Final = 10
"""Steps from no coverage to full coverage."""
FACE_COLOURS: Final = 48
DIMMED_COLOURS: Final = 14
BACK_COLOURS: Final = 8
BACK_FIRST: Final = FACE_COLOURS + DIMMED_COLOURS
CLOTH_FIRST: Final = BACK_FIRST + BACK_COLOURS
CLOTH: Final = 28
"""Shades of the cloth, and the same number under panels and shadows."""
DARKEST: Final = 0.6
"""The darkness of a panel in a shadow, relative to the rim."""
SAMPLE_CARD: Final = 64
SAMPLE_CLOTH: Final = 240


def rgb(image: Image.Image) -> Colours:
    """Return the pixels of a picture in rows."""
    return np.asarray(image.convert("RGB"), np.float32).reshape(-1, 3)


def nearest(wanted: Colours, known: Colours) -> Numbers:
    """Return the index of the known colour nearest to each wanted one."""
    distance = (known * known).sum(axis=1) - 2 * (wanted @ known.T)
    found: Numbers = distance.argmin(axis=1).astype(np.uint8)
    return found


def _chosen(samples: Iterable[Image.Image], count: int) -> Colours:
    """Return ``count`` colours that represent all the samples."""
    pixels = np.concatenate([rgb(sample) for sample in samples])
    strip = Image.fromarray(pixels.astype(np.uint8).reshape(1, -1, 3))
    few = strip.quantize(count, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    found = np.array(few.getpalette() or [0, 0, 0], np.float32).reshape(-1, 3)[:count]
    return np.concatenate([found, np.repeat(found[:1], count - len(found), axis=0)])


def _pin(colours: Colours, exact: Iterable[Colour]) -> None:
    """Set the nearest entry to each of these exact colours, in place."""
    for colour in exact:
        wanted = np.array([colour], np.float32)
        colours[nearest(wanted, colours)[0]] = colour


@lru_cache(maxsize=len(Theme))
def face_colours(theme: Theme) -> Colours:
    """Return the colours of all faces of a theme, then those of greyed ones."""
    courts = [suit * 13 + rank for suit in range(4) for rank in (10, 11, 12)]
    numbers = [*courts, *(suit * 13 + 5 for suit in range(4))]
    faces = _chosen((card_face(one, theme, SAMPLE_CARD) for one in numbers), FACE_COLOURS)
    _pin(faces, [FACES[theme].paper, *FACES[theme].suits])
    grey = _chosen((dimmed_face(one, theme, SAMPLE_CARD) for one in numbers), DIMMED_COLOURS)
    return np.concatenate([faces, grey])


@lru_cache(maxsize=len(Back))
def back_colours(back: Back) -> Colours:
    """Return the colours of a card's back."""
    return _chosen((back_face(back, SAMPLE_CARD),), BACK_COLOURS)


@lru_cache(maxsize=len(Felt))
def cloth_colours(kind: Felt) -> Colours:
    """Return the cloth from light to dark, then the same under panels and shadows."""
    colours = FELTS[kind]
    shares = np.linspace(0, 1, CLOTH, dtype=np.float32)[:, None]
    if is_textured(kind):
        lit = _chosen((felt(kind, SAMPLE_CLOTH, SAMPLE_CLOTH),), CLOTH)
        return np.concatenate([lit, lit * (1 - DARKEST * shares)])
    middle, rim = np.array(colours.middle, np.float32), np.array(colours.rim, np.float32)
    return np.concatenate([middle + (rim - middle) * shares, rim * (1 - DARKEST * shares)])


def _ramp(first: Colour, second: Colour, steps: int) -> list[Colour]:
    """Return the colours between two that meet in a soft edge."""
    return [mix(first, second, step / (steps + 1)) for step in range(1, steps + 1)]


def _lettering(look: Look) -> list[Colour]:
    """Return the colours of marks and text, and of their soft edges on every ground."""
    rim = FELTS[look.felt].rim
    dark = mix(rim, BLACK, 0.4)
    bright = (WHITE, GOLD)
    found = [INK, WHITE, PALE, GOLD, RUN, SET, DEEP_GOLD, PAPER, PENCIL, FADED]
    found += [MARGIN_RED, PAPER_LINE, *DISCS]
    for colour in bright:
        found += [*_ramp(dark, colour, 5), *_ramp(rim, colour, 5), *_ramp(INK, colour, 4)]
    for colour in (RUN, SET):
        found += [*_ramp(rim, colour, 3), *_ramp(INK, colour, 4)]
    for colour in (PENCIL, FADED, MARGIN_RED):
        found += _ramp(PAPER, colour, 4)
    for disc in DISCS:
        found += _ramp(disc, WHITE, 2)
    found += [mix(mix(rim, BLACK, 0.3), GOLD, 0.15), mix(rim, INK, 0.5)]
    return found


@lru_cache(maxsize=128)
def colours_of(look: Look) -> Colours:
    """Return the colours of a look in index order."""
    parts = [face_colours(look.theme), back_colours(look.back), cloth_colours(look.felt)]
    parts.append(np.array(_lettering(look), np.float32))
    every = np.concatenate(parts)
    assert len(every) <= OPAQUE, f"{len(every)} colours"
    return every


@lru_cache(maxsize=2048)
def over(look: Look, colour: Colour) -> Numbers:
    """Return the indices of 256 grounds under ``colour`` at each level, from none to all."""
    known = colours_of(look)
    share = np.linspace(0, 1, LEVELS, dtype=np.float32)[:, None, None]
    mixed = known[None] * (1 - share) + np.array(colour, np.float32) * share
    table = np.zeros((LEVELS, 256), np.uint8)
    table[:, : len(known)] = nearest(mixed.reshape(-1, 3), known).reshape(LEVELS, -1)
    table[0] = np.arange(256)
    return table.reshape(-1)


class Blending:
    """The tables of :func:`over` for a look, by the colour: a look is compared with many others."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._tables: dict[Colour, Numbers] = {}
        self._edges: dict[int, Numbers] = {}

    def of(self, colour: Colour) -> Numbers:
        """Return the indices of all grounds under a colour."""
        found = self._tables.get(colour)
        if found is None:
            found = self._tables[colour] = over(self._look, colour)
        return found

    def edge(self, number: int) -> Numbers:
        """Return the same for a colour of the look."""
        found = self._edges.get(number)
        if found is None:
            red, green, blue = map(int, colours_of(self._look)[number])
            found = self._edges[number] = self.of((red, green, blue))
        return found


@lru_cache(maxsize=32)
def blending(look: Look) -> Blending:
    """Return the tables of a look."""
    return Blending(look)


def levels(mask: Image.Image, opacity: float = 1.0, few: int = LEVELS - 1) -> Steps:
    """Return a mask ("L") as steps, at most ``few`` different ones besides none."""
    shares = np.rint(np.asarray(mask, np.float32) * (few / 255)) * (opacity / few)
    found: Steps = np.rint(shares * (LEVELS - 1)).astype(np.uint16) << 8
    return found


def mask_levels(mask: Image.Image) -> Steps:
    """Return :func:`levels` of a mask that never changes; they are kept as long as it is."""
    drawn = vars(mask)
    if "levels" not in drawn:
        drawn["levels"] = levels(mask)
    found: Steps = drawn["levels"]
    return found


@lru_cache(maxsize=16)
def _target(colours: bytes) -> Image.Image:
    """Return colours as a palette picture to map others to."""
    image = Image.new("P", (1, 1))
    image.putpalette(colours + colours[:3] * (256 - len(colours) // 3))
    return image


def numbered(image: Image.Image, colours: Colours) -> Numbers:
    """Return a picture ("RGB") as indices of the nearest of these colours."""
    target = _target(colours.round().astype(np.uint8).tobytes())
    found: Numbers = np.asarray(image.quantize(palette=target, dither=Image.Dither.NONE))
    return found


def simplified(numbers: Numbers, colours: Colours, few: int) -> Numbers:
    """Return a picture reduced to its ``few`` most frequent colours."""
    used = np.bincount(numbers.reshape(-1), minlength=len(colours))
    frequent = np.sort(used.argsort(kind="stable")[-few:])
    return frequent[nearest(colours, colours[frequent])].astype(np.uint8)[numbers]


@lru_cache(maxsize=16)
def _texture(kind: Felt, width: int, height: int) -> Numbers:
    return numbered(felt(kind, width, height), cloth_colours(kind)[:CLOTH])


@lru_cache(maxsize=256)
def _column(kind: Felt, height: int) -> Numbers:
    """Return the light on one column of a plain cloth."""
    column = rgb(felt(kind, 1, height))
    numbers = nearest(column, cloth_colours(kind)[:CLOTH]) + np.uint8(CLOTH_FIRST)
    return numbers[:, None]


def cloth(kind: Felt, width: int, height: int) -> Numbers:
    """Return an empty table as palette indices, to be drawn on."""
    if is_textured(kind):
        return _texture(kind, width, height) + np.uint8(CLOTH_FIRST)
    return np.repeat(_column(kind, height), width, axis=1)


CORNER_STEPS: Final = 256 - OPAQUE
CORNER: Final = 20
COMPRESSION: Final = 5
HURRIED: Final = 2
"""While other pictures wait: half the time, and a fifth more bytes."""
_LEVEL: Final = ContextVar("level", default=COMPRESSION)
MEMORY: Final = zlib_ng.DEF_MEM_LEVEL + 1
SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
PALETTE_OF_BYTES: Final = (8, 3, 0, 0, 0)
"""Bit depth, colour type, and the only methods of compression, filter and interlace."""
TRANSPARENCY: Final = bytes(n * 255 // CORNER_STEPS for n in range(CORNER_STEPS))
"""The opacity of the first colours in the file."""


@lru_cache(maxsize=1)
def _corner() -> tuple[Numbers, NDArray[np.bool_]]:
    """Return the indices of all four corners in a square, and a mask of their soft pixels."""
    mask = np.asarray(rounded_mask(2 * CORNER, 2 * CORNER, CORNER), np.uint16)
    steps = np.minimum(CORNER_STEPS - 1, mask * CORNER_STEPS // 255)
    return (steps + OPAQUE).astype(np.uint8), mask < 255


def _cut_corners(numbers: Numbers) -> None:
    tile, soft = _corner()
    for rows in (slice(None, CORNER), slice(-CORNER, None)):
        for columns in (slice(None, CORNER), slice(-CORNER, None)):
            np.copyto(numbers[rows, columns], tile[rows, columns], where=soft[rows, columns])


@lru_cache(maxsize=128)
def _palette(look: Look) -> bytes:
    """Return the colours of a look as stored in a file."""
    return colours_of(look).round().astype(np.uint8).tobytes()


def painted(numbers: Numbers, look: Look) -> Image.Image:
    """Return the indices as a picture ("P") with the colours of the look."""
    image = Image.fromarray(numbers)
    image.putpalette(_palette(look))
    return image


def _chunk(kind: bytes, data: bytes) -> bytes:
    """Return a chunk of a PNG file: length, type, data and checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@contextmanager
def hurried() -> Iterator[None]:
    """Compress less within, because others wait."""
    before = _LEVEL.set(HURRIED)
    try:
        yield
    finally:
        _LEVEL.reset(before)


def deflated(data: bytes) -> bytes:
    """Compress with all the memory zlib can use: two per cent fewer bytes at no cost."""
    writer = zlib_ng.compressobj(_LEVEL.get(), zlib_ng.DEFLATED, zlib_ng.MAX_WBITS, MEMORY)
    return writer.compress(data) + writer.flush()


def encoded(numbers: Numbers, look: Look) -> Picture:
    """Return the encoded picture; its corners are cut in place."""
    _cut_corners(numbers)
    height, width = numbers.shape
    rows = np.zeros((height, width + 1), np.uint8)  # Each row begins with filter type 0: none.
    # Corners come first in the file, so that the transparency list ends with them.
    rows[:, 1:] = numbers + np.uint8(CORNER_STEPS)
    parts = (
        _chunk(b"IHDR", struct.pack(">II5B", width, height, *PALETTE_OF_BYTES)),
        _chunk(b"PLTE", bytes(FELTS[look.felt].rim) * CORNER_STEPS + _palette(look)),
        _chunk(b"tRNS", TRANSPARENCY),
        _chunk(b"IDAT", deflated(rows.tobytes())),
        _chunk(b"IEND", b""),
    )
    return Picture(SIGNATURE + b"".join(parts), "image/png", width, height)


COURT_COLOURS: Final = 12
PLAIN_COLOURS: Final = 5
"""Colours of one card: more are invisible at its size, and double the bytes."""

SHADOW_STEPS: Final = 4


@dataclass(frozen=True, slots=True)
class Sprite:
    """A card without its shadow; ``radius``: the size of its cut or soft corners in pixels."""

    numbers: Numbers
    radius: int


@dataclass(frozen=True, slots=True)
class Shadow:
    """The soft shadow around cards of one size, ``margin`` pixels wider on each side."""

    levels: Steps
    margin: int


@lru_cache(maxsize=2048)
def card_sprite(number: Card, theme: Theme, width: int, dimmed: bool = False) -> Sprite:
    """Return a card face up, ``dimmed`` greyed."""
    face = (dimmed_face if dimmed else card_face)(number, theme, width)
    few = COURT_COLOURS if rank(number) >= COURT_RANK else PLAIN_COLOURS
    colours = face_colours(theme)
    return Sprite(simplified(numbered(face, colours), colours, few), corner_radius(width))


@lru_cache(maxsize=64)
def back_sprite(back: Back, width: int) -> Sprite:
    """Return a card face down."""
    found = numbered(back_face(back, width), back_colours(back))
    return Sprite(found + np.uint8(BACK_FIRST), corner_radius(width))


@lru_cache(maxsize=32)
def shadow_of(width: int) -> Shadow:
    """Return the shadow of cards of this width."""
    mask, margin = card_shadow(width)
    return Shadow(levels(mask, few=SHADOW_STEPS), margin)


@lru_cache(maxsize=32)
def card_corners(radius: int) -> tuple[tuple[slice, slice, Steps, NDArray[np.bool_]], ...]:
    """Return of each corner of a card its rows and columns, its opacity, and what is opaque."""
    whole = levels(rounded_mask(2 * radius, 2 * radius, radius))
    sides = slice(None, radius), slice(-radius, None)
    quarters = ((rows, columns, whole[rows, columns]) for rows in sides for columns in sides)
    opaque = (LEVELS - 1) << 8
    return tuple((rows, columns, steps, steps == opaque) for rows, columns, steps in quarters)
