"""Teams and three people in windows of their own: everybody's table, and advice for who plays."""

from collections.abc import Sequence

import pytest

from bot.playground import MEMBERS
from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.hands import Tapping, play, resign, turn
from tests.web.page.quick import play_quickly, round_is_over
from tests.web.page.window import NARROW, WIDE, Window
from tests.worlds.access import check, check_in_sight

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
TAPS = Tapping()
MOVES = 4
"""Which the windows make themselves; the rest of the round is played without them."""


def sit_down_all(opened: Opener, names: Sequence[str], preset: str) -> list[Window]:
    """The first opens a table, the others join it, and all go there."""
    sizes = (WIDE, NARROW)
    windows = [opened(name, size=sizes[n % 2]) for n, name in enumerate(names)]
    host, *guests = windows
    host.open_for_all(preset)
    for guest in guests[:-1]:
        guest.page.get_by_role("button", name="Join", exact=True).first.click()
        guest.page.get_by_role("button", name="Leave", exact=True).first.wait_for()
    last = guests[-1]
    last.page.get_by_role("button", name="Join", exact=True).first.click()
    last.page.locator("main.table").wait_for()
    for window in windows[:-1]:
        window.arrive()
        assert window.match() == last.match()
    return windows


@pytest.mark.night
@pytest.mark.timeout(900)
def test_a_team_match_of_four_is_played_at_two_tables(
    opened: Opener, program: Program, axe: str
) -> None:
    """Four people play at two tables, and each sees their own and the partner's score."""
    windows = sit_down_all(opened, MEMBERS, "partnership_4")
    for window in windows:
        assert len(window.offers().hand) in (10, 11)
        window.page.locator(".others").wait_for()
    check(windows[0], axe, "two tables", (NARROW, (320, 480), (844, 390), WIDE))
    first = next(one for one in windows if one.offers().pile)
    check_in_sight(first)
    begun = first.offers().version
    play(*[(one, TAPS) for one in windows], until=lambda page: page.version >= begun + MOVES)
    play_quickly(program, first.match(), *MEMBERS, until=round_is_over)
    for window in windows:
        window.until("the end of the round", lambda now: now.between or now.over)
    hands = {window.page.locator(".shown.result").inner_text() for window in windows}
    assert len(hands) >= 2, "each sees the result of their own table"
    if not windows[0].offers().over:
        resign(windows[0])


@pytest.mark.night
@pytest.mark.timeout(900)
def test_who_sits_out_of_three_advises_the_captain(
    opened: Opener, program: Program, axe: str
) -> None:
    """Of three the one who sits out sees the captain's hand and writes to the captain only."""
    windows = sit_down_all(opened, MEMBERS[:3], "three_handed")
    [idle] = [one for one in windows if one.page.locator(".advice input").count()]
    playing = [one for one in windows if one is not idle]
    assert not any(one.page.locator(".advice").count() for one in playing)
    [captain] = [one for one in playing if one.offers().hand == idle.offers().hand]
    advice = idle.page.locator(".advice input")
    advice.fill("Knock early.")
    advice.press("Enter")
    captain.page.locator(".strip").get_by_text("Knock early.").wait_for()
    for window in (idle, captain):
        size = window.page.viewport_size
        assert size is not None
        check(window, axe, "advice", (NARROW, (844, 390), WIDE))
        window.page.set_viewport_size(size)
    [other] = [one for one in playing if one is not captain]
    for window in playing:
        check_in_sight(window)
    assert other.page.get_by_text("Knock early.").count() == 0
    assert not turn(idle, TAPS), "the cards are the captain's"
    begun = idle.offers().version
    play(*[(one, TAPS) for one in playing], until=lambda page: page.version >= begun + MOVES)
    play_quickly(program, idle.match(), *MEMBERS[:3], until=round_is_over)
    idle.until("the end of the round", lambda now: now.between or now.over)
    leave(idle)
    for window in playing:
        window.page.locator(".strip").get_by_text("wants to leave").wait_for()
        check(window, axe, "somebody leaves")
        window.page.locator(".strip").get_by_role("button", name="Agree", exact=True).click()
    for window in playing:
        window.page.get_by_text("Marge").first.wait_for()
    idle.page.locator(".hand").wait_for(state="detached")
    resign(playing[0])


def leave(window: Window) -> None:
    """Ask the others that a computer plays on."""
    label = "Leave and let a computer play on"
    window.page.get_by_role("button", name="Menu").click()
    window.page.get_by_role("button", name=label).click()
    window.page.get_by_role("dialog").get_by_role("button", name=label).click()
