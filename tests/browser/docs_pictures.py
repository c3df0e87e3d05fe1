"""`scripts/screens docs [NAME]`: the pictures that the documentation shows, in docs/pictures.

Screens of the chat come from the simulated Discord, the card table from its own page, both of one
program. Each picture that is taken gets its digest in docs/pictures.json.
"""

import asyncio
import base64
import re
import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import sync_playwright

from scripts.tools.picture_sources import PICTURES, note_taken
from tests.browser.playground_page import CHROMIUM, Browser, Program
from tests.browser.screens import (
    AT_A_TABLE,
    QUALITY,
    SHORT,
    Camera,
    give_them_a_past,
    take_all,
)
from tests.web.page.hands import Tapping, may_discard, play
from tests.web.page.window import NARROW, WIDE, Offers, Window, card_css, choose_rules

CHAT: Final = {"event-announced": "event", "event-bracket": "event-bracket"} | {
    name: name
    for name in (*AT_A_TABLE, "leaderboard")
    if name in ("table", "hand-draw", "hand-selected", "round-over", "coach")
    or name == "leaderboard"
}
"""Screens of the chat, and their names in the documentation."""
TURN: Final = "turn"
TURNS: Final = ("card-table-1280", "card-table-400", TURN)
ENDS: Final = ("card-table-end", "card-table-replay")
PATIENCE_MS: Final = 60_000
MOST_MATCHES: Final = 2
SECONDS: Final = 6.0
FRAMES_A_SECOND: Final = 12
SLOWED: Final = 0.4
"""How fast the turn is played before the camera, so that a busy machine drops no movement."""
FELT: Final = (0, 56, 940, 800)
MOVING_SIZE: Final = (720, 570)
MOVING_QUALITY: Final = 62
_POINTER: Final = """() => {
  const dot = document.createElement("div");
  Object.assign(dot.style, {
    position: "fixed", zIndex: 99999, width: "26px", height: "26px", borderRadius: "50%",
    background: "rgba(255, 255, 255, .45)", border: "2px solid #fff", translate: "-50% -50%",
    boxShadow: "0 1px 5px #000", pointerEvents: "none", left: "-50px", top: "-50px",
  });
  dot.id = "pointer";
  document.body.append(dot);
  addEventListener("pointermove", (event) => {
    dot.style.left = `${event.clientX}px`;
    dot.style.top = `${event.clientY}px`;
  }, true);
}"""
"""Shows where the mouse is, which a screenshot does not."""


class DocsCamera(Camera):
    """Takes each screen once: as on a phone, dark."""

    widths = (400,)
    themes = ("dark",)

    def wants(self, *names: str) -> bool:
        return any(CHAT.get(name) and re.search(self._only, CHAT[name]) for name in names)

    def file_name(self, name: str, width: int, theme: str) -> str:
        return f"{CHAT[name]}.webp"

    def take(self, name: str, *, back: int = 0) -> None:
        super().take(name, back=back)
        if name in self.taken:
            note_taken(f"{CHAT[name]}.webp")


def take_chat(program: Program, only: str) -> set[str]:
    """Take the screens of the chat; the names of the pictures."""
    with Browser(program, 400, 1000) as browser:
        browser.page.set_default_timeout(PATIENCE_MS)
        camera = DocsCamera(browser, PICTURES, only)
        take_all(browser, camera)
    return {CHAT[name] for name in camera.taken}


