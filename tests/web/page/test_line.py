"""Lines break in mid-turn, answers are lost, the program is killed: nothing is lost or doubled."""

import json
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.window import Dragging, Offers, Tapping, Window, turn

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
HAND = Tapping()
SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
Cut = Callable[[dict[str, Any]], bool]
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


class Line:
    """The line between a page and the program, with a knife.

    ``before``, ``after``: whether to cut it before or after the program gets a message. ``held``:
    what the program says waits until it is None again.
    """

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.before: Cut = lambda message: False
        self.after: Cut = lambda message: False
        self.held: list[str | bytes] | None = None
        self._page: WebSocketRoute | None = None

    def open(self, page: WebSocketRoute) -> None:
        """Connect a page with the program."""
        program = page.connect_to_server()
        self._page = page
        is_cut = False

        def cut() -> None:
            nonlocal is_cut
            is_cut = True
            page.close()
            program.close()

        def to_program(text: str | bytes) -> None:
            message = json.loads(text)
            self.sent.append(message)
            if self.before(message):
                cut()
                return
            program.send(text)
            if self.after(message):
                cut()

        def to_page(text: str | bytes) -> None:
            if self.held is not None:
                self.held.append(text)
            elif not is_cut:
                page.send(text)

        page.on_message(to_program)
        program.on_message(to_page)

    def release(self) -> None:
        """Say what was held back."""
        held, self.held = self.held or [], None
        assert self._page is not None
        for text in held:
            self._page.send(text)

    def acts(self) -> list[dict[str, Any]]:
        """The actions that the page has sent."""
        return [message for message in self.sent if message["type"] == "act"]


@pytest.fixture
def alice(chromium: Browser, program: Program) -> Iterator[tuple[Window, Line]]:
    """Alice at a practice table, about to discard, on a line that can be cut."""
    window, line = Window(chromium, program.table, reduced_motion="reduce"), Line()
    window.page.route_web_socket("**/api/socket", line.open)
    window.sit_down("Alice")
    window.practise("novice")
    until_discard(window)
    yield window, line
    window.close()


def until_discard(window: Window) -> Offers:
    """Play until a card is to be discarded and no knock is possible."""
    while not (offers := window.offers()).leaves or offers.lit or offers.waits:
        if not turn(window, HAND):
            window.page.wait_for_timeout(25)
    return offers


def discards_of(window: Window, card: str) -> int:
    """How often Alice has discarded a card in this round."""
    name = card[0].replace("T", "10") + SIGNS[card[1]]
    moves = window.page.locator(".moves li").all_inner_texts()
    said = [text.replace("\ufe0e", "") for text in moves]
    return said.count(f"Alice discarded {name}")


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
    dave, line = Window(chromium, program.table, reduced_motion="reduce"), Line()
    dave.page.route_web_socket("**/api/socket", line.open)
    dave.sit_down("Dave")
    opened("Carol").challenge("Dave", "standard")
    accept = dave.page.get_by_role("button", name="Accept")
    accept.wait_for()
    line.held = []
    accept.click()
    while {"answer", "lobby"} - {json.loads(text)["type"] for text in line.held}:
        dave.page.wait_for_timeout(25)
    said = sorted(map(json.loads, line.held), key=lambda one: one["type"] == "answer")
    said[-1]["match"] = None
    line.held = [json.dumps(one) for one in said]
    line.release()
    dave.arrive()
    dave.close()


@pytest.mark.parametrize("moment", [pytest.param("before", marks=pytest.mark.night), "after"])
def test_an_action_whose_line_breaks_is_done_once(alice: tuple[Window, Line], moment: str) -> None:
    """An action whose answer was cut off is sent again, and done once."""
    window, line = alice
    before = window.offers()
    setattr(line, moment, once(lambda message: message["type"] == "act"))
    sent = len(line.acts())
    HAND.discard(window, before.best)
    after = window.until("the discard", lambda now: now.version > before.version)
    after = window.until("the answer", lambda now: not now.waits)
    first, second = line.acts()[sent : sent + 2]
    assert first == second
    assert discards_of(window, before.best) == 1
    assert set(after.hand) == set(before.hand) - {before.best}


def test_a_stale_action_changes_nothing_and_shows_the_new_state(
    alice: tuple[Window, Line], chromium: Browser, program: Program
) -> None:
    """What a second window has done already is refused in the first, which shows it."""
    window, line = alice
    second = Window(chromium, program.table, reduced_motion="reduce")
    second.sit_down("Alice")
    second.open_table(window.match())
    offers = second.until("the hand", lambda now: bool(now.leaves))
    worst = max(offers.leaves, key=lambda card: offers.leaves[card])
    line.held = []
    HAND.discard(second, offers.best)
    second.until("the discard", lambda now: now.version > offers.version and not now.waits)
    # The first window does not know that yet.
    sent = len(line.acts())
    Dragging().discard(window, worst)
    while len(line.acts()) == sent:
        window.page.wait_for_timeout(25)
    assert line.acts()[-1]["action"] == f"d{worst}"
    line.release()
    now = window.until("the new state", lambda now: offers.best not in now.hand and not now.waits)
    assert worst in now.hand
    second.close()


def test_a_page_goes_on_by_itself_after_the_program_was_killed(
    alice: tuple[Window, Line], program: Program, axe: str
) -> None:
    """A discard made while the program is dead is played once when it is back."""
    window, _ = alice
    before = window.offers()
    window.page.evaluate(axe)
    window.page.evaluate(_CHECK_NOTICE)
    program.kill(signal.SIGKILL)
    window.page.get_by_role("alert").filter(has_text="connection").wait_for()
    HAND.discard(window, before.best)
    program.start()
    now = window.until("the discard", lambda now: before.best not in now.hand and not now.waits)
    assert discards_of(window, before.best) == 1
    assert set(now.hand) == set(before.hand) - {before.best}
    window.page.get_by_role("alert").wait_for(state="detached")
    assert window.page.evaluate("checked") == ["Connected again.", []]
    # The page plays on, on the line that came back.
    later = until_discard(window)
    assert later.version > now.version
