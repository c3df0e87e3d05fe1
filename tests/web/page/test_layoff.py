"""A card is laid off by dragging it to the meld that it fits."""

import pytest

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.hands import Dragging
from tests.web.page.quick import may_lay_off, play_quickly
from tests.web.page.window import WIDE, Window, card_css
from tests.worlds.two_browsers import sit_down_together

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
NAMES = ("Alice", "Bob")
TAKES = ".meld.takes"
_LAID = """(card) => document.querySelector(`.melds [data-card="${card}"]`) !== null"""


def at_a_layoff(opened: Opener, program: Program) -> Window:
    """A window whose member holds a card that fits a meld of the knocker."""
    while True:  # A match of several rounds hardly ever goes by without a layoff.
        carol, dave = sit_down_together(
            opened, (WIDE, WIDE), "standard", NAMES, reduced_motion="no-preference"
        )
        if play_quickly(program, carol.match(), *NAMES, until=may_lay_off):
            while True:
                for window in (carol, dave):
                    if window.page.locator(TAKES).count():
                        return window
                carol.page.wait_for_timeout(25)


def fitting(window: Window) -> tuple[str, str]:
    """A card of the hand, and the place of the meld that it fits."""
    for card in window.offers().hand:
        window.page.locator(card_css(card)).focus()
        window.page.keyboard.press("Enter")
        found = window.page.locator(f"{TAKES}.fits")
        if found.count():
            zone = found.first.get_attribute("data-drop")
            window.page.keyboard.press("Escape")
            return card, f'[data-drop="{zone}"]'
        window.page.keyboard.press("Escape")
    raise AssertionError(window.offers())


@pytest.mark.night
@pytest.mark.timeout(900)
def test_a_card_is_laid_off_by_dragging_it(opened: Opener, program: Program) -> None:
    """A card dragged to the knocker's meld that it fits lies there."""
    window = at_a_layoff(opened, program)
    card, zone = fitting(window)
    Dragging().drag(window, card, zone)
    window.page.wait_for_function(_LAID, arg=card)
    assert card not in window.offers().hand or window.offers().between
