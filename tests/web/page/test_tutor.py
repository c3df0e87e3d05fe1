"""The page *Tutor*: how far it is, and what to work on with two examples each."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.window import Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


@pytest.fixture
def window(chromium: Browser, program: Program) -> Iterator[Window]:
    """A window whose reader wants no movements, at the page *Tutor*."""
    one = Window(chromium, program.table, reduced_motion="reduce")
    one.sit_down("Dave")
    one.go_to("Learn", "Tutor")
    yield one
    one.close()


@pytest.mark.night
def test_a_newcomer_sees_how_many_rounds_are_missing(window: Window, axe: str) -> None:
    page = window.page
    page.locator(".section progress").wait_for()
    missing = re.search(r"(\d+) more are needed", page.locator(".section").first.inner_text())
    # Other tests have played with the same people.
    assert missing is not None
    assert 0 < int(missing[1]) <= 50
    assert page.get_by_role("button", name="Practice").is_enabled()
    check(window, axe, "tutor")
