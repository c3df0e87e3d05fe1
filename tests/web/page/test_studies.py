"""Studies: made of an answer of *Ask*, with lines and a note, and opened by a link."""

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.window import SIZES, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]

HAND = "5H 6H 7H 4C 4D 4S QS QD 7S 2D"
PILE = "KC 3D 8S TH 9C 8D"
NOTE = "Keep the queens?\nThe king is gone."


def press(window: Window, name: str) -> None:
    """Press a button, with a finger on a phone."""
    button = window.page.get_by_role("button", name=name, exact=True)
    button.tap() if window.is_narrow else button.click()


def discard(window: Window, card: str) -> None:
    """Press a card of the hand where no other one lies over it."""
    at = window.place(f'.of-hand [data-card="{card}"] button')
    assert at is not None
    tap = window.page.touchscreen.tap if window.is_narrow else window.page.mouse.click
    tap(*at)


def steps(window: Window) -> list[str]:
    return window.page.locator(".study-line button").all_inner_texts()


def at_step(window: Window, label: str) -> None:
    """Wait until a move is shown."""
    window.page.locator(".study-here", has_text=label).wait_for()


@pytest.mark.parametrize("size", SIZES)
def test_a_position_is_studied_and_its_link_opens_without_an_account(
    chromium: Browser, program: Program, size: tuple[int, int], axe: str
) -> None:
    window = Window(chromium, program.table, size=size, reduced_motion="reduce")
    window.sit_down("Dave")
    window.go_to("Learn", "Ask")
    page = window.page
    page.get_by_label("Or write").fill(f"{HAND} / {PILE} / / 12 30")
    press(window, "Ask the coach")
    press(window, "Save as study")
    at_step(window, "The start")
    assert "#page=study." in page.url.replace("&", "#")
    # The table is what moves are made on.
    page.locator(".study-felt button.study-spot").click()
    page.get_by_role("button", name="You draw", exact=True).last.wait_for()
    assert page.locator(".study-add .chips [aria-pressed=true]").inner_text() == "You draw"
    page.locator(".of-pile button").click()
    at_step(window, "take the discard")
    discard(window, "QS")
    at_step(window, "discard Q♠")
    press(window, "Opponent takes the upcard, then discards")
    page.locator('.study-add [data-suit="C"]', has_text="J").click()
    at_step(window, "Opponent: take the discard, discard J♣")
    taken = page.locator(".of-taken li")
    assert [one.get_attribute("data-card") for one in taken.all()] == ["QS"]
    page.get_by_label("Note").fill(NOTE)
    press(window, "Save note")
    page.locator(".study-form button:disabled").wait_for()
    check(window, axe, "study")
    page.reload()
    at_step(window, "Opponent: take the discard, discard J♣")
    press(window, "Share")
    press(window, "Share")
    link = page.get_by_role("link", name="Open the study").get_attribute("href")
    assert link is not None
    guest = Window(chromium, link, size=size, reduced_motion="reduce")
    guest.page.goto(link)
    at_step(guest, "The start")
    assert "Dave" in guest.page.locator(".lesson-paper").inner_text()
    for label in ("take the discard", "discard Q♠", "Opponent: take the discard, discard J♣"):
        guest.page.locator(".study-following li button", has_text=label).click()
        at_step(guest, label)
    assert guest.page.locator(".study-note").inner_text() == NOTE
    assert len(steps(guest)) == 4
    press(guest, "Back")
    at_step(guest, "discard Q♠")
    assert guest.page.locator("textarea, .study-add").count() == 0
    check(guest, axe, "shared study")
    press(window, "Stop sharing")
    page.get_by_role("link", name="Open the study").wait_for(state="detached")
    press(window, "Back")
    at_step(window, "The start")
    press(window, "Delete study")
    press(window, "Yes, delete it")
    page.locator(".card-of, .empty-place").first.wait_for()
    for one in (window, guest):
        assert one.troubles == []
        one.close()


@pytest.mark.night
def test_the_list_is_drawn_empty_and_shows_the_hands(
    chromium: Browser, program: Program, axe: str
) -> None:
    window = Window(chromium, program.table, reduced_motion="reduce")
    window.sit_down("Carol")
    window.go_to("Learn", "Studies")
    page = window.page
    page.locator(".drawn-page .empty-place").wait_for()
    check(window, axe, "no studies")
    page.locator(".drawn-page").get_by_role("button", name="Ask").click()
    page.get_by_label("Or write").fill(f"{HAND} / {PILE}")
    press(window, "Ask the coach")
    press(window, "Save as study")
    at_step(window, "The start")
    press(window, "Ask here")
    page.locator(".ask-choices").wait_for()
    press(window, "Back to the study")
    at_step(window, "The start")
    page.locator(".tabs").get_by_role("button", name="Studies").click()
    page.locator(".card-of").wait_for()
    assert page.locator(".card-hand .face").count() == 10
    check(window, axe, "studies")
    page.locator(".card-of").click()
    at_step(window, "The start")
    assert window.troubles == []
    window.close()
