"""A Swiss of four on the page, from the builder to the podium."""

from typing import Any, Final

import pytest

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.hands import resign
from tests.web.page.quick import play_quickly
from tests.web.page.window import NARROW, WIDE, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
NAMES: Final = ("Alice", "Bob", "Carol", "Dave")
SIZES: Final = (NARROW, (360, 640), (320, 568), WIDE)


def _is_over(table: dict[str, Any]) -> bool:
    return bool(table["view"]["phase"] == "over")


def _enter(window: Window) -> None:
    """Enter the event that the list has."""
    window.go_to("Events")
    window.page.locator(".card-of", has_text="Friday night").click()
    window.page.get_by_role("button", name="Enter").click()
    window.page.get_by_text("You're in and checked in.").wait_for()


def _go(windows: dict[str, Window]) -> dict[str, list[str]]:
    """Go to the tables of a round from the event's page; who sits at which."""
    tables: dict[str, list[str]] = {}
    for name, window in windows.items():
        window.page.locator(".section").get_by_role("button", name="Go to table").click()
        window.arrive()
        tables.setdefault(window.match(), []).append(name)
    return tables


def _to_the_event(window: Window, css: str = ".section.felt-box") -> None:
    """Leave a match that is over for its event."""
    window.page.get_by_role("button", name="To the event").first.click()
    window.page.locator(css).wait_for()


@pytest.mark.night
@pytest.mark.timeout(1200)
def test_an_organiser_makes_a_swiss_that_is_played_to_its_podium(
    opened: Opener, program: Program, axe: str
) -> None:
    windows = {name: opened(name, color_scheme="dark") for name in NAMES}
    alice = windows["Alice"]
    page = alice.page
    alice.go_to("Events")
    page.get_by_role("button", name="New event").click()
    page.get_by_role("textbox", name="Name").fill("Friday night")
    page.get_by_role("textbox", name="Name").press("Enter")
    page.get_by_label("Or in words").fill("in 1 minute")
    page.get_by_label("Or in words").press("Enter")
    page.get_by_text("1 minute after the announcement").wait_for()
    page.get_by_role("button", name="Announce").click()
    page.locator(".notice-line", has_text="Event announced.").wait_for()
    for window in windows.values():
        _enter(window)

    tables = _go(windows)
    page.locator(".bar small", has_text="Friday night 1 of 3 · hand 1").wait_for()
    for match, names in tables.items():
        assert play_quickly(program, match, *names, until=_is_over)
    page.locator(".next-round", has_text="Next: round 2 of 3").wait_for()
    dave = windows["Dave"]
    dave.page.get_by_role("button", name="Back to the lobby").click()
    dave.practise("novice")
    for window in windows.values():
        if window is not dave:
            _to_the_event(window)
    assert page.get_by_text("You're checked in.").count() == 0
    assert page.locator(".rows", has_text="My rounds").locator(".value", has_text=" : ").count()

    call = dave.page.locator('.strip[data-offer="begun"]')
    call.filter(has_text="Round 2: ").filter(has_text=" is waiting").wait_for()
    assert dave.page.locator(".banner").count() == 0, "it lies over nothing"
    check(dave, axe, "the call of a round", SIZES)
    call.get_by_role("button", name="Go to table").click()
    tables = _go({name: one for name, one in windows.items() if one is not dave})
    tables.setdefault(dave.match(), []).append("Dave")
    page.locator(".player.them .in-event").wait_for()
    for names in tables.values():
        resign(windows[names[-1]])
    for window in windows.values():
        _to_the_event(window)
    for names in _go(windows).values():
        resign(windows[names[-1]])
    page.locator("#result-title").wait_for()
    check(alice, axe, "a match of an event that is resigned", SIZES)

    _to_the_event(alice, ".podium")
    assert page.locator(".podium .name").count() >= 3
    assert page.locator(".value-of").inner_text().split()[-1] == "4"
    check(alice, axe, "an event that is over", SIZES)
    page.get_by_role("button", name="Share picture").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save picture").click()
    assert download.value.suggested_filename == "gin.png"
    page.keyboard.press("Escape")
    bob = windows["Bob"].page
    _to_the_event(windows["Bob"], ".podium")
    assert bob.get_by_role("button", name="Again next week").count() == 0
    page.get_by_role("button", name="Again next week").click()
    name = page.get_by_role("textbox", name="Name")
    name.wait_for()
    assert name.input_value() == "Friday night"
    assert page.get_by_role("button", name="Announce").is_enabled()
