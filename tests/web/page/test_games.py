"""Whole games in real windows, by what the page offers: finger, mouse and keyboard."""

import pytest

from tests.browser.playground_page import CHROMIUM
from tests.web.page.conftest import Opener
from tests.web.page.window import NARROW, WIDE, Dragging, Tapping, Typing, Window, play

Sizes = tuple[tuple[int, int], tuple[int, int]]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


TAPS, DRAGS, KEYS = Tapping(), Dragging(), Typing()


def sit_down_together(opened: Opener, sizes: Sizes, preset: str) -> tuple[Window, Window]:
    """Alice challenges Bob in the lobby, and both go to their table."""
    alice, bob = opened("Alice", size=sizes[0]), opened("Bob", size=sizes[1])
    alice.challenge("Bob", preset)
    bob.accept()
    alice.arrive()
    assert alice.match() == bob.match()
    return alice, bob


@pytest.mark.timeout(900)
def test_two_windows_play_a_whole_match_against_each_other(opened: Opener) -> None:
    alice, bob = sit_down_together(opened, (NARROW, WIDE), "single")
    play((alice, TAPS), (bob, TAPS), until=lambda page: page.over)
    bob.until("the end", lambda page: page.over)
    outcomes = [window.page.locator(".outcome").inner_text() for window in (alice, bob)]
    assert outcomes[0] == outcomes[1] != ""


@pytest.mark.parametrize(
    ("sizes", "hands", "preset"),
    [
        ((WIDE, WIDE), (DRAGS, KEYS), "standard"),
        ((NARROW, NARROW), (DRAGS, KEYS), "oklahoma_hollywood"),
        ((WIDE, NARROW), (TAPS, DRAGS), "mahjong"),
    ],
    ids=["1280", "400", "mahjong"],
)
def test_a_round_is_played_by_mouse_finger_and_keyboard(
    opened: Opener, sizes: Sizes, hands: tuple[Tapping, Tapping], preset: str
) -> None:
    alice, bob = sit_down_together(opened, sizes, preset)
    play((alice, hands[0]), (bob, hands[1]), until=lambda page: page.between or page.over)
    alice.page.get_by_role("button", name="Menu").click()
    alice.page.get_by_role("button", name="Resign").click()
    alice.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    for window in (alice, bob):
        window.until("the end", lambda page: page.over)
