"""Nothing on the table moves while a turn changes, and what is asked stands in its strip."""

import re
from typing import Final

import pytest

from tests.browser.playground_page import CHROMIUM
from tests.web.page.conftest import Opener
from tests.web.page.hands import Tapping, may_discard, play, resign, turn
from tests.web.page.window import NARROW, WIDE, Offers, Window, card_css
from tests.worlds.two_browsers import sit_down_together

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
HAND: Final = Tapping()
TURNS: Final = 8
# What is pressed may move; that would hide what moves at the same time, so it counts as well.
_WATCH: Final = """() => {
  window.shifts = [];
  const place = (one) => `${one.node?.className ?? one.node} ${JSON.stringify(one.previousRect)}`
    + ` ${JSON.stringify(one.currentRect)}`;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      const moved = one.sources.filter(({ node }) => !(node?.nodeType === 1 ? node
        : node?.parentElement)?.closest?.(".hand, .sheet, .chat"));
      if (moved.length > 0) shifts.push(moved.map(place));
    }
  }).observe({ type: "layout-shift", buffered: false });
}"""
ZONES: Final = (".player.them", ".board", ".talk", ".strip", ".player.own", ".hand", ".actions")
# Null while a knock or a result is shown: looked at and measured in one, as the opponent may knock.
_RECTS: Final = """(all) => document.querySelector("section.shown") ? null : all.map((css) => {
  const { x, y, width, height } = document.querySelector(css).getBoundingClientRect();
  return [x, y, width, height].map((one) => Math.round(one * 10) / 10);
})"""


def _is_still(now: Offers) -> bool:
    """A turn of the reader's, at which the stock is open."""
    return now.stock and not now.waits


@pytest.mark.parametrize(
    "size",
    [pytest.param(NARROW, id="narrow"), pytest.param(WIDE, id="wide", marks=pytest.mark.night)],
)
def test_no_zone_moves_while_turns_change(opened: Opener, size: tuple[int, int]) -> None:
    window = opened("Dave", size=size)
    window.practise("novice")
    page = window.page
    play((window, HAND), until=_is_still)
    page.evaluate(_WATCH)
    before = page.evaluate(_RECTS, ZONES)
    places, shifts = {str(before)}, list[object]()
    versions = set[tuple[str, int]]()
    while len(versions) < TURNS:
        turn(window, HAND)
        page.wait_for_timeout(25)
        version = window.offers().version
        if (rects := page.evaluate(_RECTS, ZONES)) is not None:
            versions.add((window.match(), version))
            places.add(str(rects))
            continue
        # The round has ended soon: what lies between two rounds is another screen.
        shifts += page.evaluate("shifts.splice(0)")
        if window.offers().over:
            page.get_by_role("button", name="Rematch").click()
            window.until("the next match", lambda now: not now.over)
        play((window, HAND), until=_is_still)
        page.evaluate("shifts.splice(0)")
    assert places == {str(before)}
    assert shifts + page.evaluate("shifts") == []


def test_an_undo_is_asked_in_words_and_answered_in_the_strip(opened: Opener) -> None:
    """Who asks reads that they wait; the other reads and hears who asks for what."""
    alice, bob = sit_down_together(opened, (NARROW, WIDE), "standard")
    both = {"Alice": alice, "Bob": bob}

    def may_ask(window: Window) -> bool:
        return window.page.locator('.actions [data-action="y"]').count() > 0

    while not any(map(may_ask, both.values())):
        for window in both.values():
            turn(window, HAND)
    name, asker = next((name, one) for name, one in both.items() if may_ask(one))
    other = next(one for key, one in both.items() if key != name)
    place = other.page.evaluate(_RECTS, ZONES)
    asker.page.locator('.actions [data-action="y"]').click()
    sentence = f"{name} would like to take back the last move"
    other.page.locator('.strip[data-offer="back"]').get_by_text(sentence).wait_for()
    other.announced(sentence)
    assert other.page.evaluate(_RECTS, ZONES) == place
    asker.page.locator('.strip[data-offer="back"]').get_by_text(
        "let you take your move back"
    ).wait_for()
    other.page.locator(".strip").get_by_role("button", name="Allow").click()
    for window in both.values():
        window.page.locator(".strip[data-offer]").wait_for(state="detached")


def test_a_rematch_is_seen_by_both_and_seats_both_with_their_count(opened: Opener) -> None:
    alice, bob = sit_down_together(opened, (WIDE, NARROW), "standard", ("Alice", "Bob"))
    first = alice.match()
    resign(alice)
    for window in (alice, bob):
        window.page.locator(".match-end").wait_for()
    # What other tests have left between the two counts as well; the match just lost is one of it.
    name = re.compile(r"Rematch \d+:[1-9]\d*")
    rematch = alice.page.locator(".end-actions").get_by_role("button", name=name)
    rematch.wait_for()
    mine, theirs = re.findall(r"\d+", rematch.inner_text())
    rematch.click()
    alice.page.locator('.strip[data-offer="rematch"]').get_by_text("Waiting for Bob").wait_for()
    strip = bob.page.locator('.strip[data-offer="rematch"]')
    strip.get_by_text("Alice would like a rematch").wait_for()
    counts = strip.get_by_text(re.compile(r"\d+:\d+"))
    counts.wait_for()
    # The match just lost may not have been counted yet when the button was read.
    assert counts.inner_text() in {f"{int(theirs) + later}:{mine}" for later in (0, 1)}
    bob.announced("Alice would like a rematch")
    strip.get_by_role("button", name="Accept").click()
    for window in (alice, bob):
        window.until("the rematch", lambda now: now.shown and not now.over)
        window.page.wait_for_function(f"() => !location.search.includes('{first}')")
    assert alice.match() == bob.match() != first


@pytest.mark.night
def test_a_hint_is_one_sign_three_times(opened: Opener) -> None:
    """Before its sentence, on the card and on the place; it goes with the turn."""
    window = opened("Bob", size=NARROW)
    window.practise("novice")
    play((window, HAND), until=may_discard)
    window.page.locator(".tool").filter(has_text="Hint").click()
    for css in (".strip.hint .hint-mark", ".hand .hint-mark", ".centre .hint-mark"):
        window.page.locator(css).wait_for()
    hinted = window.page.locator(".hand .card.hinted").get_attribute("data-card")
    assert hinted is not None
    assert window.page.locator(".strip .sentence").inner_text().startswith(("Discard", "Knock"))
    window.page.locator(card_css(hinted)).focus()
    window.page.keyboard.press("d")
    window.page.locator(".hint-mark").first.wait_for(state="detached")


@pytest.mark.night
def test_the_settings_of_the_table_are_kept_in_the_browser(opened: Opener) -> None:
    window = opened("Carol")
    window.practise("novice")
    page = window.page

    def width() -> float:
        box = page.locator(".hand .card").first.bounding_box()
        assert box is not None
        return box["width"]

    before = width()
    page.get_by_role("button", name="Table settings").click()
    page.get_by_role("button", name="Small").click()
    page.get_by_label("Vibration").uncheck()
    page.keyboard.press("Escape")
    window.calm_down()
    small = width()
    assert small < before
    page.reload()
    window.until("the hand", lambda now: bool(now.hand))
    assert abs(width() - small) < 1
    page.get_by_role("button", name="Table settings").click()
    assert not page.get_by_label("Vibration").is_checked()
