"""Pictures of the card table as the playground shows it, at five sizes: a module to be run.

`python -m tests.browser.card_table FOLDER [dark | light] [LANGUAGE]`. One person plays the computer
in a real browser; the picture in the README is `card-table-selected-1280.webp`.
"""

import sys
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.playground_page import CHROMIUM, Program
from tests.ports import free_port
from tests.web.page.hands import Tapping, play
from tests.web.page.window import NARROW, WIDE, Window, card_css

SIZES: Final = ((320, 568), NARROW, (768, 1024), (844, 390), WIDE)
ENGLISH: Final = "English"
QUALITY: Final = 72


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


def speak(window: Window, language: str) -> None:
    """Choose a language in the settings."""
    if language == ENGLISH:
        return
    page = window.page
    window.go_to("Me", "Settings")
    page.locator(".choices select").filter(has_text=language).select_option(label=language)
    page.locator("html:not([lang^=en])").wait_for(state="attached")
    page.locator(".nav button").first.click()
    page.locator("main.lobby").wait_for()


def photograph(window: Window, folder: Path, language: str) -> None:
    """Go through the screens."""
    page, camera = window.page, Camera(window, folder)
    page.goto(window.address)
    page.get_by_role("button", name="Alice", exact=True).wait_for()
    camera.take("entrance")
    window.sit_down("Alice")
    speak(window, language)
    camera.take("lobby")
    page.locator(".hero-people button").first.click()
    camera.take("challenge")
    page.keyboard.press("Escape")
    places = page.locator(".nav button")
    for place in range(1, places.count()):
        places.nth(place).click()
        tabs = page.locator(".tabs button")
        for tab in range(max(1, tabs.count())):
            if tabs.count():
                tabs.nth(tab).click()
            page.locator(".sheet-box, .drawn-page, .ask-deck, section.watch").wait_for()
            camera.take(f"page-{place}-{tab + 1}")
    places.first.click()
    window.practise("casual")
    camera.take("first")
    play((window, Tapping()), until=lambda now: bool(now.leaves) and now.version > 12)
    camera.take("turn")
    page.locator(card_css(window.offers().best)).focus()
    page.keyboard.press("Enter")
    camera.take("selected")
    page.keyboard.press("Escape")
    page.locator(".bar button.icon").last.click()
    camera.take("menu")
    page.keyboard.press("Escape")
    window.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    page.locator(".bar .chat-open").click()
    camera.take("chat")
    page.keyboard.press("Escape")
    play((window, Tapping()), until=lambda now: now.between or now.over)
    camera.take("result")
    after = page.locator(".actions button:not([data-action])")
    for number in range(after.count()):
        after.nth(number).click()
        page.locator("aside.panel, main.room-page .sheet-box").wait_for()
        camera.take(f"after-{number + 1}")
        if page.locator("aside.panel").count():
            page.locator(".panel .close").click()
        else:
            page.go_back()
            page.locator("main.table").wait_for()


def main(folder: Path, scheme: Literal["dark", "light"], language: str) -> None:
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
        window = Window(browser, program.table, reduced_motion="reduce", color_scheme=scheme)
        photograph(window, folder, language)
        window.close()
        browser.close()


if __name__ == "__main__":
    _, target, *wishes = sys.argv
    chosen: Literal["dark", "light"] = "light" if "light" in wishes else "dark"
    spoken = next((one for one in wishes if one not in ("dark", "light")), ENGLISH)
    main(Path(target), chosen, spoken)
