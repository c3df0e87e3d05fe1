"""Names of people, made safe to show: no markdown, no invisible characters, a bounded width."""

import unicodedata
from functools import lru_cache
from typing import Final

MAX_WIDTH: Final = 24
_MARKDOWN: Final = set("\\`*_~|>#[]()-:<@")
_HIDDEN: Final = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols of Unicode that show nothing: Hangul fillers and the empty Braille cell."""
NAMELESS: Final = "?"
"""The replacement for a name without visible characters."""


@lru_cache(maxsize=4096)
def safe_name(raw: str) -> str:
    """Return a name that cannot format, ping, reverse or stretch the text around it.

    East Asian wide characters count twice; more than three combining marks in a row are dropped.
    """
    kept: list[str] = []
    width = marks = 0
    for character in unicodedata.normalize("NFC", raw):
        category = unicodedata.category(character)
        if category in _HIDDEN or character in _BLANK:
            continue
        marks = marks + 1 if category.startswith("M") else 0
        if marks > 3:
            continue
        width += _width(character, category)
        if width > MAX_WIDTH:
            kept.append("…")
            break
        kept.append(character)
    name = " ".join("".join(kept).split())
    return "".join(f"\\{c}" if c in _MARKDOWN else c for c in name) or NAMELESS


def safe_words(raw: str) -> str:
    """Return a person's text on one line, without formatting, mentions or invisible characters."""
    shown = (
        c
        for c in unicodedata.normalize("NFC", raw)
        if unicodedata.category(c) not in _HIDDEN and c not in _BLANK
    )
    text = " ".join("".join(shown).split())
    return "".join(f"\\{c}" if c in _MARKDOWN else c for c in text)


def plain_name(safe: str) -> str:
    """Return a safe name without escapes, for pictures and labels."""
    plain: list[str] = []
    escaped = False
    for character in safe:
        if character == "\\" and not escaped:
            escaped = True
            continue
        escaped = False
        plain.append(character)
    return "".join(plain)


def _width(character: str, category: str) -> int:
    if category.startswith("M"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
