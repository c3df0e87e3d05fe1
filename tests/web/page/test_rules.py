"""Rules are cards, chosen with a finger, a mouse or the keyboard."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.window import SIZES, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


@pytest.fixture(params=SIZES)
def window(chromium: Browser, program: Program, request: pytest.FixtureRequest) -> Iterator[Window]:
    """A window in the lobby."""
    one = Window(chromium, program.table, size=request.param, reduced_motion="reduce")
    one.sit_down("Dave")
    yield one
    one.close()


def chosen(window: Window) -> str | None:
    return window.page.locator(".ruleset:has(:checked)").get_attribute("data-preset")


def test_rules_are_chosen_by_the_keyboard(window: Window) -> None:
    page = window.page
    page.get_by_role("button", name="Change", exact=True).click()
    group = page.get_by_role("group", name="2 players")
    radio = group.get_by_role("radio", name="Standard gin", exact=True)
    radio.check()
    radio.focus()
    page.keyboard.press("ArrowDown")
    assert chosen(window) == "single"
    assert page.evaluate("document.activeElement.value") == "single", "the focus goes along"
    single = group.get_by_role("radio", name="Single game")
    about = single.get_attribute("aria-describedby")
    assert page.locator(f'[id="{about}"]').inner_text().split("\n") == [
        "Standard gin without bonuses at the end.",
        "to 100 points",
    ]
    start = page.get_by_role("dialog").get_by_role("button", name="Start")
    bottom = start.evaluate("(one) => innerHeight - one.getBoundingClientRect().bottom")
    assert bottom >= 0, "it is in sight at once"
    start.click()
    window.arrive()
    assert page.get_by_text("Single game").first.is_visible()


@pytest.mark.night
def test_rare_rules_are_behind_a_button(window: Window, axe: str) -> None:
    page = window.page
    page.get_by_role("button", name="Change", exact=True).click()
    dialog = page.get_by_role("dialog")
    assert dialog.get_by_role("radio", name="Mahjong gin").count() == 0
    more = dialog.get_by_role("button", name="More rules")
    assert more.get_attribute("aria-expanded") == "false"
    more.click()
    check(window, axe, "more rules")
    dialog.locator('[data-preset="mahjong"]').click()
    dialog.get_by_role("button", name="Fewer rules").click()
    assert chosen(window) == "mahjong", "what is chosen stays in sight"
    assert dialog.get_by_role("radio", name="Classic gin").count() == 0


def test_rules_are_read_beside_their_cards(window: Window) -> None:
    page = window.page
    window.go_to("Learn", "Rules")
    assert chosen(window) == "standard"
    groups = page.locator(".ruleset-group > legend").all_inner_texts()
    assert groups == [f"{n} players" for n in range(2, 9)]
    page.locator('[data-preset="hollywood"]').click()
    page.get_by_role("heading", name="Rules: Hollywood gin").wait_for()
    assert chosen(window) == "hollywood"
    page.locator(".sheet-box").get_by_role("button", name="Scoring").click()
    page.get_by_role("heading", name="Rules: Hollywood gin").wait_for()
    assert chosen(window) == "hollywood"
