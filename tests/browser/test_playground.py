"""A person plays in the browser; the program is killed in the middle and goes on."""

import os
import signal
from pathlib import Path

import pytest

from tests.browser.playground_page import CHROMIUM, Browser, Program

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
_NOT_SHOWN = """(words) =>
  [...document.querySelectorAll("img")].every((one) => !one.alt.includes(words))"""


def play_turn(browser: Browser) -> None:
    """Draw if asked to, then discard the last card of the hand."""
    offered = browser.wait_for("Stock", "Pass", "Ready for", "Lay off", "Done", "Hint", "Refresh")
    if offered in ("Pass", "Ready for", "Lay off", "Done"):
        browser.press(offered, 1500)
        return
    if offered == "Stock":
        browser.press("Stock")
        browser.wait_for(browser_card(browser))
    if browser.cards():
        browser.press(browser.cards()[-1])
        browser.wait_for("Discard ")
        browser.press("Discard ", 1500)


def wait_for_my_move(browser: Browser) -> None:
    """Until it is the own turn to draw; the computer may have ended the round before."""
    for _ in range(10):
        offered = browser.wait_for("Stock", "Pass", "Ready for", "Lay off", "Done")
        if offered in ("Stock", "Pass"):
            return
        browser.press(offered, 1500)
    raise AssertionError(browser.labels())


def browser_card(browser: Browser) -> str:
    """Any card button that is there soon after a draw."""
    for _ in range(300):
        cards = browser.cards()
        if cards:
            return cards[0]
        browser.page.wait_for_timeout(200)
    raise AssertionError(browser.labels())


@pytest.mark.timeout(900)
def test_a_killed_playground_goes_on_with_the_same_cards(tmp_path: Path) -> None:
    """Whether the playground is killed or interrupted, it goes on with the same hand."""
    with Program(tmp_path) as program, Browser(program, 1280, 1100) as browser:
        browser.command("/gin practice")
        for number in (signal.SIGKILL, signal.SIGINT):
            play_turn(browser)
            wait_for_my_move(browser)
            before = browser.hand_alt()
            code = program.kill(number)
            assert code == (-signal.SIGKILL if number == signal.SIGKILL else 0)
            program.start()
            browser.open()
            browser.press("My hand", 1200)
            browser.wait_for("Stock", "Pass")
            assert browser.hand_alt() == before
            play_turn(browser)


@pytest.mark.night
@pytest.mark.timeout(900)
def test_two_people_challenge_accept_and_see_only_their_own_hand(tmp_path: Path) -> None:
    """In the simulated chat everybody sees the own hand, and nobody else's."""
    shots = Path(os.environ["GIN_SHOTS"]) if "GIN_SHOTS" in os.environ else None
    with Program(tmp_path) as program, Browser(program, 400, 900) as browser:
        browser.command("/gin open")
        if shots is not None:
            browser.page.screenshot(path=shots / "open-400.png")
        browser.view_as("Bob")
        browser.press("Join", 1500)
        bobs = browser.hand_alt()
        browser.view_as("Alice")
        browser.page.wait_for_function(_NOT_SHOWN, arg=bobs)
        browser.press("My hand", 1200)
        assert browser.hand_alt(other_than=bobs)
        browser.view_as("Carol")
        browser.page.wait_for_function(_NOT_SHOWN, arg="Your hand")
