"""Every press counts, or the page says why not: before an answer, at once, in mid-flight."""

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.hands import Tapping, discards_of, may_discard, play
from tests.web.page.line import Line
from tests.web.page.trace import noticed
from tests.web.page.window import Offers, Window, card_css

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
HAND = Tapping()
_PRESS_AT_ONCE = """() => new MutationObserver((_, look) => {
  if (!document.querySelector("main.table")) return;
  look.disconnect();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true }));
}).observe(document.body, { childList: true, subtree: true })"""
_STOP_FLIGHTS = "() => document.getAnimations().forEach((one) => one.pause())"


def drawn_unanswered(window: Window, line: Line) -> Offers:
    """Draw from the stock: the table shows the card, and the answer is still under way."""
    play((window, HAND), until=lambda now: now.stock and not now.waits)
    line.delay("answer")
    window.page.keyboard.press("s")
    return window.until("the card", lambda now: bool(now.leaves) and now.waits)


def key_on(window: Window, card: str, key: str) -> None:
    window.page.locator(card_css(card)).focus()
    window.page.keyboard.press(key)


def test_a_key_pressed_before_the_answer_to_the_draw_discards_after_it(
    alice: tuple[Window, Line],
) -> None:
    """What is pressed on a table that is shown counts, though an answer is still under way."""
    window, line = alice
    card = drawn_unanswered(window, line).best
    before = len(line.acts())
    for key in "dd":
        key_on(window, card, key)
    assert len(line.acts()) == before
    line.release()
    window.until("the discard", lambda now: card not in now.hand and not now.waits)
    assert line.acts()[before:] == [f"d{card}"]
    assert discards_of(window, "Alice", card) == 1


def test_a_card_selected_before_the_answer_to_the_draw_stays_selected(
    alice: tuple[Window, Line],
) -> None:
    """The second tap discards, although the answer came between the two."""
    window, line = alice
    card = drawn_unanswered(window, line).best
    HAND.select(window, card)
    line.release()
    assert window.until("the answer", lambda now: not now.waits).chosen == card
    HAND.press(window, card_css(card))
    window.until("the discard", lambda now: card not in now.hand)


@pytest.mark.night
def test_who_resigns_before_the_answer_to_a_move_has_resigned(alice: tuple[Window, Line]) -> None:
    window, line = alice
    drawn_unanswered(window, line)
    page = window.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_text("Your opponent wins the match.").wait_for()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    line.release()
    window.until("the end", lambda now: now.over)


@pytest.mark.night
def test_what_is_not_offered_any_more_when_the_answer_comes_is_said_not_to_count(
    alice: tuple[Window, Line], chromium: Browser, program: Program
) -> None:
    window, line = alice
    second = Window(chromium, program.table, reduced_motion="reduce")
    second.sit_down("Alice")
    second.open_table(window.match())
    offers = drawn_unanswered(window, line)
    key_on(window, offers.best, "d")
    second.until("the hand", lambda now: now.hand == offers.hand)
    HAND.discard(second, offers.best)
    window.until("the discard", lambda now: offers.best not in now.hand)
    line.release()
    noticed(window.page, "that didn't go through")
    second.close()


def test_an_unanswered_order_of_the_cards_holds_up_no_move(alice: tuple[Window, Line]) -> None:
    """A discard is sent at once while the new order of the hand is not answered."""
    window, line = alice
    card = play((window, HAND), until=may_discard).best
    line.delay("answer")
    first = window.offers().hand[0] == card
    key_on(window, card, "Shift+ArrowRight" if first else "Shift+ArrowLeft")
    key_on(window, card, "d")
    window.until("the discard", lambda now: card not in now.hand)
    assert line.acts()[-1] == f"d{card}"
    line.release()


def test_a_button_counts_while_another_is_not_answered_and_twice_is_once(
    alice: tuple[Window, Line],
) -> None:
    window, line = alice
    window.page.get_by_role("button", name="Back to the lobby").click()
    window.go_to("Me")
    buttons = window.page.locator(".choices").get_by_role("switch")
    buttons.first.wait_for()
    before = len(line.sent_of("press"))
    line.delay("answer")
    for number in (0, 0, 1):
        buttons.nth(number).click(force=True)
    window.page.locator(".drawn-page [aria-busy=true]").wait_for()
    pressed = [message["press"] for message in line.sent_of("press")][before:]
    assert len(pressed) == len(set(pressed)) == 2
    line.release()
    # The settings are the member's, in later windows, too.
    for name, pressed_once in (("One-tap discards", True), ("Computer players chat", False)):
        window.page.get_by_role("switch", name=name, checked=pressed_once).click()
        window.page.get_by_role("switch", name=name, checked=not pressed_once).wait_for()


