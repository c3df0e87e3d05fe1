"""Brackets, cross tables, leaderboards and profiles are drawn by the page, for everybody's use."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from bot.render.event_models import (
    BracketPicture,
    BracketRound,
    BracketSlot,
    CellMark,
    CrossCell,
    CrossPicture,
    CrossRow,
)
from bot.render.models import BoardPicture, BoardRow, Disc, ProfilePicture
from bot.ui.parts.drawn import drawn_by_page
from bot.ui.parts.kinds import Ground, Way
from bot.ui.parts.rows import ListedRow, RowsPart
from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.line import Line
from tests.web.page.window import NARROW, WIDE, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
NAMES = [f"Player {n} with a long name" for n in range(1, 17)]
DISC = Disc("PN", 3)


def bracket() -> BracketPicture:
    """Sixteen players, of whom the first of each pair wins."""
    rounds, left = [], list(enumerate(NAMES, 1))
    while len(left) > 1:
        pairs = tuple(
            (
                BracketSlot(one[1], str(one[0]), "2", won=True),
                BracketSlot(other[1], str(other[0]), "1", out=True),
            )
            for one, other in zip(left[::2], left[1::2], strict=True)
        )
        rounds.append(BracketRound(f"Round of {len(left)}", pairs))
        left = left[::2]
    last = (BracketSlot("Ann", "3"), BracketSlot())
    return BracketPicture("Cup", tuple(rounds), "Standard gin", "Third place", last)


def cross() -> CrossPicture:
    marks = list(CellMark)
    rows = tuple(
        CrossRow(
            str(n + 1),
            name,
            str(30 - n),
            tuple(CrossCell("1", marks[(n + k) % len(marks)]) for k in range(16)),
            "bye" if n == 3 else "",
            DISC,
            own=n == 5,
        )
        for n, name in enumerate(NAMES)
    )
    return CrossPicture("League", rows, tuple(map(str, range(1, 17))), "Round 3", "Points")


def ranking() -> BoardPicture:
    rows = tuple(
        BoardRow(str(n + 1), name, str(1700 - n), 1 - n / 20, "12 matches", DISC, n == 2)
        for n, name in enumerate(NAMES)
    )
    return BoardPicture("Rating", rows, "This server", outside=BoardRow("40", "Me", "1300"))


def profile() -> ProfilePicture:
    history = (1500.0, 1540.0, 1490.0, 1620.0)
    figures = (("Matches", "28"), ("Won", "43%"), ("Fastest gin", "turn 2"))
    return ProfilePicture(
        NAMES[0], "1620", "Standard", history, figures, spread=(80.0, 60.0, 50.0, 45.0),
        since="2026-09-01", until="2026-11-01", title="Night owl", disc=DISC, medals=("1", "3"),
    )  # fmt: skip


PARTS = [
    part.model_dump(mode="json")
    for model in (bracket(), cross(), ranking(), profile())
    if (part := drawn_by_page(model, "in words")) is not None
]
PAST = RowsPart(
    ground=Ground.BOX,
    rows=tuple(
        ListedRow(
            mark=mark,
            name=NAMES[n],
            disc=DISC,
            note="Standard gin, won on time",
            moment=10**12,
            value="101 : 88",
            way=Way(label="Replay", page=f"replay.{n}.1"),
        )
        for n, mark in enumerate((CellMark.WON, CellMark.DRAWN, CellMark.LOST), 1)
    ),
)
PARTS.append(PAST.model_dump(mode="json"))


def drawn_instead(message: dict[str, Any]) -> dict[str, Any]:
    return message | {"parts": PARTS} if message["type"] == "panel" else message


@pytest.fixture
def window(chromium: Browser, program: Program) -> Iterator[Window]:
    one, line = Window(chromium, program.table, reduced_motion="reduce"), Line()
    line.altered = drawn_instead
    one.page.route_web_socket("**/api/socket", line.open)
    one.sit_down("Alice")
    yield one
    one.close()


def test_they_are_for_everybody_and_fit_on_a_phone(window: Window, axe: str) -> None:
    window.go_to("Records", "Leaderboard")
    page = window.page
    page.locator(".bracket").wait_for()
    check(window, axe, "drawn", (NARROW, (320, 568), WIDE))
    for width, height in (NARROW, WIDE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".bracket-pair").count() == 8 + 4 + 2 + 1 + 1
    assert page.locator(".apart .bracket-slot").all_inner_texts()[1].strip() == "–"
    assert page.locator(".cross tbody tr").count() == 16
    assert page.locator(".cross .own .name").inner_text() == NAMES[5]
    assert page.locator(".rows.paper .own .name").inner_text() == NAMES[2]
    assert page.locator(".rows.paper li").last.locator(".value").inner_text() == "1300"
    assert page.get_by_role("img", name="in words").is_visible()
    assert page.locator(".rows.box .cell").all_inner_texts() == ["1", "½", "0"]
    # It is of no match, and so the address leads to the list at once.
    page.evaluate("""() => {
      const push = history.pushState.bind(history);
      history.pushState = (...all) => { window.went = all[2]; push(...all); };
    }""")
    page.locator("button.row-of").first.click()
    page.wait_for_function("() => window.went?.includes('page=replay.1.1')")


@pytest.mark.night
def test_keys_scroll_a_bracket_that_is_wider_than_a_phone(window: Window) -> None:
    page = window.page
    page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    window.go_to("Records", "Leaderboard")
    box = page.locator(".bracket[tabindex='0']")
    box.focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.bracket').scrollLeft > 0")


def test_the_shop_shows_what_it_sells(chromium: Browser, program: Program, axe: str) -> None:
    """Tables and backs are seen before they are bought, with their price."""
    window = Window(chromium, program.table, size=NARROW, reduced_motion="reduce")
    window.sit_down("Carol")
    window.go_to("Records", "Coins and shop")
    page = window.page
    page.get_by_role("button", name="Shop", exact=True).click()
    looks = page.locator(".of-look")
    looks.first.wait_for()
    assert page.locator(".of-look [data-felt]").count() == 2
    assert page.locator(".of-look [data-back]").count() == 2
    assert "150 coins" in looks.first.inner_text()
    check(window, axe, "shop")
    looks.first.click()
    page.get_by_text("Walnut table").first.wait_for()
    page.locator("img").first.wait_for()
    window.close()
