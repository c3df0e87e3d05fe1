"""Whole games in real windows, by what the page offers: finger, mouse and keyboard."""

from typing import Any

import pytest

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.conftest import Opener
from tests.web.page.hands import Dragging, Tapping, Typing, play, resign
from tests.web.page.quick import Ready, play_quickly, round_is_over
from tests.web.page.window import NARROW, WIDE, Window
from tests.worlds.two_browsers import Sizes, sit_down_together

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]

Seat = tuple[Window, Tapping]
MOVES = 8
"""What is played in the windows; the rest of a round, which is the same again, goes quickly."""
TAPS, DRAGS, KEYS = Tapping(), Dragging(), Typing()


def play_on(one: Seat, other: Seat, moves: int) -> None:
    """Play some moves in two windows, or until the match is over."""
    later = one[0].offers().version + moves
    play(one, other, until=lambda page: page.version >= later or page.over)


@pytest.mark.timeout(900)
def test_two_windows_play_a_match_and_see_its_end(opened: Opener, program: Program) -> None:
    """Moves of the first round and of the next one, for which both are ready, in the windows."""
    alice, bob = sit_down_together(opened, (NARROW, WIDE), "single")
    play_on((alice, TAPS), (bob, KEYS), MOVES)
    lobby = opened("Dave", size=NARROW).page
    lobby.locator(".lives .live").first.wait_for()
    # Also if he has never played, and may learn first.
    lobby.get_by_role("button", name="Open a table").wait_for()
    play_quickly(program, alice.match(), "Alice", "Bob", until=round_is_over)
    for window in (alice, bob):
        window.until("the end of the round", lambda page: page.between or page.over)
    play_on((alice, TAPS), (bob, KEYS), MOVES)
    if not alice.offers().over:
        resign(alice)
    bob.until("the end", lambda page: page.over)
    outcomes = [window.page.locator(".outcome").inner_text() for window in (alice, bob)]
    assert outcomes[0] == outcomes[1] != ""


@pytest.mark.night
@pytest.mark.timeout(900)
def test_the_end_of_a_match_shows_how_it_went(opened: Opener, program: Program) -> None:
    """A line for each player, on the felt of a phone and beside the table of a desktop."""
    alice, bob = sit_down_together(opened, (NARROW, WIDE), "single")
    play_quickly(program, alice.match(), "Alice", "Bob", until=_has_scored(2))
    for window in (alice, bob):
        window.until("the end of a round", lambda page: page.between or page.over)
    if not alice.offers().over:
        resign(alice)
    for window, place in ((alice, ".shown"), (bob, ".side")):
        course = window.page.locator(f"{place} .course")
        course.scroll_into_view_if_needed()
        assert course.locator("polyline").count() == 2
        assert "Alice" in course.inner_text()
        assert "Bob" in course.inner_text()


def _has_scored(rounds: int) -> Ready:
    """Whether so many rounds have been entered on the score sheet, or the match is over."""

    def ready(table: dict[str, Any]) -> bool:
        entered = sum(len(one["entries"]) for one in table["view"]["sheet"]["columns"])
        return round_is_over(table) and (entered >= rounds or table["view"]["phase"] == "over")

    return ready


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("sizes", "hands", "preset", "moves"),
    [
        ((WIDE, NARROW), (DRAGS, KEYS), "oklahoma_hollywood", MOVES),
        pytest.param(
            *((WIDE, NARROW), (DRAGS, KEYS), "oklahoma_hollywood", 999), marks=pytest.mark.night
        ),
        pytest.param((WIDE, NARROW), (TAPS, DRAGS), "mahjong", 999, marks=pytest.mark.night),
    ],
    ids=["oklahoma", "oklahoma-whole", "mahjong"],
)
def test_a_round_is_played_by_mouse_finger_and_keyboard(
    opened: Opener, sizes: Sizes, hands: tuple[Tapping, Tapping], preset: str, moves: int
) -> None:
    """A round is played by dragging and by keys, with cards that fly, then resigned."""
    carol, dave = sit_down_together(
        opened, sizes, preset, ("Alice", "Bob"), reduced_motion="no-preference"
    )
    later = carol.offers().version + moves
    play(
        (carol, hands[0]),
        (dave, hands[1]),
        until=lambda page: page.between or page.over or page.version >= later,
    )
    if not carol.offers().over:
        resign(carol)
    dave.until("the end", lambda page: page.over)
