"""A spectator guesses who wins the round with one tap, and is told how it came out."""

import pytest

from tests.browser.playground_page import CHROMIUM
from tests.web.page.conftest import Opener
from tests.web.page.hands import Tapping, play
from tests.web.page.window import NARROW, WIDE
from tests.worlds.access import check
from tests.worlds.two_browsers import sit_down_together

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
SIZES = (NARROW, (320, 568), WIDE)


def test_spectators_guess_in_the_place_of_the_reactions(opened: Opener, axe: str) -> None:
    alice, bob = sit_down_together(opened, (WIDE, WIDE), "standard")
    carol, dave = opened("Carol", size=NARROW), opened("Dave")
    for window in (carol, dave):
        if not window.offers().shown:
            window.open_table(alice.match())
        window.page.locator(".guess button").first.wait_for()
    check(carol, axe, "guess", SIZES)
    carol.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    carol.page.locator(".guess button").first.tap()
    carol.page.locator('.guess button[aria-pressed="true"]').wait_for()
    assert carol.page.locator(".guess button:disabled").count() == 2
    dave.page.locator(".guess b", has_text="1").wait_for()
    dave.page.locator(".guess button").last.click()
    carol.page.wait_for_function(
        "() => [...document.querySelectorAll('.guess b')].every((one) => one.innerText === '1')"
    )
    assert alice.page.locator(".guess").count() == 0

    play((alice, Tapping()), (bob, Tapping()), until=lambda page: page.between or page.over)
    for window in (carol, dave):
        window.announced("guessed right")
    check(carol, axe, "guessed", SIZES)
