"""Whole games in real windows, by what the page offers: finger, mouse and keyboard."""

import pytest

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.quick import match_is_over, play_quickly
from tests.web.page.window import NARROW, WIDE, Dragging, Tapping, Typing, play, resign
from tests.worlds.two_browsers import Sizes, sit_down_together

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


MOVES = 6
TAPS, DRAGS, KEYS = Tapping(), Dragging(), Typing()


@pytest.mark.timeout(900)
def test_two_windows_play_a_match_and_see_its_end(opened: Opener, program: Program) -> None:
    """A round and the first moves of the next one are made in the windows."""
    alice, bob = sit_down_together(opened, (NARROW, WIDE), "single")
    play((alice, TAPS), (bob, KEYS), until=lambda page: page.between or page.over)
    later = alice.offers().version + MOVES
    play((alice, TAPS), (bob, KEYS), until=lambda page: page.version >= later or page.over)
    play_quickly(program, alice.match(), "Alice", "Bob", until=match_is_over)
    for window in (alice, bob):
        window.until("the end", lambda page: page.over)
    outcomes = [window.page.locator(".outcome").inner_text() for window in (alice, bob)]
    assert outcomes[0] == outcomes[1] != ""


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("sizes", "hands", "preset"),
    [
        ((WIDE, NARROW), (DRAGS, KEYS), "oklahoma_hollywood"),
        pytest.param((WIDE, NARROW), (TAPS, DRAGS), "mahjong", marks=pytest.mark.night),
    ],
    ids=["oklahoma", "mahjong"],
)
def test_a_round_is_played_by_mouse_finger_and_keyboard(
    opened: Opener, sizes: Sizes, hands: tuple[Tapping, Tapping], preset: str
) -> None:
    """A whole round is played by dragging and by keys, with cards that fly, then resigned."""
    carol, dave = sit_down_together(
        opened, sizes, preset, ("Carol", "Dave"), reduced_motion="no-preference"
    )
    play((carol, hands[0]), (dave, hands[1]), until=lambda page: page.between or page.over)
    if not carol.offers().over:
        resign(carol)
    dave.until("the end", lambda page: page.over)
