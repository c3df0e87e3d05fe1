"""Everybody can use the page: axe-core on every screen, sizes, focus, speech, calm, language."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.waiting import PATIENCE_S
from tests.web.page.hands import Tapping, Typing, turn
from tests.web.page.quick import play_quickly, round_is_over
from tests.web.page.window import NARROW, PAGES, Window, card_css
from tests.worlds.access import VIOLATIONS, check, check_in_sight


@pytest.fixture
def window(chromium: Browser, program: Program) -> Iterator[Window]:
    """A window whose reader wants no movements."""
    one = Window(chromium, program.table, reduced_motion="reduce")
    yield one
    one.close()


pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
LOW = (844, 270)
_SCROLLS = """() => {
  const shown = document.querySelector(".shown.result");
  return shown !== null && shown.scrollHeight > shown.clientHeight + 16;
}"""


def test_a_turn_is_in_sight_in_every_window(window: Window) -> None:
    """However small the window, whoever is to move scrolls to no card and to no button."""
    window.sit_down("Carol")
    window.practise("novice")
    while not window.offers().leaves:
        turn(window, Tapping())
    check_in_sight(window)
    window.page.locator(card_css(window.offers().best)).focus()
    window.page.keyboard.press("Enter")
    check_in_sight(window)


@pytest.mark.timeout(900)
def test_no_screen_has_a_violation(window: Window, program: Program, axe: str) -> None:
    """axe-core finds nothing on any screen from the entrance to the coach."""
    page = window.page
    page.goto(window.address)
    page.get_by_role("button", name="Alice", exact=True).wait_for()
    check(window, axe, "entrance")
    window.sit_down("Alice")
    check(window, axe, "lobby")
    for name in ("Change", "Challenge someone"):
        page.get_by_role("button", name=name).click()
        check(window, axe, name)
        page.keyboard.press("Escape")
    for section, tab in PAGES:
        window.go_to(section, tab)
        check(window, axe, f"{section} {tab}")
    page.locator(".nav").get_by_role("button", name="Play").click()
    page.locator("main.lobby").wait_for()
    assert page.locator("aside.panel").count() == 0, "a page leaves nothing over the lobby"
    page.locator(".nav").get_by_role("button", name="Watch").click()
    check(window, axe, "Watch")
    page.locator(".nav").get_by_role("button", name="Play").click()
    window.practise("novice")
    check(window, axe, "first turn")
    while not window.offers().leaves:
        turn(window, Tapping())
    check(window, axe, "discard")
    page.locator(card_css(window.offers().best)).focus()
    page.keyboard.press("Enter")
    check(window, axe, "selected card")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    check(window, axe, "keys")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    check(window, axe, "menu")
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    check(window, axe, "confirm")
    page.keyboard.press("Escape")
    play_quickly(program, window.match(), "Alice", until=round_is_over)
    window.until("the end of the round", lambda now: now.between or now.over)
    check(window, axe, "result")
    page.get_by_role("button", name="Coach").click()
    page.locator("aside.panel").wait_for()
    check(window, axe, "coach")


@pytest.mark.night
@pytest.mark.timeout(900)
def test_a_result_that_has_to_be_scrolled_is_reached_by_keys(
    window: Window, program: Program, axe: str
) -> None:
    """Beside a panel, on a phone on its side, there is no room for both hands."""
    page = window.page
    window.sit_down("Dave")
    window.practise("novice")
    play_quickly(program, window.match(), "Dave", until=round_is_over)
    window.until("the end of the round", lambda now: now.between or now.over)
    page.get_by_role("button", name="Coach").click()
    page.locator("aside.panel").wait_for()
    page.set_viewport_size({"width": LOW[0], "height": LOW[1]})
    page.wait_for_function(_SCROLLS)
    page.evaluate(axe)
    assert page.evaluate(VIOLATIONS, {}) == []


_ALL_ANNOUNCED: Final = {"drew", "discarded"}


def _kinds(window: Window) -> set[str]:
    """The moves of the computer that have been announced."""
    said = " ".join(window.page.evaluate("announced"))
    drew = "Pip drew from the stock." in said or "Pip took" in said
    found = {"drew": drew, "discarded": "Pip discarded" in said}
    return {kind for kind, was in found.items() if was}


def test_focus_stays_at_the_table_and_every_move_is_announced(window: Window) -> None:
    """Whoever plays by keyboard keeps the focus at the table and hears every move."""
    page = window.page
    window.sit_down("Bob")
    window.practise("novice")
    assert page.evaluate("document.activeElement !== document.body")
    hand = Typing()
    discarded = 0
    while discarded < 3 or not _kinds(window) >= _ALL_ANNOUNCED:
        offers = window.offers()
        assert not offers.over, _kinds(window)
        if not turn(window, hand):
            page.wait_for_timeout(25)
            continue
        # A round may end before the computer's first turn; then another one is played.
        discarded += bool(offers.leaves)
        # Whatever was pressed may be gone, the focus is not.
        assert page.evaluate("document.activeElement !== document.body"), offers
        assert page.evaluate("document.getAnimations().length") == 0
    said = " ".join(page.evaluate("announced"))
    assert " of " in said
    assert "drawn: " in said
    assert not {"♣", "♦", "♥", "♠", "*"} & set(said)


@pytest.mark.timeout(900)
def test_a_table_to_which_a_panel_leads_is_not_covered_by_it(window: Window) -> None:
    """On a phone the panel of the daily challenge goes when its table opens."""
    page = window.page
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    window.sit_down("Alice")
    window.go_to("Learn", "Daily challenge")
    # In a new club the deals of the day have to be prepared first.
    play = page.locator("main").get_by_role("button", name=re.compile("Play the deals|Refresh"))
    for _ in range(int(PATIENCE_S)):
        if page.locator("main.table").count():
            break
        play.evaluate_all("found => found.forEach((one) => one.click())")
        page.wait_for_timeout(1000)
    page.locator("main.table").wait_for()
    page.locator("aside.panel").wait_for(state="detached")


@pytest.mark.night
def test_the_page_speaks_the_readers_language(window: Window) -> None:
    """The language that is chosen in the settings is the page's at once, and back again."""
    page = window.page
    window.sit_down("Carol")
    window.go_to("Me", "Settings")
    menu = page.locator(".choices select").filter(has_text="Deutsch")
    menu.select_option(label="Deutsch")
    page.locator("html[lang=de]").wait_for(state="attached")
    # Whoever sits down here next reads English.
    menu.select_option(label="English")
    page.locator("html[lang|=en]").wait_for(state="attached")


def test_the_order_of_the_hand_is_kept(window: Window) -> None:
    """Cards that are moved in the hand are where they were put after a reload."""
    page = window.page
    window.sit_down("Dave")
    window.practise("novice")
    first, second, *rest = window.offers().hand
    page.locator(card_css(first)).focus()
    page.keyboard.press("Shift+ArrowRight")
    window.until("the order", lambda now: now.hand[:2] == (second, first) and not now.waits)
    page.reload()
    page.locator("main.table").wait_for()
    assert window.until("the hand", lambda now: bool(now.hand)).hand == (second, first, *rest)
