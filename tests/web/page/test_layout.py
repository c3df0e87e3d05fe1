"""Pages beside the table: text is laid out as text, and what is chosen is in sight."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.window import PAGES, SIZES, Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
_TORN = """() => [...document.querySelectorAll("main .markdown :is(h2, h3, p, li)")]
  .filter((one) => /flex|grid/.test(getComputedStyle(one).display))
  .map((one) => one.textContent)"""
_COVERING = """() => {
  const text = document.createRange();
  text.selectNodeContents(document.querySelector(".hero-idea"));
  const lines = [...text.getClientRects()];
  const cards = [...document.querySelectorAll(".hero .fan li")].map((one) =>
    one.getBoundingClientRect());
  return cards.filter((card) => card.width > 0 && lines.some((line) =>
    line.left < card.right && card.left < line.right &&
    line.top < card.bottom && card.top < line.bottom)).length;
}"""
_IN_SIGHT = """(one) => {
  const box = one.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth;
}"""


@pytest.fixture(params=SIZES)
def window(chromium: Browser, program: Program, request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window in the lobby."""
    one = Window(chromium, program.table, size=request.param, reduced_motion="reduce")
    one.sit_down("Carol")
    yield one
    one.close()


DRAWN: Final = ("Lessons", "Trainer", "Ask")
"""The pages that have no text of the chat's screens."""


def test_text_is_laid_out_as_text(window: Window) -> None:
    """No page's style tears the words of a line apart, or puts lines beside each other."""
    texts = 0
    for section, tab in PAGES:
        if tab in DRAWN:
            continue
        window.go_to(section, tab)
        texts += window.page.locator("main .markdown").count() > 0
        assert window.page.evaluate(_TORN) == [], f"{section} {tab}"
    assert texts >= 3, "others are drawn"


def test_the_chosen_tab_and_card_are_in_sight(window: Window) -> None:
    page = window.page
    window.go_to("Learn", "Rules")
    for chosen in (".tabs [aria-current]", ".ruleset:has(:checked)"):
        page.locator(chosen).wait_for()
        page.wait_for_function(_IN_SIGHT, arg=page.locator(chosen).element_handle())


@pytest.mark.night
def test_no_card_lies_on_the_idea_of_the_next_lesson(window: Window) -> None:
    window.go_to("Learn", "Lessons")
    window.page.locator(".hero-idea").wait_for()
    assert window.page.evaluate(_COVERING) == 0
