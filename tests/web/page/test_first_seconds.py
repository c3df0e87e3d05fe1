"""What goes wrong in the first seconds and later: the page says so, and goes on by itself."""

import json
import re
import signal
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.hands import Tapping, play
from tests.web.page.window import Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
_NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""


@pytest.fixture
def window(chromium: Browser, program: Program) -> Iterator[Window]:
    one = Window(chromium, program.table, reduced_motion="reduce")
    yield one
    one.close()


def test_a_page_that_is_there_before_the_program_waits_for_it(
    window: Window, program: Program
) -> None:
    """The page comes from the program before, as after a restart; then nobody answers."""
    page = window.page
    page.goto(window.address)
    page.get_by_role("button", name="Bob", exact=True).wait_for()
    program.kill(signal.SIGKILL)
    page.get_by_role("button", name="Bob", exact=True).click()
    page.get_by_role("alert").filter(has_text="Trying again").wait_for()
    program.start()
    page.locator("main.lobby").wait_for()
    page.get_by_role("alert").wait_for(state="detached")


@pytest.mark.night
def test_a_program_that_is_not_ready_yet_is_waited_for(window: Window) -> None:
    page, refused = window.page, 0

    def not_yet(route: Any) -> None:
        nonlocal refused
        refused += 1
        if refused <= 2:
            route.fulfill(status=503, body="Gin is not connected to Discord yet")
        else:
            route.fallback()

    page.route("**/api/about", not_yet)
    page.goto(window.address)
    page.get_by_role("alert").filter(has_text="Trying again").wait_for()
    page.get_by_role("button", name="Alice", exact=True).wait_for()
    page.get_by_role("alert").wait_for(state="detached")
    assert refused == 3
    window.troubles = [one for one in window.troubles if "503" not in one]


def test_the_page_works_where_the_browser_stores_nothing(window: Window) -> None:
    """A browser that forbids its storage plays all the same."""
    page = window.page
    page.add_init_script(_NO_STORAGE)
    window.sit_down("Carol")
    window.practise("novice")
    before = window.offers().version
    play((window, Tapping()), until=lambda now: now.version > before)
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Mute reactions").check()


def test_without_scripts_the_page_says_what_it_needs(program: Program) -> None:
    """Without scripts no driver sees the page: this is what such a browser gets."""
    address = program.table.partition("#")[0]
    with urllib.request.urlopen(address) as answer:  # noqa: S310
        text = answer.read().decode()
    assert re.search(r"<noscript>\s*<p[^>]*>Gin needs JavaScript", text)
    assert "style=" not in text


@pytest.mark.parametrize("stores", [True, pytest.param(False, marks=pytest.mark.night)])
def test_a_page_of_an_older_version_loads_itself_anew_once(window: Window, stores: bool) -> None:
    """A page that the program no longer understands loads once more, then asks."""
    page, loaded = window.page, 0
    greetings: list[dict[str, Any]] = []

    def refuse(line: WebSocketRoute) -> None:
        def heard(text: str | bytes) -> None:
            greetings.append(json.loads(text))
            line.send(
                json.dumps({"type": "bye", "reason": "protocol", "sentence": "", "retry": False})
            )

        line.on_message(heard)

    def count(at: Page) -> None:
        nonlocal loaded
        loaded += 1

    if not stores:
        page.add_init_script(_NO_STORAGE)
    page.route_web_socket("**/api/socket", refuse)
    page.on("domcontentloaded", count)
    page.goto(window.address)
    page.get_by_role("button", name="Alice", exact=True).click()
    # At last it is a person who decides.
    page.get_by_role("alert").get_by_role("button", name="Connect again").wait_for()
    while len(greetings) < (2 if stores else 1):
        page.wait_for_timeout(25)
    page.get_by_role("alert").get_by_role("button", name="Connect again").wait_for()
    assert loaded == len(greetings) == (2 if stores else 1)
