"""A round as an animation: tables drawn one after the other, with only the changes stored.

GIF is the only animated format that every Discord client plays in place. With its own palette and
unchanged pixels left transparent, it is also the fastest to write.
"""

from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Final

import numpy as np
from PIL import Image

from bot.render.canvas import WIDTH, Box
from bot.render.models import Look, Picture, ReplayPicture, TablePicture, TablePlayer
from bot.render.shades import Numbers, painted
from bot.render.shapes import rounded_mask
from bot.render.table import STEADY, draw_table, stage

MOVING_WIDTH: Final = 480
"""Width of the animation; it is drawn at `WIDTH` and reduced where it changed."""
COLOURS: Final = 64
"""The number of colours: a fifth fewer bytes than 248, almost without a visible difference."""
GRID: Final = 3
"""Changed areas begin at multiples of this, so that reducing them meets whole pixels."""
CORNER: Final = 13
CLEAR: Final = 255
"""Palette index of unchanged pixels."""


def _changed(before: Numbers, after: Numbers) -> Box | None:
    """Return the area in which two drawings differ, on the grid; None if they are equal."""
    rows, columns = (before != after).nonzero()
    if not len(rows):
        return None
    left, top = (max(0, int(n.min()) - GRID) // GRID * GRID for n in (columns, rows))
    right, bottom = (-(-(int(n.max()) + 1 + GRID) // GRID) * GRID for n in (columns, rows))
    height, width = after.shape
    return left, top, min(right, width) - left, min(bottom, height) - top


@lru_cache(maxsize=128)
def _palette(look: Look) -> Image.Image:
    """Return the palette of animations, as an image to map to."""
    courts = tuple(tuple(suit * 13 + rank for suit in range(4)) for rank in (5, 10, 11, 12))
    top, bottom = TablePlayer("0", "0", hand=courts), TablePlayer("0", "0", to_move=True)
    table = TablePicture(top, bottom, 31, 0, moved=0, knock_limit="0", look=look)
    sample = draw_table(table, stage((table,))).image.convert("RGB")
    few = sample.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    colours = (few.getpalette() or [0, 0, 0])[: COLOURS * 3]
    few.putpalette(colours + colours[:3] * (256 - len(colours) // 3))
    few.load()
    return few


def _reduced(drawing: Numbers, box: Box, look: Look) -> Numbers:
    """Return an area of a drawing at animation size, in the palette of animations."""
    x, y, width, height = box
    part = painted(drawing[y : y + height, x : x + width], look).convert("RGB")
    size = (width * 2 // GRID, height * 2 // GRID)
    small = part.resize(size, Image.Resampling.HAMMING)
    return np.asarray(small.quantize(palette=_palette(look), dither=Image.Dither.NONE))


def _frames(model: ReplayPicture, look: Look) -> list[Numbers]:
    """Return the frames: the first complete, then only the changes.

    Earlier discards are omitted: they have been seen, and moving them costs a third of the bytes.
    """
    tables = [replace(table, look=look, recent=()) for table in model.frames]
    room = stage(tables, STEADY)
    height = room.height // GRID * GRID
    drawing = draw_table(tables[0], room).numbers[:height]
    shown = _reduced(drawing, (0, 0, WIDTH, height), look).copy()
    frames = [shown.copy()]
    corners = np.asarray(rounded_mask(shown.shape[1], shown.shape[0], CORNER))
    frames[0][corners < 128] = CLEAR
    for table in tables[1:]:
        following = draw_table(table, room).numbers[:height]
        frame = np.full_like(shown, CLEAR)
        box = _changed(drawing, following)
        if box is not None:
            part = _reduced(following, box, look)
            x, y = box[0] * 2 // GRID, box[1] * 2 // GRID
            place = (slice(y, y + part.shape[0]), slice(x, x + part.shape[1]))
            np.copyto(frame[place], part, where=part != shown[place])
            shown[place] = part
        frames.append(frame)
        drawing = following
    return frames


def render_replay(model: ReplayPicture) -> Picture:
    """Draw a round as an animated GIF in the look of its first table.

    Raises ``ValueError`` when there is no frame.
    """
    if not model.frames:
        raise ValueError("a replay needs at least one frame")
    look = model.frames[0].look
    colours = _palette(look).getpalette() or []
    frames = []
    for numbers in _frames(model, look):
        frame = Image.fromarray(numbers)
        frame.putpalette(colours)
        frames.append(frame)
    stream = BytesIO()
    frames[0].save(
        stream,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[model.frame_ms] * (len(frames) - 1) + [model.last_ms],
        loop=0,
        disposal=1,
        transparency=CLEAR,
        optimize=False,
    )
    return Picture(stream.getvalue(), "image/gif", *frames[0].size)
