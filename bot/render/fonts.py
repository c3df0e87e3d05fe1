"""Lettering: bundled fonts, drawable Unicode, text cut to a width.

Names may contain any text. Fancy letters are folded to plain ones (NFKC), a character without a
glyph in the bundled fonts becomes a small box, and no text raises an error.
"""

import unicodedata
from enum import Enum
from functools import lru_cache
from importlib.resources import files
from typing import Final

from PIL import Image, ImageDraw, ImageFont, features

MISSING: Final = "\u25a1"
ELLIPSIS: Final = "\u2026"
LONGEST: Final = 200
"""The most characters of a text; longer ones are cut before measuring."""


class Weight(Enum):
    """The bundled typeface in two weights, and a pencil for figures on the score sheet."""

    SEMI = "Inter-SemiBold.ttf"
    BOLD = "Inter-ExtraBold.ttf"
    PENCIL = "PatrickHand-Regular.ttf"


FALLBACKS: Final = (
    "DejaVuSans-Bold.ttf",
    "NotoSansSC-Bold.ttf",
    "NotoSansKR-Bold.ttf",
    "NotoSansThai-Bold.ttf",
    "NotoSansDevanagari-Bold.ttf",
)
"""The fonts for characters missing from the typeface; the first also has the missing box."""


def shapes_letters() -> bool:
    """Whether letters are joined and ordered as Devanagari, Thai or Arabic need it.

    Pillow's wheels have everything for it but the library FriBidi, which they take from the system.
    """
    return bool(features.check("raqm"))


@lru_cache(maxsize=128)
def _font(name: str, size: int, raqm: bool) -> ImageFont.FreeTypeFont:
    shaped = raqm and shapes_letters()
    engine = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    # By its path, because of bytes every size would have a copy.
    file = str(files("bot") / "assets" / "fonts" / name)
    return ImageFont.truetype(file, size, layout_engine=engine)


@lru_cache(maxsize=16)
def _blank(name: str) -> bytes:
    return bytes(_font(name, 24, False).getmask("\U0010fffd"))


@lru_cache(maxsize=4096)
def _has(name: str, character: str) -> bool:
    """Whether a font has a glyph of its own for this character."""
    if character.isspace():
        return True
    return bytes(_font(name, 24, False).getmask(character)) != _blank(name)


def _is_drawn(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@lru_cache(maxsize=1024)
def drawable(text: str) -> str:
    """Return the text drawable with the bundled fonts, one box for each run of unknown letters.

    Emoji and marks without a glyph are omitted.
    """
    folded = unicodedata.normalize("NFKC", text[:LONGEST])
    letters: list[str] = []
    for character in folded:
        if character.isspace():
            character = " "
        elif not _is_drawn(character):
            continue
        if any(_has(name, character) for name in (Weight.SEMI.value, *FALLBACKS)):
            letters.append(character)
        elif unicodedata.category(character)[0] in "LN" and letters[-1:] != [MISSING]:
            letters.append(MISSING)
    return " ".join("".join(letters).split())


def _runs(text: str, weight: Weight) -> list[tuple[str, str]]:
    """Return runs of neighbouring characters in one font: (font, text) pairs."""
    runs: list[tuple[str, str]] = []
    for character in text:
        fonts = (weight.value, Weight.SEMI.value, *FALLBACKS)
        name = next((font for font in fonts if _has(font, character)), FALLBACKS[0])
        if character == " " and runs:
            name = runs[-1][0]
        if runs and runs[-1][0] == name:
            runs[-1] = (name, runs[-1][1] + character)
        else:
            runs.append((name, character))
    return runs


def _shaped(name: str, size: int) -> ImageFont.FreeTypeFont:
    return _font(name, size, name in FALLBACKS)


@lru_cache(maxsize=2048)
def text_width(text: str, size: int, weight: Weight = Weight.SEMI) -> int:
    """Return the width in pixels of the drawn text."""
    runs = _runs(drawable(text), weight)
    return round(sum(_shaped(name, size).getlength(part) for name, part in runs))


@lru_cache(maxsize=1024)
def fitted(text: str, width: int, size: int, weight: Weight = Weight.SEMI) -> str:
    """Return the text, or its longest beginning that fits ``width`` pixels with an ellipsis."""
    text = drawable(text)
    if text_width(text, size, weight) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + ELLIPSIS, size, weight) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + ELLIPSIS if low else ""


@lru_cache(maxsize=1024)
def text_mask(text: str, size: int, weight: Weight = Weight.SEMI) -> Image.Image:
    """Return a mask ("L") of the text, as high as ascender to descender; read-only."""
    text = drawable(text)
    height = round(size * 1.25)
    mask = Image.new("L", (max(1, text_width(text, size, weight) + 2), height))
    draw = ImageDraw.Draw(mask)
    x = 0.0
    for name, part in _runs(text, weight):
        font = _shaped(name, size)
        draw.text((x, round(size * 0.97)), part, fill=255, font=font, anchor="ls")
        x += font.getlength(part)
    return mask


@lru_cache(maxsize=256)
def glyph_mask(text: str, cap_height: int, widest: int) -> Image.Image:
    """Return a tight mask of a card index, ``cap_height`` high and at most ``widest`` wide."""
    font = _font(Weight.BOLD.value, round(cap_height / 0.727 * 4), False)
    left, top, right, bottom = font.getbbox(text, anchor="ls")
    large = Image.new("L", (round(right - left), round(bottom - top)))
    ImageDraw.Draw(large).text((-left, -top), text, fill=255, font=font, anchor="ls")
    width = min(widest, round(large.width / 4))
    return large.resize((width, round(large.height / 4)), Image.Resampling.LANCZOS)
