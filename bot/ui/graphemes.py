"""Characters as people see them: what is joined with a letter or an emoji is part of it."""

import unicodedata
from typing import Final

JOINER: Final = "\u200d"
_AS_EMOJI: Final = "\ufe0f"
_KEYCAP: Final = "\u20e3"
_TONES: Final = range(0x1F3FB, 0x1F400)
_REGIONS: Final = range(0x1F1E6, 0x1F200)
MOST: Final = 12
"""The code points of one character; two people who kiss, with their skins, are ten."""


def graphemes(text: str) -> list[str]:
    """Return the characters of a text; each is at least one code point.

    >>> [len(one) for one in graphemes("A👩\u200d🚀🇩🇪")]
    [1, 3, 2]
    """
    found: list[str] = []
    for one in text:
        if found and _belongs(found[-1], one):
            found[-1] += one
        else:
            found.append(one)
    return found


def _belongs(before: str, one: str) -> bool:
    if len(before) >= MOST:
        return False
    if ord(one) in _REGIONS:
        return len(before) == 1 and ord(before) in _REGIONS
    if before[-1] == JOINER or one in (JOINER, _AS_EMOJI, _KEYCAP) or ord(one) in _TONES:
        return True
    return unicodedata.category(one).startswith("M")


def cut(text: str, limit: int) -> str:
    """Return as many characters from the start as fit in ``limit`` code points."""
    beginning = ""
    for one in graphemes(text[: limit + MOST]):
        if len(beginning) + len(one) > limit:
            break
        beginning += one
    return beginning
