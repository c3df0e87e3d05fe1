"""Lines break in mid-turn, answers are lost, the program is killed: nothing is lost or doubled."""

import signal
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.hands import Dragging, Tapping, discards_of, may_discard, play
from tests.web.page.line import Cut, Line
from tests.web.page.window import Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
HAND = Tapping()
_CHECK_NOTICE = """() => {
  window.checked = new Promise((resolve) => {
    const look = new MutationObserver(async () => {
      const notice = document.querySelector(".notice");
      if (!notice) return;
      look.disconnect();
      const said = notice.textContent;
      const { violations } = await axe.run(document, { resultTypes: ["violations"] });
      resolve([said, violations.map((one) => one.id)]);
    });
    look.observe(document.body, { childList: true, subtree: true });
  });
}"""
"""Checks the page as soon as it says something for a moment."""


def once(cut: Cut) -> Cut:
    """Cut at the first message that fits, never again."""
    done = False

    def decide(message: dict[str, Any]) -> bool:
        nonlocal done
        if done or not cut(message):
            return False
        done = True
        return True

    return decide


def test_a_table_opens_also_where_the_press_that_began_it_is_answered_without_it(
    opened: Opener, chromium: Browser, program: Program
) -> None:
    """What fails behind the press is its answer, and the lobby may come before it."""
    bob, line = Window(chromium, program.table, reduced_motion="reduce"), Line()
    bob.page.route_web_socket("**/api/socket", line.open)
    bob.sit_down("Bob")
    opened("Alice").challenge("Bob", "standard")
    accept = bob.page.get_by_role("button", name="Accept")
    accept.wait_for()
    line.delay()
    accept.click()
    while {"answer", "lobby"} - {message["type"] for message in line.waiting}:
        bob.page.wait_for_timeout(25)
    line.waiting.sort(key=lambda message: message["type"] == "answer")
    line.waiting[-1]["match"] = None
    line.release()
    bob.arrive()
    bob.close()


def test_a_page_opened_again_before_its_answer_is_shown(alice: tuple[Window, Line]) -> None:
    """What a page shows comes before the answer; a press between the two asks for it anew."""
    window, line = alice
    page = window.page
    page.get_by_role("button", name="Back to the lobby").click()
    page.locator("main.lobby").wait_for()
    line.delay("answer")
    window.go_to("Me")
    page.locator(".tabs").get_by_role("button", name="Settings").click()
    line.wait_for(page, 2, "answer")
    page.locator(".drawn-page").wait_for()
    line.release()
    page.wait_for_function("() => document.querySelector('[aria-busy=true]') === null")
    assert page.locator(".drawn-page").count() == 1


def test_the_page_that_was_opened_last_is_shown(alice: tuple[Window, Line]) -> None:
    """Two pages in a moment: what the first one asked for may come after the second one's."""
    window, line = alice
    page = window.page
    page.get_by_role("button", name="Back to the lobby").click()
    page.locator("main.lobby").wait_for()
    line.delay("answer", "panel")
    page.locator(".nav").get_by_role("button", name="Learn").click()
    page.locator(".tabs").get_by_role("button", name="Rules").click()
    line.wait_for(page, 2, "panel")
    line.wait_for(page, 2, "answer")
    newest = line.sent_of("press")[-1]["id"]
    line.waiting.sort(key=lambda one: newest not in (one.get("asked"), one.get("id")))
    line.release()
    page.locator(".rulesets").wait_for()
    assert page.locator(".course").count() == 0


@pytest.mark.parametrize("moment", [pytest.param("before", marks=pytest.mark.night), "after"])
def test_an_action_whose_line_breaks_is_done_once(alice: tuple[Window, Line], moment: str) -> None:
    """An action whose answer was cut off is sent again, and done once."""
    window, line = alice
    before = play((window, HAND), until=may_discard)
    setattr(line, moment, once(lambda message: message["type"] == "act"))
    sent = len(line.acts())
    HAND.discard(window, before.best)
    after = window.until("the discard", lambda now: now.version > before.version)
    after = window.until("the answer", lambda now: not now.waits)
    first, second = line.sent_of("act")[sent : sent + 2]
    assert first == second
    assert discards_of(window, "Alice", before.best) == 1
    assert set(after.hand) == set(before.hand) - {before.best}


def test_a_stale_action_changes_nothing_and_shows_the_new_state(
    alice: tuple[Window, Line], chromium: Browser, program: Program
) -> None:
    """What a second window has done already is refused in the first, which shows it."""
    window, line = alice
    play((window, HAND), until=may_discard)
    second = Window(chromium, program.table, reduced_motion="reduce")
    second.sit_down("Alice")
    second.open_table(window.match())
    offers = second.until("the hand", lambda now: bool(now.leaves))
    worst = max(offers.leaves, key=lambda card: offers.leaves[card])
    line.delay()
    HAND.discard(second, offers.best)
    second.until("the discard", lambda now: now.version > offers.version and not now.waits)
    # The first window does not know that yet.
    sent = len(line.acts())
    Dragging().discard(window, worst)
    while len(line.acts()) == sent:
        window.page.wait_for_timeout(25)
    assert line.acts()[-1] == f"d{worst}"
    line.release()
    now = window.until("the new state", lambda now: offers.best not in now.hand and not now.waits)
    assert worst in now.hand
    second.close()


def test_a_page_goes_on_by_itself_after_the_program_was_killed(
    alice: tuple[Window, Line], program: Program, axe: str
) -> None:
    """A discard made while the program is dead is played once when it is back."""
    window, _ = alice
    before = play((window, HAND), until=may_discard)
    window.page.evaluate(axe)
    window.page.evaluate(_CHECK_NOTICE)
    program.kill(signal.SIGKILL)
    window.page.get_by_role("alert").filter(has_text="connection").wait_for()
    HAND.discard(window, before.best)
    program.start()
    now = window.until("the discard", lambda now: before.best not in now.hand and not now.waits)
    assert discards_of(window, "Alice", before.best) == 1
    assert set(now.hand) == set(before.hand) - {before.best}
    window.page.get_by_role("alert").wait_for(state="detached")
    assert window.page.evaluate("checked") == ["Reconnected.", []]
    # The page plays on, on the line that came back.
    later = play((window, HAND), until=may_discard)
    assert later.version > now.version
