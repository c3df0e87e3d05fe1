"""A round as a moving picture: tables drawn one after the other, only changes are stored.

GIF is the one moving format every Discord client plays in place, and with the look's own colours
and unchanged pixels left transparent it is also the fastest to write.
"""

from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageChops

from bot.render.canvas import WIDTH
from bot.render.encode import indexed, look_colours
from bot.render.models import Look, Picture, ReplayPicture
from bot.render.shapes import rounded_mask
from bot.render.table import STEADY, draw_table, stage

MOVING_WIDTH: Final = 480
"""Width of the moving picture; it is drawn at `WIDTH` and reduced where it changed."""
COLOURS: Final = 64
"""A fifth fewer bytes than 248, and hardly to be told apart at this size."""
GRID: Final = 3
"""Changed areas begin at multiples of this, so that reducing them meets whole pixels."""
CORNER: Final = 13
CLEAR: Final = 255
"""Palette index of pixels that stay as they were."""

_Box = tuple[int, int, int, int]


def _changed(before: Image.Image, after: Image.Image) -> _Box | None:
    """The area in which two drawings differ, on the grid; None when they are equal."""
    box = ImageChops.difference(before, after).getbbox()
    if box is None:
        return None
    left, top = (max(0, n - GRID) // GRID * GRID for n in box[:2])
    right, bottom = (-(-(n + GRID) // GRID) * GRID for n in box[2:])
    return left, top, min(right, after.width), min(bottom, after.height)


def _reduced(drawing: Image.Image, box: _Box, look: Look) -> Image.Image:
    """An area of a drawing at moving size, as palette indices ("L")."""
    size = ((box[2] - box[0]) * 2 // GRID, (box[3] - box[1]) * 2 // GRID)
    small = indexed(drawing.resize(size, Image.Resampling.HAMMING, box=box), look, COLOURS)
    return Image.frombytes("L", small.size, small.tobytes())


def _only_changes(before: Image.Image, after: Image.Image) -> Image.Image:
    """``after`` with every pixel that equals ``before`` left clear."""
    same = ImageChops.difference(before, after).point([CLEAR] + [0] * 255)
    result = after.copy()
    result.paste(CLEAR, mask=same)
    return result


def _frames(model: ReplayPicture, look: Look) -> list[Image.Image]:
    """The moving pictures as palette indices ("L"): the first whole, then changes only.

    Earlier discards are left out: they were seen, and moving them costs a third of the bytes.
    """
    tables = [replace(table, look=look, recent=()) for table in model.frames]
    room = stage(tables, STEADY)
    height = room.height // GRID * GRID
    drawing = draw_table(tables[0], room).image.crop((0, 0, WIDTH, height))
    shown = _reduced(drawing, (0, 0, WIDTH, height), look)
    frames = [shown.copy()]
    corners = rounded_mask(*shown.size, CORNER).point([CLEAR * (v < 128) for v in range(256)])
    frames[0].paste(CLEAR, mask=corners)
    for table in tables[1:]:
        following = draw_table(table, room).image.crop((0, 0, WIDTH, height))
        frame = Image.new("L", shown.size, CLEAR)
        box = _changed(drawing, following)
        if box is not None:
            part = _reduced(following, box, look)
            place = (box[0] * 2 // GRID, box[1] * 2 // GRID)
            old = shown.crop((*place, place[0] + part.width, place[1] + part.height))
            frame.paste(_only_changes(old, part), place)
            shown.paste(part, place)
        frames.append(frame)
        drawing = following
    return frames


@lru_cache(maxsize=32)
def render_replay(model: ReplayPicture) -> Picture:
    """Draw a round as an animated GIF in the look of its first table.

    Raises ``ValueError`` when there is no frame.
    """
    if not model.frames:
        raise ValueError("a replay needs at least one frame")
    look = model.frames[0].look
    frames = []
    for indices in _frames(model, look):
        frame = Image.frombytes("P", indices.size, indices.tobytes())
        frame.putpalette(look_colours(look, COLOURS))
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
