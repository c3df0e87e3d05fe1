"""Screens in words, kept as text: what somebody who listens gets must not change unnoticed.

`GIN_WRITE_SNAPSHOTS=1` writes the file anew; the difference belongs into the review.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.ui.i18n import in_language
from bot.ui.reader import Reader
from bot.ui.screen import Screen
from tests.worlds.screens import SCREENS, drawn, name_of

FILE = Path(__file__).with_name("text_screens.txt")
MOST = {"en": 8, "de": 3, "pl": 3}
"""How many of what a screen may show are kept of each language."""


def written(screen: Screen) -> str:
    """A screen as text: what it says, then its buttons."""
    labels = " ".join(f"[{button.label}]" for button in screen.buttons())
    return "\n".join([*screen.texts(), labels])


def screens(language: str) -> Iterator[tuple[str, str]]:
    """Some of what each screen may show, from first to last."""
    reader = Reader(in_language(language), text_mode=True)
    for draw in SCREENS:
        shown = list(dict.fromkeys(map(written, drawn(draw, reader))))
        most = min(MOST[language], len(shown))
        for number in range(most):
            yield f"{language} {name_of(draw)} {number}", shown[number * len(shown) // most]


def test_screens_in_words_are_what_they_were() -> None:
    parts = [f"===== {name}\n{text}\n" for language in MOST for name, text in screens(language)]
    text = "\n".join(parts)
    if os.environ.get("GIN_WRITE_SNAPSHOTS") == "1":
        FILE.write_text(text, encoding="utf-8")
        pytest.fail("the snapshots were written anew; run without GIN_WRITE_SNAPSHOTS")
    assert text == FILE.read_text(encoding="utf-8")
