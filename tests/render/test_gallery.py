"""Every kind of picture still looks as it did when somebody last looked at it.

A picture is reduced to 24 by 24 squares, and for each it is noted whether it is lighter than its
right-hand neighbour. ``python -m tests.render.test_gallery FOLDER`` writes all pictures to look at
and, once they please, the notes.
"""

import json
import sys
from pathlib import Path

import pytest
from PIL import Image

from bot.render.models import Picture
from tests.render.gallery import GALLERY, seen

NOTES = Path(__file__).with_name("hashes.json")
SIDE = 24
TOLERANCE = 14
"""Squares of 576 that may differ: other versions of the libraries draw edges a little otherwise."""


def noted(picture: Picture) -> str:
    """Which squares are lighter than their right-hand neighbours, in hexadecimal."""
    small = seen(picture).convert("L").resize((SIDE + 1, SIDE), Image.Resampling.BOX)
    rows = [small.tobytes()[y * (SIDE + 1) : (y + 1) * (SIDE + 1)] for y in range(SIDE)]
    bits = "".join(str(int(row[x] > row[x + 1] + 2)) for row in rows for x in range(SIDE))
    return f"{int(bits, 2):0{SIDE * SIDE // 4}x}"


@pytest.mark.parametrize("name", GALLERY)
def test_picture_looks_as_noted(name: str) -> None:
    picture = GALLERY[name]()
    note = json.loads(NOTES.read_text())[name]
    assert [picture.width, picture.height] == note["size"]
    different = (int(noted(picture), 16) ^ int(note["hash"], 16)).bit_count()
    assert different <= TOLERANCE, f"{different} of {SIDE * SIDE} squares differ"


def test_notes_tell_pictures_apart() -> None:
    notes = [int(note["hash"], 16) for note in json.loads(NOTES.read_text()).values()]
    pairs = [(a, b) for n, a in enumerate(notes) for b in notes[:n]]
    assert min((a ^ b).bit_count() for a, b in pairs) > 4 * TOLERANCE


def write(folder: Path) -> None:
    """Write every picture and the notes on them."""
    notes = {}
    for name, render in GALLERY.items():
        picture = render()
        (folder / f"{name}.{picture.extension}").write_bytes(picture.data)
        notes[name] = {"size": [picture.width, picture.height], "hash": noted(picture)}
    NOTES.write_text(json.dumps(notes, indent=1) + "\n")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
