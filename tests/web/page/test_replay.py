"""Replays: with the slider at the table, and shared with somebody who has no account."""

import re

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.hands import resign
from tests.web.page.quick import play_quickly, round_is_over
from tests.web.page.window import NARROW, WIDE, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


SIZES = ((400, 800), (360, 640), (800, 360), WIDE)


def is_in_sight(page: Page, name: str) -> bool:
    """Whether a button can be pressed without scrolling, and nothing lies over it."""
    found: bool = page.get_by_role("button", name=name).evaluate("""(one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const at = document.elementFromPoint(x + width / 2, y + height - 2);
      return one.contains(at);
    }""")
    return found


_ARE_TRUE_TO_SHAPE = """() => [...document.querySelectorAll(".replay .face")].every((one) => {
  const { width, height } = one.getBoundingClientRect();
  return Math.abs(width / height - 5 / 7) < 0.02;
})"""


@pytest.mark.timeout(900)
def test_a_finished_match_is_replayed_and_shared(
    chromium: Browser, program: Program, axe: str
) -> None:
    """A match that is over is replayed step by step, and shown to a guest by its link."""
    window = Window(chromium, program.table)
    page = window.page
    window.sit_down("Alice")
    window.practise("novice")
    play_quickly(program, window.match(), "Alice", until=round_is_over)
    window.until("the end of the round", lambda now: now.between or now.over)
    if not window.offers().over:
        resign(window)
    page.get_by_role("button", name="Replay").click()
    replay = page.locator(".replay")
    replay.wait_for()
    assert "page=replay." in page.url
    assert replay.get_attribute("data-step") == "0"
    page.locator(".curve").wait_for()
    slider = page.locator(".replay .scrubber input")
    last = int(slider.get_attribute("max") or 0)
    check(window, axe, "replay", (NARROW, WIDE))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for name in ("Next move", "Play on"):
            assert page.evaluate("scrollY") == 0
            assert is_in_sight(page, name), f"{name} at {width} x {height}"
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    # A touch on a card asks the coach about it, at any step.
    for _ in range(last):
        page.keyboard.press("ArrowRight")
        if page.locator(".replay-hand .asks").count():
            break
    card = page.locator(".replay-hand .asks").first
    at = replay.get_attribute("data-step")
    card.click()
    page.locator(".replay-strip", has_text="What if").wait_for()
    assert replay.get_attribute("data-step") == at
    page.get_by_role("button", name="Play on").click()
    assert page.locator("dialog").get_by_role("button", name="Novice").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)):
        page.keyboard.press(key)
        page.locator(f'.replay[data-step="{step}"]').wait_for()
        # What comes later is not shown.
        assert page.locator(".replay-moves li").count() == step + 1
    page.get_by_role("button", name="Play the round").click()
    page.locator('.replay[data-step="2"]').wait_for()
    page.get_by_role("button", name="Pause").click()
    page.keyboard.press("End")
    page.locator(f'.replay[data-step="{last}"]').wait_for()
    # The slider is as wide as the round is long; a tap leads to the step that it shows.
    box = slider.bounding_box()
    assert box is not None
    for tapped in (last // 2, 1, last // 3):
        thumb = 16
        along = thumb / 2 + (box["width"] - thumb) * tapped / last
        slider.click(position={"x": along, "y": box["height"] / 2})
        page.locator(f'.replay[data-step="{tapped}"]').wait_for()
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.locator(f'.replay[data-step="{last // 3 + 1}"]').wait_for()
    assert slider.evaluate("one => one === document.activeElement")
    # One place for one match: from page to page, and back to its table.
    tabs = page.locator(".of-match")
    for name, place in (("Coach", "coach."), ("Luck", "luck."), ("Fair deal", "deal.")):
        tabs.get_by_role("button", name=name).click()
        page.wait_for_url(re.compile(f"page={re.escape(place)}"))
        page.locator(".sheet-box, .drawn-page").wait_for()
        assert tabs.locator("[aria-current]").inner_text() == name
    check(window, axe, "the proof of a deal", (NARROW, WIDE))
    tabs.get_by_role("button", name="Result").click()
    page.locator("main.table.over").wait_for()
    page.get_by_role("button", name="Replay").click()
    replay.wait_for()
    # The address is that of the round, and Back leads to the table.
    page.reload()
    replay.wait_for()
    page.go_back()
    page.locator("main.table").wait_for()

    page.locator(".actions").get_by_role("button", name="Share").click()
    page.locator("dialog").get_by_role("button", name="A link for everybody").click()
    page.locator(".panel").get_by_role("button", name="Share").click()
    link = page.get_by_role("link", name="Open the replay").get_attribute("href")
    assert link

    guest = Window(chromium, link, size=NARROW)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.page.goto(link)
    guest.page.locator("main.shared .replay").wait_for()
    for width, height in (NARROW, (844, 390), WIDE):
        guest.page.set_viewport_size({"width": width, "height": height})
        wide = guest.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, "nothing is cut at the side"
        box = guest.page.get_by_role("button", name="Next move").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, "the next step is in sight beside its cards"
        assert guest.page.evaluate(_ARE_TRUE_TO_SHAPE)
    guest.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    guest.page.get_by_role("button", name="Next move").click()
    guest.page.locator('.replay[data-step="1"]').wait_for()
    guest.page.locator(".curve").wait_for()
    base = program.table.split("#")[0]
    assert all(url.startswith((base, "blob:")) for url in asked)
    assert not any("session" in url or "socket" in url for url in asked)
    guest.close()
    window.close()


@pytest.mark.night
def test_a_link_that_leads_nowhere_says_so_and_leads_on(
    chromium: Browser, program: Program
) -> None:
    """A link to what is not shared says so, and leads to the card table."""
    base = program.table.partition("#")[0]
    guest = Window(chromium, base, size=NARROW)
    guest.page.goto(f"{base}?shared=0123456789abcdef0123456789abcdef")
    alert = guest.page.get_by_role("alert")
    alert.filter(has_text="Nothing is shared under this link.").wait_for()
    guest.page.get_by_role("link", name="Open card table").click()
    guest.page.wait_for_url(base)
    guest.troubles = [one for one in guest.troubles if "404" not in one]
    guest.close()


@pytest.mark.timeout(900)
def test_a_browser_deals_the_round_again_by_itself(chromium: Browser, program: Program) -> None:
    """It compares the deck of the revealed secret with the cards that it has seen."""
    window = Window(chromium, program.table, size=NARROW)
    page = window.page
    window.sit_down("Alice")
    window.practise("novice")
    window.until("the first turn", lambda now: now.shown)
    resign(window)
    page.get_by_role("button", name="Check", exact=True).click()
    found = page.locator(".deal-check .right")
    found.nth(1).wait_for()
    assert "the cards you were dealt" in found.nth(1).inner_text()
    # What was found comes first; the numbers are for who asks for them.
    numbers = page.locator(".digits code").first
    assert not numbers.is_visible()
    page.locator(".digits summary").click()
    assert len(numbers.inner_text()) == 64
    assert "page=deal." in page.url
    assert page.locator(".deal-check .wrong").count() == 0
    page.get_by_role("heading", name="This server's deals and chance").wait_for()
    assert page.get_by_text("There are too few deals to tell.").is_visible()
    # Had somebody dealt other cards, the browser would say so.
    page.evaluate("""() => {
      const key = Object.keys(sessionStorage).find((one) => one.startsWith("gin.dealt."));
      const dealt = JSON.parse(sessionStorage[key]);
      dealt[0].cards = [...dealt[0].cards.slice(1), dealt[0].cards[1]];
      sessionStorage[key] = JSON.stringify(dealt);
    }""")
    page.locator(".of-match").get_by_role("button", name="Result").click()
    page.get_by_role("button", name="Check", exact=True).click()
    page.locator(".deal-check .wrong").wait_for()
    window.close()
