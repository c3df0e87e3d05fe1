"""What a person sees of the page: its size, the first card, a press until it is drawn, dragging.

The real program and the machine's Chromium share the machine's cores, so a busy machine shows.
"""

import gzip
import statistics
import tempfile
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from tests.browser.playground_page import CHROMIUM, Program
from tests.ports import free_port
from tests.web.page.hands import Dragging, Tapping, turn
from tests.web.page.window import Window, card_css

STATIC: Final = Path(__file__).parents[1] / "bot/web/static"
LOADS: Final = 5
TURNS: Final = 6
DRAG_STEPS: Final = 120
PERCENTILES: Final = 20
_FIRST_CARD: Final = """() => new Promise((resolve) => {
  const look = () => document.querySelector(".hand .card")
    ? resolve(performance.now()) : requestAnimationFrame(look);
  look();
})"""
_WATCH: Final = """() => {
  window.drawn = [];
  let pressed = 0, version = "";
  const look = () => {
    const table = document.querySelector("main.table");
    const now = table?.dataset.version ?? "";
    if (pressed && now !== version) {
      drawn.push(performance.now() - pressed);
      pressed = 0;
    }
    version = now;
    requestAnimationFrame(look);
  };
  for (const kind of ["pointerup", "keydown"])
    document.addEventListener(kind, () => { pressed = performance.now(); }, true);
  look();
}"""
_FRAMES: Final = """() => {
  window.frames_ = [];
  let before = performance.now();
  const look = (now) => { frames_.push(now - before); before = now; requestAnimationFrame(look); };
  requestAnimationFrame(look);
}"""


def sizes() -> str:
    """Return the bytes of the page over the line, with and without Discord's SDK."""
    own = sdk = 0
    for file in [*STATIC.glob("*.html"), *STATIC.glob("assets/*.js"), *STATIC.glob("assets/*.css")]:
        packed = len(gzip.compress(file.read_bytes(), 9))
        if file.name.startswith("discord-"):
            sdk += packed
        else:
            own += packed
    return f"{own / 1000:.0f} kB gzip, {sdk / 1000:.0f} kB more inside Discord"


def first_cards(browser: Browser, address: str) -> list[float]:
    """Return the milliseconds until the first card, each time in a browser without a cache."""
    found = []
    for _ in range(LOADS):
        context = browser.new_context()
        page = context.new_page()
        page.goto(address)
        found.append(float(page.evaluate(_FIRST_CARD)))
        context.close()
    return found


def presses(window: Window, hand: Tapping) -> tuple[list[float], float]:
    """Return the milliseconds from each press until the new state is drawn, and gestures a turn."""
    page: Any = window.page
    page.evaluate(_WATCH)
    turns, gestures = 0, window.gestures
    while turns < TURNS:
        offers = window.offers()
        if offers.between or offers.over:
            break
        if not turn(window, hand):
            page.wait_for_timeout(25)
        elif offers.leaves:
            turns += 1
    return list(page.evaluate("drawn")), (window.gestures - gestures) / max(1, turns)


def dragged(window: Window, *, rise: int) -> list[float]:
    """Return the milliseconds between the frames while a card is dragged.

    ``rise``: how far up a step takes it, in px; 0 stays within the hand, which sorts it.
    """
    page: Any = window.page
    start = window.place(card_css(window.offers().hand[0]))
    assert start is not None
    page.mouse.move(*start)
    page.mouse.down()
    page.evaluate(_FRAMES)
    for step in range(DRAG_STEPS):
        page.mouse.move(start[0] + 3 * (step % 60), start[1] - rise * (step % 40))
    found = list(page.evaluate("frames_"))
    page.mouse.move(*start)
    page.mouse.up()
    return found[1:]


def _said(times: list[float]) -> str:
    edge = statistics.quantiles(times, n=PERCENTILES)[-1] if len(times) > 1 else times[0]
    return f"median {statistics.median(times):.0f} ms, 95th percentile {edge:.0f} ms"


def main() -> None:
    """Print the figures."""
    print(f"   size: {sizes()}")
    with (
        tempfile.TemporaryDirectory(prefix="gin-web-") as folder,
        Program(Path(folder), free_port()) as program,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        window = Window(browser, program.table, reduced_motion="reduce")
        window.sit_down("Alice")
        window.practise("novice")
        firsts = first_cards(browser, window.page.url)
        print(f"   first card, nothing cached: {min(firsts):.0f} to {max(firsts):.0f} ms")
        drawn: list[float] = []
        for hand, name in ((Tapping(), "taps"), (Dragging(), "drags")):
            times, gestures = presses(window, hand)
            drawn += times
            print(f"   {gestures:.1f} gestures a turn with {name}")
            if window.offers().between or window.offers().over:
                break
        print(f"   from a press to the new state drawn: {_said(drawn)} ({len(drawn)} presses)")
        if window.offers().hand:
            for name, rise in (("dragging", 2), ("sorting", 0)):
                frames = dragged(window, rise=rise)
                rate = 1000 / statistics.mean(frames)
                print(f"   {name}: {rate:.0f} frames a second ({_said(frames)} a frame)")
        window.close()
        browser.close()
