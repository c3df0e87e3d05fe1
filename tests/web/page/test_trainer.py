"""The trainer on the page: puzzles at a table, answered with the cards as a match is played."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Final

import pytest
from playwright.sync_api import Browser

from engine.game.actions import Discard, Knock
from engine.game.cards import card_text, cards_of
from engine.service import Service
from engine.store import Store
from engine.trainer.puzzle import Puzzle, Question, puzzle_from
from tests.browser.playground_page import CHROMIUM, PACE, Program
from tests.ports import free_port
from tests.prepared import fill
from tests.web.page.hands import Dragging
from tests.web.page.window import NARROW, WIDE, Window, card_css
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
THEMES: Final = {
    "Which discard": Question.DISCARD,
    "Take or draw": Question.TAKE,
    "Knock or play on": Question.KNOCK,
    "Layoffs": Question.LAYOFF,
    "Upcard": Question.UPCARD,
}


async def _filled(folder: Path) -> None:
    service = Service(await Store.open(f"sqlite:///{folder / 'gin.db'}"))
    await fill(service)
    await service.close()


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A program that begins with the puzzles of :mod:`tests.prepared`."""
    folder = tmp_path_factory.mktemp("school")
    # The browser's loop runs in this thread.
    filling = Thread(target=lambda: asyncio.run(_filled(folder)))
    filling.start()
    filling.join()
    with Program(folder, free_port(), **PACE) as running:
        yield running


@pytest.fixture
def opened(chromium: Browser, school: Program) -> Iterator[Callable[..., Window]]:
    """Open windows on the trainer, whose readers want no movements."""
    windows: list[Window] = []

    def open_window(member: str, size: tuple[int, int] = WIDE) -> Window:
        window = Window(chromium, school.table, size=size, reduced_motion="reduce")
        windows.append(window)
        window.sit_down(member)
        window.go_to("Learn", "Trainer")
        window.page.locator("main.puzzle").wait_for()
        return window

    yield open_window
    for window in windows:
        window.close()


def puzzle_in(window: Window, school: Program) -> Puzzle:
    """The puzzle on the screen."""
    page = window.page
    hand = {one.get_attribute("data-card") for one in page.locator(".hand .card").all()}
    question = THEMES[page.locator(".bar small").inner_text()]
    with contextlib.closing(sqlite3.connect(school.folder / "gin.db")) as pool:
        found = pool.execute("SELECT puzzle FROM trainer_puzzles WHERE question = ?", [question])
        asked = [puzzle_from(text) for (text,) in found]
    return next(one for one in asked if hand == {card_text(card) for card in cards_of(one.hand)})


def choose(window: Window, theme: str) -> None:
    """Choose a theme: beside the table, or on a phone in the window that lies over it."""
    page = window.page
    calmly(window)
    if window.is_narrow:
        page.locator(".bar button").last.click()
    page.locator(".chip", has_text=theme).last.click()
    page.locator(".bar small", has_text=theme).wait_for()


def calmly(window: Window) -> None:
    """Wait as long as a person does between two presses."""
    while not window.pace.takes():
        window.page.wait_for_timeout(50)


def answer(window: Window, puzzle: Puzzle, number: int) -> None:
    """Give an answer with the cards and the places of the table, and wait for its solution."""
    page, hands = window.page, Dragging()
    calmly(window)
    match action := puzzle.answers[number].action:
        case Discard(card=card) if window.is_narrow:
            hands.press(window, card_css(card_text(card)))
            hands.press(window, ".choices .main")
        case Discard(card=card):
            hands.drag(window, card_text(card), "button.discards")
        case Knock(card=card) if window.is_narrow:
            hands.press(window, card_css(card_text(card)))
            hands.press(window, "button.knock.lit")
        case Knock(card=card):
            hands.drag(window, card_text(card), ".knock")
        case _:
            places = {"Take": "button.discards", "Draw": "button.stock"}
            place = places.get(type(action).__name__)
            hands.press(window, place or f'.choices [data-action="{number}"]')
    page.locator("main.puzzle.solved").wait_for()


@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", [NARROW, WIDE], ids=["phone", "desktop"])
def test_each_theme_is_answered_with_the_cards(
    opened: Callable[..., Window], school: Program, size: tuple[int, int]
) -> None:
    window = opened("Alice" if size == NARROW else "Bob", size)
    page = window.page
    for theme in THEMES:
        choose(window, theme)
        puzzle = puzzle_in(window, school)
        assert page.locator(".cost-tag, .worths").count() == 0, "nothing is given away"
        answer(window, puzzle, puzzle.best)
        assert "You found the best answer" in page.locator(".strip").inner_text()
        discards = [one.action for one in puzzle.answers if isinstance(one.action, Discard)]
        assert page.locator(".hand .cost-tag").count() == len(discards)
        if theme != "Layoffs":
            places = page.locator(".cost-tag").count()
            assert places == len(puzzle.answers) - (theme == "Upcard"), "to pass has no place"
        if isinstance(action := puzzle.answers[puzzle.best].action, Discard):
            tagged = page.locator(".hand .card:has(.cost-tag.best)")
            assert tagged.get_attribute("data-card") == card_text(action.card)
        calmly(window)
        page.locator(".choices button").click()
        page.locator("main.puzzle:not(.solved)").wait_for()


def test_the_keyboard_answers_and_a_reload_shows_the_trainer(
    opened: Callable[..., Window], school: Program
) -> None:
    window = opened("Carol")
    page = window.page
    choose(window, "Which discard")
    wrong = next(
        one for one in puzzle_in(window, school).answers if isinstance(one.action, Discard)
    )
    assert isinstance(wrong.action, Discard)
    page.locator(card_css(card_text(wrong.action.card))).focus()
    page.keyboard.press("d")
    page.locator("main.puzzle.solved").wait_for()
    assert page.locator(".hand .cost-tag.own").count() == 1
    page.reload()
    page.locator("main.puzzle:not(.solved)").wait_for()
    page.locator(".bar button").first.click()
    page.locator(".course").wait_for()
    page.go_back()
    page.locator("main.puzzle").wait_for()


@pytest.mark.timeout(900)
def test_the_trainer_has_no_violation(
    opened: Callable[..., Window], school: Program, axe: str
) -> None:
    window = opened("Dave")
    for theme in THEMES:
        choose(window, theme)
        check(window, axe, theme)
        puzzle = puzzle_in(window, school)
        answer(window, puzzle, len(puzzle.answers) - 1)
        check(window, axe, f"{theme}, solved")
