"""What is typed or laid outlasts a look elsewhere, and every address leads somewhere."""

from collections.abc import Callable

import pytest

from tests.browser.playground_page import CHROMIUM
from tests.web.page.conftest import Opener
from tests.web.page.test_ask import HAND, PILE, ask, laid, taps
from tests.web.page.test_studies import at_step, discard, press
from tests.web.page.trace import noticed
from tests.web.page.window import NARROW, Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


def reloaded(window: Window) -> None:
    window.page.reload()


def gone_back(window: Window) -> None:
    window.page.locator(".tabs").get_by_role("button", name="Rules").click()
    window.page.locator("fieldset.rulesets, .rules-page, [data-preset]").first.wait_for()
    window.page.go_back()


def been_elsewhere(window: Window) -> None:
    here = window.page.url
    window.go_to("Me", "Settings")
    window.page.goto(here)


WAYS = (reloaded, gone_back, been_elsewhere)


@pytest.mark.parametrize("away", WAYS)
def test_a_position_and_its_answer_are_found_again(
    opened: Opener, away: Callable[[Window], None]
) -> None:
    window = opened("Dave", size=NARROW)
    page = window.page
    window.go_to("Learn", "Ask")
    page.locator(".ask-deck").wait_for()
    page.get_by_role("button", name="Clear").click()
    taps(window, f"{HAND} {PILE}")
    page.get_by_label("Score, yours first").fill("46 48")
    away(window)
    page.locator(".ask-deck").wait_for()
    assert (laid(window, "hand"), laid(window, "pile")) == (HAND.split(), PILE.split())
    assert page.get_by_label("Score, yours first").input_value() == "46 48"
    ask(window)
    page.locator(".ask-choices").wait_for()
    answer = page.locator(".ask-choices").inner_text()
    away(window)
    page.locator(".ask-choices").wait_for()
    assert page.locator(".ask-choices").inner_text() == answer
    page.locator(f'.of-hand [data-card="{HAND.split()[0]}"] button').click()
    assert page.locator(".ask-choices").count() == 0, "the answer was to another position"
    away(window)
    page.locator(".ask-deck").wait_for()
    assert laid(window, "hand") == HAND.split()[1:]


def test_a_written_position_stays_to_be_corrected(opened: Opener) -> None:
    window = opened("Dave", size=NARROW)
    page = window.page
    window.go_to("Learn", "Ask")
    field = page.get_by_label("Or write")
    field.fill(f"{HAND} / {PILE}")
    reloaded(window)
    assert field.input_value() == f"{HAND} / {PILE}"
    ask(window)
    page.locator(".ask-choices").wait_for()
    assert field.input_value() == f"{HAND} / {PILE}"
    field.fill("5H" * 600)
    ask(window)
    noticed(page, "may have at most")


@pytest.mark.parametrize("away", WAYS)
def test_a_note_is_found_again_at_its_move(opened: Opener, away: Callable[[Window], None]) -> None:
    window = opened("Dave", size=NARROW)
    page = window.page
    window.go_to("Learn", "Ask")
    page.get_by_label("Or write").fill(f"{HAND} / {PILE} / / 12 30")
    press(window, "Ask the coach")
    press(window, "Save as study")
    at_step(window, "The start")
    note = page.get_by_label("Note")
    note.fill("At the start")
    discard(window, "KD")
    at_step(window, "discard K♦")
    assert note.input_value() == ""
    note.fill("After the king")
    away(window)
    at_step(window, "discard K♦")
    assert note.input_value() == "After the king"
    page.locator(".study-line button").first.click()
    at_step(window, "The start")
    assert note.input_value() == "At the start"
    press(window, "Save note")
    page.locator(".study-form button.main:disabled").wait_for()
    page.locator(".study-following button").first.click()
    at_step(window, "discard K♦")
    press(window, "Cancel")
    assert note.input_value() == ""
    page.locator(".study-line button").first.click()
    at_step(window, "The start")
    assert note.input_value() == "At the start"


def test_a_line_of_chat_and_the_lobbys_choices_are_found_again(opened: Opener) -> None:
    window = opened("Dave")
    page = window.page
    page.locator(".chat-form input").fill("Half a")
    page.get_by_role("button", name="Open a table").first.click()
    page.locator("dialog select").last.select_option(index=1)
    chosen = page.locator("dialog select").last.input_value()
    page.locator("dialog input[type=checkbox]").check()
    reloaded(window)
    assert page.locator(".chat-form input").input_value() == "Half a"
    page.get_by_role("button", name="Open a table").first.click()
    assert page.locator("dialog select").last.input_value() == chosen
    assert page.locator("dialog input[type=checkbox]").is_checked()


def test_a_form_keeps_its_text_until_it_is_sent_or_cancelled(opened: Opener) -> None:
    window = opened("Dave")
    page = window.page
    field = page.locator("dialog input")
    window.go_to("Events")
    press(window, "Ask for an evening")
    suggested = field.input_value()
    field.fill("next Fri")
    reloaded(window)
    press(window, "Ask for an evening")
    assert field.input_value() == "next Fri"
    page.locator("dialog").get_by_role("button", name="Cancel").click()
    press(window, "Ask for an evening")
    assert field.input_value() == suggested != ""


def test_what_is_written_for_a_new_event_is_kept_until_it_is_started_over(opened: Opener) -> None:
    window = opened("Alice")
    page = window.page
    title = page.locator(".section h2", has_text="Friday ni")
    window.go_to("Events")
    press(window, "New event")
    page.get_by_role("textbox", name="Name").fill("Friday ni")
    title.wait_for()
    reloaded(window)
    title.wait_for()
    press(window, "Start over")
    title.wait_for(state="detached")


GONE = (
    ("page=replay.1.1", "My matches"),
    ("page=event.zz", None),
    ("page=study.zz.3", "Studies"),
    ("page=ask.2C-3C", "Ask"),
    ("page=nowhere", None),
    ("page=replay.nonsense", "My matches"),
)


@pytest.mark.parametrize(("address", "tab"), GONE)
def test_an_address_of_something_gone_leads_to_a_list_with_a_sentence(
    opened: Opener, address: str, tab: str | None
) -> None:
    window = opened("Dave", size=NARROW)
    page = window.page
    page.evaluate("(one) => { location.hash += `&${one}`; }", address)
    page.locator(".notice, [role=alert]").first.wait_for()
    page.get_by_text("Loading…").wait_for(state="detached")
    if tab is not None:
        page.locator(".tabs [aria-current]", has_text=tab).wait_for()


@pytest.mark.parametrize("end", [".", ")", ").", "!", "”"])
def test_the_end_of_a_sentence_belongs_to_no_address(opened: Opener, end: str) -> None:
    window = opened("Dave", size=NARROW)
    page = window.page
    page.goto(f"{page.url}&page=rules{end}")
    page.reload()
    page.locator(".tabs [aria-current]", has_text="Rules").wait_for()
    page.goto(f"{page.url.split('#')[0]}?shared=nothing{end}")
    page.get_by_text("Nothing is shared under this link").wait_for()
    window.troubles.clear()  # The browser notes that the server answered 404.