@pytest.mark.night
def test_a_selected_card_that_was_discarded_in_another_window_takes_no_key(
    alice: tuple[Window, Line], chromium: Browser, program: Program
) -> None:
    """The key is meant for the card with the focus, not for one that has gone."""
    window, line = alice
    gone = play((window, HAND), until=may_discard).best
    HAND.select(window, gone)
    second = Window(chromium, program.table, reduced_motion="reduce")
    second.sit_down("Alice")
    second.open_table(window.match())
    second.until("the hand", lambda now: gone in now.hand)
    HAND.discard(second, gone)
    play((second, HAND), until=may_discard)
    offers = window.until("the hand", lambda now: may_discard(now) and gone not in now.hand)
    key_on(window, offers.best, "d")
    window.until("the discard", lambda now: offers.best not in now.hand)
    assert line.acts()[-1] == f"d{offers.best}"
    second.close()


def test_a_key_counts_as_soon_as_the_table_is_there(opened: Opener) -> None:
    window = opened("Bob")
    window.page.evaluate(_PRESS_AT_ONCE)
    window.practise("novice")
    window.page.get_by_role("dialog").get_by_text("Keyboard shortcuts").wait_for()


@pytest.mark.night
def test_a_card_that_must_stay_says_so(alice: tuple[Window, Line]) -> None:
    """Who presses D on the card just taken reads that it can't be discarded."""
    window, _ = alice
    play((window, HAND), until=lambda now: now.pile and not now.waits)
    window.page.keyboard.press("p")
    window.until("the card", lambda now: bool(now.leaves) and not now.waits)
    window.page.locator(".hand .card.locked button").focus()
    window.page.keyboard.press("d")
    noticed(window.page, "can't be discarded this turn")


@pytest.mark.night
def test_a_card_in_flight_is_pressed_where_it_is_seen(opened: Opener) -> None:
    """A tap on a card that is still moving selects it, though it goes to its place under it."""
    window = opened("Dave", reduced_motion="no-preference")
    window.practise("novice")
    play((window, HAND), until=lambda now: now.stock and not now.waits)
    before = window.offers().hand
    window.page.evaluate(
        """() => new MutationObserver((_, look) => {
          if (!document.getAnimations().length) return;
          look.disconnect();
          document.getAnimations().forEach((one) => one.pause());
        }).observe(document.body, { childList: true, subtree: true, attributes: true })"""
    )
    window.page.keyboard.press("s")
    now = window.until("the card", lambda now: bool(now.leaves) and not now.waits)
    [drawn] = set(now.hand) - set(before)
    window.page.evaluate(_STOP_FLIGHTS)
    place = window.place(card_css(drawn))
    assert place is not None
    window.page.mouse.click(*place)
    window.until("the selection", lambda now: now.chosen == drawn)


def come_late(window: Window, line: Line, kind: str) -> None:
    """Bring a panel or a form, whose reader is in the lobby by then."""
    page = window.page
    page.locator(".nav").get_by_role("button", name="Play").click()
    line.wait_for(page, 1, kind)
    line.wait_for(page, 1, "answer")
    line.release()
    page.locator("button.play:enabled").wait_for()
    assert page.locator("aside.panel, dialog[open]").count() == 0


def test_what_a_page_asked_for_opens_nothing_over_the_lobby(alice: tuple[Window, Line]) -> None:
    """A slow line brings the settings when their reader has gone back to the lobby."""
    window, line = alice
    window.page.get_by_role("button", name="Back to the lobby").click()
    line.delay("panel", "answer")
    window.page.locator(".nav").get_by_role("button", name="Me").click()
    come_late(window, line, "panel")
    window.go_to("Me", "Settings")


def test_a_form_opens_only_where_it_was_asked_for(opened: Opener) -> None:
    window, line = opened("Dave"), Line()
    page = window.page
    page.route_web_socket("**/api/socket", line.open)
    page.reload()
    window.go_to("Learn", "Ask")
    page.get_by_label("Or write").fill("5H 6H 7H 4C 4D 4S QS QD 7S 2D / KC")
    page.get_by_role("button", name="Ask the coach").click()
    page.get_by_role("button", name="Save as study").click()
    page.locator(".study[aria-busy=false]").wait_for()
    line.delay("form", "answer")
    page.get_by_role("button", name="Name…").click()
    come_late(window, line, "form")
    window.go_to("Learn", "Studies")
    page.locator(".card-of").first.click()
    page.get_by_role("button", name="Name…").click()
    page.locator("dialog[open]").wait_for()
