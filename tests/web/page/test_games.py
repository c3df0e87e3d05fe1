"""Whole games in real windows, by what the page offers: finger, mouse and keyboard."""

import pytest

from tests.browser.playground_page import CHROMIUM
from tests.web.page.conftest import Opener
from tests.web.page.window import NARROW, WIDE, Dragging, Tapping, Typing, play

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


@pytest.mark.parametrize(
    ("sizes", "hands", "preset"),
    [
        ((NARROW, NARROW), (Tapping(), Tapping()), "single"),
        ((WIDE, WIDE), (Dragging(), Typing()), "single"),
        ((NARROW, WIDE), (Dragging(), Tapping()), "straight"),
    ],
    ids=["tap-400", "drag-and-keys-1280", "drag-400-tap-1280"],
)
def test_two_windows_play_a_whole_game_against_each_other(
    opened: Opener,
    sizes: tuple[tuple[int, int], tuple[int, int]],
    hands: tuple[Tapping, Tapping],
    preset: str,
) -> None:
    alice, bob = opened("Alice", size=sizes[0]), opened("Bob", size=sizes[1])
    alice.challenge("Bob", preset)
    bob.accept()
    alice.open_table(bob.match())
    play((alice, hands[0]), (bob, hands[1]))
    outcomes = [window.page.locator(".outcome").inner_text() for window in (alice, bob)]
    assert outcomes[0] == outcomes[1] != ""
