"""Replays: with the slider at the table, and shared with somebody who has no account."""

import time
from itertools import cycle

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser.playground_page import CHROMIUM, Program
from tests.waiting import PATIENCE_S
from tests.web.page.hands import resign
from tests.web.page.quick import play_quickly, round_is_over
from tests.web.page.window import NARROW, WIDE, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


def graph_of(window: Window) -> Locator:
    """The graph, which may come with a later step than the first."""
    graph = window.page.locator(".panel .scrubber + .graph input")
    end = time.monotonic() + PATIENCE_S
    for key in cycle(("Home", "End")):
        window.page.locator(".panel [aria-busy=false]").first.wait_for()
        if graph.count():
            break
        assert time.monotonic() < end, "no graph"
        slider = window.page.locator(".panel .scrubber input")
        slider.press(key)
        step = slider.get_attribute("max") if key == "End" else "0"
        window.page.locator(".panel .scrubber span").get_by_text(f"{step}.").wait_for()
    return graph


_IS_TRUE_TO_SHAPE = """(one) => {
  const { width, height } = one.getBoundingClientRect();
  return Math.abs(width / height - one.naturalWidth / one.naturalHeight) < 0.02;
}"""


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
    slider = page.locator(".panel .scrubber input")
    slider.wait_for()
    step = page.locator(".panel .scrubber span")
    assert step.inner_text().startswith("0.")
    slider.press("End")
    last = slider.get_attribute("max")
    page.locator(".panel .scrubber span").get_by_text(f"{last}.").wait_for()
    graph = graph_of(window)
    check(window, axe, "replay", (NARROW, WIDE))
    # The plot is as wide as the round is long; a tap leads to the step that it shows.
    assert last is not None
    box = graph.bounding_box()
    assert box is not None
    for tapped in (int(last) // 2, 1, int(last) // 3):
        thumb = 16
        along = thumb / 2 + (box["width"] - thumb) * tapped / int(last)
        graph.click(position={"x": along, "y": box["height"] / 2})
        page.locator(".panel .scrubber span").get_by_text(f"{tapped}.").wait_for()
        graph_of(window)
    graph.focus()
    page.keyboard.press("ArrowRight")
    page.locator(".panel .scrubber span").get_by_text(f"{int(last) // 3 + 1}.").wait_for()
    assert graph.evaluate("one => one === document.activeElement")
    page.keyboard.press("Home")
    page.locator(".panel .scrubber span").get_by_text("0.").wait_for()
    page.locator(".panel .close").click()

    page.locator(".actions").get_by_role("button", name="Share").click()
    page.locator(".panel").get_by_role("button", name="Share").click()
    link = page.get_by_role("link", name="Open the replay").get_attribute("href")
    assert link

    guest = Window(chromium, link, size=NARROW)
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.page.goto(link)
    picture = guest.page.locator("main.shared img")
    picture.wait_for()
    assert picture.get_attribute("alt")
    for width, height in (NARROW, (844, 390), WIDE):
        guest.page.set_viewport_size({"width": width, "height": height})
        box = guest.page.get_by_role("button", name="Next").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= height, "the next step is in sight beside its cards"
        assert picture.evaluate(_IS_TRUE_TO_SHAPE)
    guest.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    guest.page.get_by_role("button", name="Next").click()
    guest.page.locator(".scrubber span").get_by_text("1.").wait_for()
    guest.page.locator(".graph input").wait_for()
    base = program.table.split("#")[0]
    assert all(url.startswith((base, "blob:")) for url in asked)
    assert not any("session" in url or "socket" in url for url in asked)
    guest.close()
    window.close()


def test_a_link_that_leads_nowhere_says_so_and_leads_on(
    chromium: Browser, program: Program
) -> None:
    """A link to what is not shared says so, and leads to the card table."""
    base = program.table.partition("#")[0]
    guest = Window(chromium, base, size=NARROW)
    guest.page.goto(f"{base}?shared=0123456789abcdef0123456789abcdef")
    alert = guest.page.get_by_role("alert")
    alert.filter(has_text="This match is not shared, or no longer.").wait_for()
    guest.page.get_by_role("link", name="To the card table").click()
    guest.page.wait_for_url(base)
    guest.troubles = [one for one in guest.troubles if "404" not in one]
    guest.close()
