"""Events are pages: the list as cards, an event with its bracket, each at an address of its own."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.line import Line
from tests.web.page.window import NARROW, WIDE, Window
from tests.worlds.access import check
from tests.worlds.event_parts import event_parts

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
SIZES = (NARROW, (320, 568), WIDE)


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    folder: Path = tmp_path_factory.mktemp("events")
    with ThreadPoolExecutor(1) as other:  # The browser holds this thread's event loop.
        return other.submit(asyncio.run, event_parts(folder)).result()


@pytest.fixture
def alice(chromium: Browser, program: Program) -> Iterator[tuple[Window, Line]]:
    """Alice, who organizes events, on a line in the hands of the test."""
    window, line = Window(chromium, program.table, reduced_motion="reduce"), Line()
    window.page.route_web_socket("**/api/socket", line.open)
    window.sit_down("Alice")
    yield window, line
    window.close()


def test_each_state_of_an_event_is_for_everybody_and_fits_on_a_phone(
    alice: tuple[Window, Line], axe: str, parts: dict[str, list[dict[str, Any]]]
) -> None:
    window, line = alice
    page = window.page
    shown = list[dict[str, Any]]()

    def drawn_instead(message: dict[str, Any]) -> dict[str, Any]:
        return message | {"parts": shown} if message["type"] == "panel" else message

    line.altered = drawn_instead
    for name, part in parts.items():
        shown = part
        window.page.locator(".nav").get_by_role("button", name="Play").click()
        window.go_to("Events")
        first = {"cards": ".card-of", "over": ".podium"}.get(name, ".section.felt-box")
        page.locator(first).first.wait_for()
        check(window, axe, name, SIZES)
        if name == "cup":
            page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
            bracket = page.locator(".bracket").evaluate("(one) => one.scrollWidth")
            assert bracket > NARROW[0]
            assert page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
            assert page.locator(".bracket-pair.mine").count() == 2
            page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})


def test_an_event_has_an_address_that_back_leaves_and_a_reload_shows_again(
    alice: tuple[Window, Line],
) -> None:
    window, _ = alice
    page = window.page
    window.go_to("Events")
    page.get_by_role("button", name="New event").click()
    page.get_by_role("button", name="Next Friday").click()
    page.get_by_role("button", name="Announce").click()
    page.locator(".notice-line", has_text="Event announced.").wait_for()
    page.get_by_role("button", name="All events").click()
    card = page.locator(".card-of.paper").first
    card.wait_for()
    listed = page.url
    assert listed.endswith("page=events")
    card.click()
    page.locator(".section.felt-box").wait_for()
    assert "page=event." in page.url
    page.get_by_role("button", name="Enter").click()
    page.locator(".rows .name", has_text="Alice").wait_for()
    assert page.locator(".section.mine").count() == 1
    page.reload()
    page.locator(".rows .name", has_text="Alice").wait_for()
    page.get_by_role("button", name="Entries").click()
    page.get_by_role("button", name="Back", exact=True).click()
    page.locator(".section.felt-box").wait_for()
    page.go_back()
    page.locator(".card-of").first.wait_for()
    assert page.url == listed
    page.locator(".card-of").first.click()
    page.get_by_role("button", name="All events").click()
    page.locator(".card-of").first.wait_for()
    assert page.url == listed


def test_a_new_event_is_a_page_that_keeps_what_is_written(
    alice: tuple[Window, Line], axe: str
) -> None:
    window, _ = alice
    page = window.page
    window.go_to("Events")
    page.get_by_role("button", name="New event").click()
    words = page.get_by_label("Or in words")
    words.fill("when all are here")
    words.press("Enter")
    page.get_by_role("alert").filter(has_text="Enter the start like").wait_for()
    assert words.input_value() == "when all are here"
    assert page.get_by_role("button", name="Announce").is_disabled()
    check(window, axe, "the builder", SIZES)
    page.get_by_role("textbox", name="Name").fill("Friday night")
    page.get_by_role("button", name="Arena").click()
    page.locator(".section h2", has_text="Friday night").wait_for()
    page.get_by_role("button", name="In 10 minutes").click()
    page.get_by_text("10 minutes after the announcement").wait_for()
    page.reload()
    page.get_by_text("You began this event earlier").wait_for()
    assert page.url.endswith("page=event.new")
    assert page.get_by_role("textbox", name="Name").input_value() == "Friday night"
    page.locator(".days button:not(:disabled)").last.click()
    page.get_by_role("button", name="A quarter of an hour later").click()
    page.get_by_text("8:15").first.wait_for()
    page.get_by_role("button", name="Announce").click()
    page.locator(".notice-line", has_text="Event announced.").wait_for()
    page.get_by_role("heading", name="Friday night").wait_for()


@pytest.mark.night
def test_the_address_of_an_event_that_is_gone_leads_to_the_list(alice: tuple[Window, Line]) -> None:
    window, _ = alice
    window.page.evaluate("location.hash += '&page=event.zz'")
    window.page.locator(".card-of, .empty-place").first.wait_for()
    window.page.wait_for_function("() => location.hash.endsWith('page=events')")
