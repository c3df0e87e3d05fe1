"""Pictures of the documentation: each is shown, and none is older than its screen."""

import re
from pathlib import Path

import pytest
from PIL import Image

from scripts.tools import picture_sources
from scripts.tools.picture_sources import PICTURES, digest, files_of, manifest
from tests.docs.pages import pages

MOST_BYTES = 1_000_000


def test_every_picture_is_shown_and_has_its_sources() -> None:
    taken = {one.name for one in PICTURES.iterdir()}
    assert taken == manifest().keys()
    shown = {
        Path(one).name
        for page in pages()
        for one in re.findall(r"pictures/[\w-]+\.webp", page.text)
    }
    assert taken == shown


def test_no_picture_is_older_than_its_screen() -> None:
    """``scripts/screens docs`` takes them anew; ``scripts/screens docs NAME`` some of them."""
    old = [name for name, one in manifest().items() if one["digest"] != digest(one["sources"])]
    assert old == []


def test_a_change_of_a_screen_is_noticed_and_a_comment_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_sources, "ROOT", tmp_path)
    screen, style = tmp_path / "screen.py", tmp_path / "table.css"
    screen.write_text('"""A screen."""\nLABEL = "Knock"\n')
    style.write_text("/* the felt */ .felt { color: green }")
    before = digest(["*.py", "*.css"])
    screen.write_text('"""The screen."""\n\n# what it says\nLABEL = "Knock"\n')
    style.write_text(".felt {\n  color: green\n}")
    assert digest(["*.py", "*.css"]) == before
    screen.write_text('LABEL = "Gin!"\n')
    changed = digest(["*.py", "*.css"])
    style.write_text(".felt { color: blue }")
    assert len({before, changed, digest(["*.py", "*.css"])}) == 3
    with pytest.raises(LookupError):
        files_of(["*.tsx"])


def test_the_front_page_moves_and_loads_quickly() -> None:
    file = PICTURES / "turn.webp"
    assert file.stat().st_size < MOST_BYTES
    with Image.open(file) as picture:
        assert getattr(picture, "n_frames", 1) > 20
