"""The trainer on the page: puzzles at a table, answered with the cards as a match is played."""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Final

import pytest
from playwright.sync_api import Browser

from bot.presses.exercise import ExercisePress
from bot.ui.custom_id import parse_custom_id
from engine.game.actions import Discard, Knock
from engine.game.cards import card_text
from engine.service import Service
from engine.service.exercises import Series
from engine.store import Store
from engine.trainer.puzzle import Puzzle, Question, puzzle_from
from engine.trainer.race import LEAST_ANSWER_MS
from tests.browser.playground_page import CHROMIUM, PACE, Program
from tests.ports import free_port
from tests.prepared import fill
from tests.web.page.hands import Dragging
from tests.web.page.window import NARROW, SIZES, WIDE, Window, card_css
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
    """The puzzle on the screen, which the press of its answers names."""
    press = window.page.locator("main.puzzle").get_attribute("data-press")
    custom_id = parse_custom_id(press or "")
    assert custom_id is not None
    with contextlib.closing(sqlite3.connect(school.folder / "gin.db")) as pool:
        key = custom_id.id
        found = ExercisePress.read(custom_id)
        if found is not None and found.series is Series.RACE:
            asked = "SELECT puzzles FROM exercise_lists WHERE list_id = ?"
            [(puzzles,)] = pool.execute(asked, [key])
            key = json.loads(puzzles)[custom_id.revision]
        [(text,)] = pool.execute("SELECT puzzle FROM trainer_puzzles WHERE puzzle_id = ?", [key])
    return puzzle_from(text)


def choose(window: Window, theme: str) -> None:
    """Choose a theme: beside the table, or on a phone in the window that lies over it."""
    page = window.page
    if window.is_narrow:
        page.locator(".bar button").last.click()
    page.locator(".chip", has_text=theme).last.click()
    page.locator(f'main.puzzle[data-press$="-{THEMES[theme].value}"]:not(.solved)').wait_for()


def answer(window: Window, puzzle: Puzzle, number: int) -> None:
    """Give an answer, and wait for its solution."""
    give(window, puzzle, number)
    window.page.locator("main.puzzle.solved").wait_for()


def give(window: Window, puzzle: Puzzle, number: int) -> None:
    """Give an answer with the cards and the places of the table."""
    hands = Dragging()
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


@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", SIZES)
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
        page.locator(".choices button").click()
        page.locator("main.puzzle:not(.solved)").wait_for()


@pytest.mark.night
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
    page.locator(".path").first.wait_for()
    page.go_back()
    page.locator("main.puzzle").wait_for()


def start_race(window: Window) -> None:
    window.go_to("Learn", "Race")
    window.page.get_by_role("button", name="Start the race").click()
    window.page.locator("main.race").wait_for()


def race_on(window: Window, school: Program, *, right: bool) -> None:
    """Answer the puzzle of a race, as fast as a person can: a faster race is on no board."""
    puzzle = puzzle_in(window, school)
    window.page.wait_for_timeout(LEAST_ANSWER_MS)
    numbers = range(len(puzzle.answers))
    give(window, puzzle, next(n for n in numbers if puzzle.is_right(n) is right))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("size", SIZES)
def test_a_race_goes_on_after_a_reload_and_its_third_miss_ends_it(
    opened: Callable[..., Window], school: Program, axe: str, size: tuple[int, int]
) -> None:
    window = opened("Alice" if size == NARROW else "Bob", size)
    page = window.page
    start_race(window)
    assert "page=race" in page.url
    race_on(window, school, right=True)
    page.locator(".race-clock .deadwood b", has_text="1").wait_for()
    window.announced("Right!")
    page.reload()
    page.locator(".race-clock .deadwood b", has_text="1").wait_for()
    if size == WIDE:
        check(window, axe, "a race")
    for missed in (1, 2):
        race_on(window, school, right=False)
        page.locator(".misses .missed").nth(missed - 1).wait_for()
    race_on(window, school, right=False)
    page.locator(".rows .own").wait_for()
    assert "1 puzzle solved" in page.locator(".drawn-page").inner_text()
    assert page.locator(".rows .own .value").inner_text() == "1"
    if size == WIDE:
        check(window, axe, "a race that is over")


@pytest.mark.night
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
