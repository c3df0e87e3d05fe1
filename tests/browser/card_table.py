"""Pictures of the card table as the playground shows it, at three sizes: a module to be run.

`python -m tests.browser.card_table FOLDER`. One person plays the computer in a real browser; the
picture in the README is `card-table-selected-1280.webp`.
"""

import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import free_port
from tests.web.page.window import NARROW, WIDE, Offers, Tapping, Window, card_css, turn

SIZES: Final = (NARROW, WIDE, (844, 390))
QUALITY: Final = 72
PANELS: Final = ("Learn", "Trainer", "Daily challenge", "Records", "Friends", "Rules", "Settings")


class Camera:
    """Takes pictures of a window into a folder."""

    def __init__(self, window: Window, folder: Path) -> None:
        self._window = window
        self._folder = folder

    def take(self, name: str) -> None:
        """Take the screen at every size."""
        for width, height in SIZES:
            self._window.page.set_viewport_size({"width": width, "height": height})
            self._window.calm_down()
            self._window.page.wait_for_timeout(150)
            with Image.open(BytesIO(self._window.page.screenshot())) as picture:
                file = self._folder / f"card-table-{name}-{width}.webp"
                picture.save(file, quality=QUALITY, method=6)
        self._window.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})


def play_until(window: Window, ready: Callable[[Offers], bool]) -> None:
    """Play what the page offers until something is to be seen."""
    while not ready(window.offers()):
        if not turn(window, Tapping()):
            window.page.wait_for_timeout(25)


def photograph(window: Window, folder: Path) -> None:
    """Go through the screens."""
    page, camera = window.page, Camera(window, folder)
    page.goto(window.address)
    page.get_by_role("button", name="Alice", exact=True).wait_for()
    camera.take("entrance")
    window.sit_down("Alice")
    camera.take("lobby")
    page.get_by_role("button", name="Challenge someone").click()
    camera.take("challenge")
    page.keyboard.press("Escape")
    for name in PANELS:
        page.locator(".lobby").get_by_role("button", name=name, exact=True).click()
        page.locator("aside.panel").wait_for()
        camera.take(f"panel-{name.split()[0].lower()}")
        page.locator(".panel .close").click()
    window.practise("casual")
    camera.take("first")
    play_until(window, lambda now: bool(now.leaves) and now.version > 12)
    camera.take("turn")
    page.locator(card_css(window.offers().best)).focus()
    page.keyboard.press("Enter")
    camera.take("selected")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    camera.take("menu")
    page.keyboard.press("Escape")
    play_until(window, lambda now: now.between or now.over)
    camera.take("result")
    page.get_by_role("button", name="Coach").click()
    page.locator("aside.panel").wait_for()
    camera.take("coach")


def main(folder: Path) -> None:
    """Start the program and a browser, and take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as club,
        Program(Path(club), free_port()) as program,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        window = Window(browser, program.table, reduced_motion="reduce", color_scheme="dark")
        photograph(window, folder)
        window.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
