"""The end of a round and of a match: all of it in sight, and Back closes what is open."""

from typing import Any, Final

import pytest

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.hands import resign
from tests.web.page.quick import play_quickly
from tests.web.page.window import NARROW, WIDE, Window
from tests.worlds.access import check
from tests.worlds.two_browsers import sit_down_together

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
SCREENS: Final = ((400, 800), (360, 640), (800, 360), (1280, 800), (1440, 900))
# What is not whole on the screen, in its box, or lies beneath something else.
_HIDDEN: Final = """(all) => all.filter((css) => {
  const found = [...document.querySelectorAll(css)].filter((one) => one.checkVisibility());
  return found.length === 0 || found.some((one) => {
    const box = one.getBoundingClientRect();
    const felt = one.closest(".felt, .side").getBoundingClientRect();
    const isInside = box.left >= felt.left && box.right <= felt.right + 1
      && box.top >= felt.top && box.bottom <= Math.min(innerHeight, felt.bottom) + 1;
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const top = document.elementFromPoint(x, y);
    return !isInside || !(one.contains(top) || top?.contains(one));
  });
})"""
_OVERLAPS: Final = """() => {
  const boxes = [...document.querySelectorAll(".side > *, .side .log > *")];
  const rects = boxes.map((one) => one.getBoundingClientRect());
  return boxes.flatMap((one, n) => boxes.slice(n + 1).filter((other, m) => {
    const [a, b] = [rects[n], rects[n + 1 + m]];
    return !one.contains(other) && a.top < b.bottom - 1 && b.top < a.bottom - 1
      && a.left < b.right && b.left < a.right;
  }).map((other) => `${one.className || one.tagName} ${other.className || other.tagName}`));
}"""
_OUTSIDE: Final = """() => [...document.querySelectorAll(".actions button")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth)
  .map((one) => one.textContent)"""
_CONTRAST: Final = """(one) => {
  const light = (colour) => {
    const all = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => Number(part) / 255);
    const [r, g, b] = all.map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const sheet = document.createElement("i");
  sheet.style.color = "var(--sheet)";
  one.append(sheet);
  const both = [one, sheet].map((each) => light(getComputedStyle(each).color)).sort();
  sheet.remove();
  return (both[1] + 0.05) / (both[0] + 0.05);
}"""


def _is_won(table: dict[str, Any]) -> bool:
    """Whether the hands of a round that somebody has won lie open."""
    view = table["view"]
    return view["phase"] == "between" and view["tables"][0]["result"]["winner"] is not None


def _at_each_size(window: Window) -> None:
    """Both hands, the sum and the buttons are seen without scrolling."""
    page = window.page
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        seen = [".shown-hand", ".count-up .sum", ".end-actions button"]
        assert page.evaluate(_HIDDEN, seen) == [], (width, height)
        assert page.evaluate(_OVERLAPS) == [], (width, height)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_a_round_and_a_match_end_in_sight(opened: Opener, program: Program) -> None:
    alice, bob = sit_down_together(opened, (NARROW, NARROW), "standard", ("Alice", "Bob"))
    match = alice.match()
    assert play_quickly(program, match, "Alice", "Bob", until=_is_won)
    page = alice.page
    page.locator(".shown.result").wait_for()
    _at_each_size(alice)
    # What is done again and again needs no aim: Enter at the sentence, and one letter.
    page.set_viewport_size({"width": 400, "height": 800})
    page.locator(".task").focus()
    page.keyboard.press("Enter")
    bob.page.locator(".shown-hand").filter(has_text="Alice").get_by_text("Ready").wait_for()
    page.get_by_role("button", name="Say").click()
    page.get_by_role("button", name="Well played").click()
    bob.announced("Alice: Well played")
    bob.page.keyboard.press("r")
    for window in (alice, bob):
        window.until("the next round", lambda now: now.shown and not now.between)

    assert not play_quickly(program, match, "Alice", "Bob", until=lambda _: False)
    for window in (alice, bob):
        window.page.locator(".match-end .final").wait_for()
    # It is won by one of the two, who has something to see.
    assert sum(one.page.locator(".joy").count() for one in (alice, bob)) == 1
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_OVERLAPS) == [], (width, height)
        assert page.evaluate(_OUTSIDE) == [], (width, height)
    page.get_by_role("button", name="Share", exact=True).click()
    picture = page.get_by_role("dialog").get_by_role("img")
    picture.wait_for()
    page.wait_for_function("(one) => one.naturalWidth > 1000", arg=picture.element_handle())
    with page.expect_download() as download:
        page.get_by_role("link", name="Save picture").click()
    assert download.value.suggested_filename == "gin.png"


def test_who_resigns_is_named_and_back_closes_what_is_open(opened: Opener, axe: str) -> None:
    alice, bob = sit_down_together(
        opened, (NARROW, WIDE), "standard", ("Alice", "Bob"), color_scheme="dark"
    )
    match, page = alice.match(), alice.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Score sheet").last.click()
    page.get_by_role("dialog", name="Score sheet").wait_for()
    page.go_back()
    page.get_by_role("dialog").wait_for(state="detached")
    assert alice.match() == match
    page.get_by_role("button", name="Menu").click()
    page.keyboard.press("Escape")
    page.go_back()
    page.locator("main.lobby").wait_for()
    page.go_forward()
    page.locator("main.table").wait_for()
    assert page.get_by_role("dialog").count() == 0

    resign(alice)
    for window, verdict in ((alice, "You resigned"), (bob, "Alice resigned")):
        window.page.locator("#result-title", has_text=verdict).wait_for()
        assert window.page.locator(".final, .won").count() == 0, "nobody has scored"
        greys = window.page.locator(".outcome .small")
        assert all(greys.nth(n).evaluate(_CONTRAST) >= 4.5 for n in range(greys.count()))
    page.get_by_role("button", name="Back to the lobby").click()
    alice.go_to("Me", "Settings")
    page.get_by_role("button", name="All matches").wait_for()
    check(alice, axe, "settings with past matches")
