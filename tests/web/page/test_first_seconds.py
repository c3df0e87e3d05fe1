"""What goes wrong in the first seconds and later: the page says so, and goes on by itself."""

import json
import re
import signal
import time
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
    page.get_by_role("alert").filter(has_text="Reconnecting").wait_for()
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
    page.get_by_role("alert").filter(has_text="Reconnecting").wait_for()
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
    page.get_by_role("button", name="Table settings").click()
    page.get_by_label("Mute reactions").check()


@pytest.mark.night
def test_without_scripts_the_page_says_what_it_needs(program: Program) -> None:
    """Without scripts no driver sees the page: this is what such a browser gets."""
    address = program.table.partition("#")[0]
    with urllib.request.urlopen(address) as answer:  # noqa: S310
        text = answer.read().decode()
    assert re.search(r"<noscript>\s*<p[^>]*>The card table needs JavaScript", text)
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
    page.get_by_role("alert").get_by_role("button", name="Reconnect").wait_for()
    while len(greetings) < (2 if stores else 1):
        page.wait_for_timeout(25)
    page.get_by_role("alert").get_by_role("button", name="Reconnect").wait_for()
    assert loaded == len(greetings) == (2 if stores else 1)


ODD = ("match=ä", f"match={'x' * 20}")


@pytest.mark.parametrize(
    "place",
    [
        *("match=no-number", "page=nowhere"),
        *(pytest.param(one, marks=pytest.mark.night) for one in ODD),
    ],
)
def test_a_damaged_link_says_so_and_leads_to_the_lobby(window: Window, place: str) -> None:
    window.sit_down("Carol")
    address = window.page.url
    window.page.goto("about:blank")
    window.page.goto(f"{address}&{place}")
    window.page.get_by_role("alert").filter(has_text="This link is damaged").wait_for()
    window.page.get_by_role("button", name="Lobby").click()
    window.page.locator("main.lobby").wait_for()


@pytest.mark.night
def test_a_link_with_the_full_stop_of_its_sentence_leads_to_the_table(window: Window) -> None:
    window.sit_down("Carol")
    window.practise("novice")
    address = window.page.url
    assert address.endswith(window.match())
    window.page.goto("about:blank")
    window.page.goto(f"{address}.")
    window.arrive()


OLD = "If no table appears, this browser is too old."


@pytest.mark.night
@pytest.mark.parametrize("lack", ["a script", pytest.param("a look", marks=pytest.mark.night)])
def test_a_browser_that_is_too_old_reads_which_one_works(window: Window, lack: str) -> None:
    """It understands the script not at all, or lacks what the look needs."""
    page = window.page
    if lack == "a script":
        page.route("**/table-*.js", lambda route: route.fulfill(body="a new language", status=200))
    else:
        page.add_init_script("CSS.supports = (one) => !one.includes('color-mix')")
    page.goto(window.address)
    page.get_by_text(OLD).wait_for()
    window.troubles = []


@pytest.mark.night
def test_a_browser_that_is_new_enough_never_shows_that_sentence(window: Window) -> None:

    def late(route: Any) -> None:
        time.sleep(1)
        route.fallback()

    window.page.route("**/table-*.js", late)
    window.page.goto(window.address, wait_until="commit")
    window.page.get_by_text("setting up the table").wait_for()
    assert not window.page.get_by_text(OLD).is_visible()
    window.page.get_by_role("button", name="Alice", exact=True).wait_for()
    assert not window.page.get_by_text(OLD).count()