def take_table(open_window: Callable[[], Window], wanted: Callable[[str], bool]) -> set[str]:
    """Take the card table: a turn, still and moving, and the end of a match and its replay."""
    taken = set[str]()

    def shoot(window: Window, name: str, size: tuple[int, int] = WIDE) -> None:
        if wanted(name):
            window.page.set_viewport_size({"width": size[0], "height": size[1]})
            window.calm_down()
            window.page.wait_for_timeout(400)
            with Image.open(BytesIO(window.page.screenshot())) as picture:
                picture.save(PICTURES / f"{name}.webp", quality=QUALITY + 10, method=6)
            note_taken(f"{name}.webp")
            taken.add(name)
            window.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})

    if any(map(wanted, TURNS)):
        window = open_window()
        window.sit_down("Alice")
        begin(window, "standard", "casual")
        play((window, Tapping()), until=may_draw)
        if wanted(TURN):
            record_turn(window, PICTURES / f"{TURN}.webp")
            note_taken(f"{TURN}.webp")
            taken.add(TURN)
        play((window, Tapping()), until=may_discard)
        window.page.locator(card_css(window.offers().best)).click()
        shoot(window, "card-table-1280")
        shoot(window, "card-table-400", NARROW)
        window.close()
    if any(map(wanted, ENDS)):
        window = ended_match(open_window)
        shoot(window, "card-table-end")
        window.page.get_by_role("button", name="Replay", exact=True).first.click()
        scrubber = window.page.locator(".replay input[type=range]")
        scrubber.wait_for()
        window.page.wait_for_timeout(4000)  # the coach evaluates the round
        steps = int(scrubber.get_attribute("max") or 0)
        scrubber.focus()
        for _ in range(steps * 2 // 3):
            window.page.keyboard.press("ArrowRight")
        window.page.wait_for_timeout(1500)
        shoot(window, "card-table-replay")
        window.close()
    return taken


def may_draw(now: Offers) -> bool:
    """Whether it is time to draw, a few turns into a round."""
    return now.stock and not now.waits and now.version > 12


def begin(window: Window, preset: str, level: str) -> None:
    """Begin a match against the computer by these rules."""
    window.page.get_by_role("button", name="Change", exact=True).click()
    dialog = window.page.locator("dialog")
    choose_rules(dialog, preset)
    dialog.locator(f'[data-level="{level}"]').click()
    dialog.get_by_role("button", name="Start").click()
    window.arrive()


def ended_match(open_window: Callable[[], Window]) -> Window:
    """Play short matches against the novice, until one is won if that does not take too long."""
    attempt = 0
    while True:
        attempt += 1
        window = open_window()
        window.sit_down("Alice")
        begin(window, SHORT, "novice")
        play((window, Tapping()), until=lambda now: now.over)
        window.page.wait_for_timeout(1500)
        if attempt == MOST_MATCHES or window.page.get_by_text("You beat").count():
            return window
        window.close()


def record_turn(window: Window, file: Path) -> None:
    """Draw, drag a discard, and let the opponent answer, as a moving picture."""
    page = window.page
    page.evaluate(_POINTER)
    frames: list[tuple[float, bytes]] = []
    session = page.context.new_cdp_session(page)

    def keep(event: dict[str, Any]) -> None:
        frames.append((event["metadata"]["timestamp"], base64.b64decode(event["data"])))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": SLOWED})
    stock = window.place("button.stock", middle=True)
    assert stock is not None
    page.mouse.move(stock[0] - 160, stock[1] + 200)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 92, "everyNthFrame": 1})
    _rest(window, 0.2)
    _glide(window, stock, 0.5)
    page.mouse.click(*stock)
    offers = window.until("the card", lambda now: bool(now.leaves) and not now.waits)
    _rest(window, 0.8)
    card, pile = window.place(card_css(offers.best)), window.place("button.discards", middle=True)
    assert card is not None
    assert pile is not None
    _glide(window, card, 0.5)
    page.mouse.down()
    _glide(window, pile, 0.8)
    page.mouse.up()
    _rest(window, 2.0)
    session.send("Page.stopScreencast")
    session.send("Animation.setPlaybackRate", {"playbackRate": 1})
    page.evaluate("() => document.querySelector('#pointer').remove()")
    save_moving(frames, file)


def _rest(window: Window, seconds: float) -> None:
    window.page.wait_for_timeout(seconds * 1000 / SLOWED)


def _glide(window: Window, to: tuple[float, float], seconds: float) -> None:
    """Move the mouse there in so many seconds of the moving picture."""
    steps = round(seconds * FRAMES_A_SECOND)
    x, y = window.page.evaluate(
        "() => { const { left, top } = document.querySelector('#pointer').style;"
        " return [parseFloat(left), parseFloat(top)]; }"
    )
    for step in range(1, steps + 1):
        part = step / steps
        window.page.mouse.move(x + (to[0] - x) * part, y + (to[1] - y) * part)
        _rest(window, seconds / steps)


def save_moving(frames: list[tuple[float, bytes]], file: Path) -> None:
    """Write the frames as an animation of at most some seconds, evenly in time."""
    first = frames[0][0]
    pictures, times = list[Image.Image](), list[float]()
    for real, data in frames:
        at = (real - first) * SLOWED
        if at > SECONDS:
            break
        if times and at - times[-1] < 1 / FRAMES_A_SECOND:
            continue
        with Image.open(BytesIO(data)) as picture:
            felt = picture.convert("RGB").crop(FELT)
            pictures.append(felt.resize(MOVING_SIZE, Image.Resampling.LANCZOS))
        times.append(at)
    ends = [*(round((b - a) * 1000) for a, b in pairwise(times)), 1500]
    pictures[0].save(
        file,
        save_all=True,
        append_images=pictures[1:],
        duration=ends,
        loop=0,
        quality=MOVING_QUALITY,
        method=4,
    )


def main(only: str) -> int:
    """Take the pictures whose names match, and note what they show."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    taken = set[str]()

    def wanted(name: str) -> bool:
        return re.search(only, name) is not None

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(give_them_a_past(Path(folder)))
        with Program(Path(folder)) as program:
            if any(map(wanted, CHAT.values())):
                taken |= take_chat(program, only)
            if any(map(wanted, (*TURNS, *ENDS))):
                with sync_playwright() as playwright:
                    browser = playwright.chromium.launch(
                        executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
                    )

                    def open_window() -> Window:
                        window = Window(browser, program.table, color_scheme="dark")
                        window.page.set_default_timeout(PATIENCE_MS)
                        return window

                    taken |= take_table(open_window, wanted)
                    browser.close()
    missing = {name for name in (*CHAT.values(), *TURNS, *ENDS) if wanted(name)} - taken
    sys.stdout.write(f"{len(taken)} pictures in docs/pictures\n")
    if missing:
        sys.stdout.write(f"not met this time, take them again: {', '.join(sorted(missing))}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
