"""The PNG encoder: palette indices of a look, with rounded, transparent corners.

Card pictures are flat areas with soft edges: as a PNG of few colours they are smaller than a WebP
of equal sharpness, and several times faster to write. The file is assembled here, because zlib-ng
alone is four times as fast as Pillow's writer and releases the interpreter lock meanwhile.
"""

import struct
import zlib
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from zlib_ng import zlib_ng

from bot.render.models import Look, Picture
from bot.render.palette import FELTS
from bot.render.shades import OPAQUE, Numbers, colours_of
from bot.render.shapes import rounded_mask

CORNER_STEPS: Final = 256 - OPAQUE
CORNER: Final = 20
COMPRESSION: Final = 5
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


def deflated(data: bytes) -> bytes:
    """Compress with all the memory zlib can use: two per cent fewer bytes at no cost."""
    writer = zlib_ng.compressobj(COMPRESSION, zlib_ng.DEFLATED, zlib_ng.MAX_WBITS, MEMORY)
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
