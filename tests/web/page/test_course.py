"""The course on the page: a lesson at the table of a match, answered as a match is played."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from engine.course.grading import graded
from engine.course.lessons import IN_A_LESSON, LESSONS, lesson
from engine.game.actions import Discard, Knock, LayOff, RoundAction, Take
from engine.game.cards import card_text
from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.window import Window, card_css
from tests.worlds.access import NARROWEST, check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]


@pytest.fixture
def window(chromium: Browser, program: Program) -> Iterator[Window]:
    """A window whose reader wants no movements."""
    one = Window(chromium, program.table, reduced_motion="reduce")
    yield one
    one.close()


def best(name: str, step: int) -> tuple[int, RoundAction]:
    found = graded(lesson(name).at(step).view())
    assert found is not None
    puzzle = found.puzzle
    return puzzle.best, puzzle.answers[puzzle.best].action


def answer(window: Window, name: str, step: int) -> None:
    """Make the best move with the places and the cards of the table."""
    page, (number, action) = window.page, best(name, step)
    match action:
        case Take():
            page.locator("button.discards").click()
        case Discard(card=card) | Knock(card=card):
            page.locator(card_css(card_text(card))).focus()
            page.keyboard.press("Enter")
            key = "k" if isinstance(action, Knock) else "d"
            page.keyboard.press(key)
        case LayOff():
            page.locator(f'.choices [data-action="{number}"]').click()
        case _:
            page.locator("button.stock").click()
    page.locator("main.lesson.solved").wait_for()


def further(window: Window) -> None:
    window.page.locator(".choices button").click()
    window.page.locator("main.lesson:not(.solved)").wait_for()


def opened(window: Window, name: str) -> None:
    window.go_to("Learn", "Lessons")
    window.page.locator(".path .card-of").nth(LESSONS.index(name)).click()
    window.page.locator("main.lesson").wait_for()


def test_a_lesson_is_played_to_its_stars_and_outlives_a_reload(window: Window) -> None:
    page, name = window.page, "deadwood"
    window.sit_down("Alice")
    opened(window, name)
    _, action = best(name, 0)
    assert isinstance(action, Discard)
    marked = page.locator(".hand .card.hinted")
    assert marked.get_attribute("data-card") == card_text(action.card)
    answer(window, name, 0)
    assert "You found the best answer" in page.locator(".strip").inner_text()
    assert page.locator(".worths li.best.own, .worths li.best").count() == 1
    # What was discarded lies on the pile.
    discarded = card_text(action.card)
    page.locator(f'.discards [data-card="{discarded}"]').wait_for()
    assert page.locator(f'.hand [data-card="{discarded}"]').count() == 0
    further(window)
    assert page.locator(".hint-mark").count() == 0, "a question gives no answer away"
    page.reload()
    opened(window, name)
    assert page.locator(".dots .right").count() == 1
    for step in range(1, IN_A_LESSON):
        answer(window, name, step)
        if step + 1 < IN_A_LESSON:
            further(window)
    assert "★★★" in page.locator(".bar h1").inner_text()
    page.locator(".bar button").first.click()
    card = page.locator(".path .card-of").nth(LESSONS.index(name))
    card.locator(".stars .got").nth(2).wait_for()


def test_what_is_taken_goes_to_the_hand_and_makes_its_meld(
    chromium: Browser, program: Program
) -> None:
    """A right answer is made on the table; Why? tells more than the strip."""
    window, name = Window(chromium, program.table, size=(400, 800)), "runs"
    page = window.page
    window.sit_down("Carol")
    opened(window, name)
    step = page.locator(".dots .right").count()
    _, action = best(name, step)
    assert isinstance(action, Take)
    top = page.locator(".discards [data-card]").last.get_attribute("data-card")
    run = page.locator(".hand .card.in-run")
    assert run.count() == 0
    answer(window, name, step)
    page.locator(f'.hand .card.in-run[data-card="{top}"]').wait_for()
    assert run.count() >= 3
    said = page.locator(".strip .sentence").inner_text()
    page.locator(".bar button").last.click()
    why = page.locator("dialog .why")
    why.wait_for()
    assert said not in why.inner_text()
    assert "deadwood" in why.inner_text()
    window.close()


@pytest.mark.night
def test_a_wrong_answer_says_what_it_costs(window: Window) -> None:
    page, name = window.page, "sets"
    window.sit_down("Bob")
    opened(window, name)
    answer(window, name, 0)
    further(window)
    _, action = best(name, 1)
    page.locator("button.stock" if isinstance(action, Take) else "button.discards").click()
    page.locator("main.lesson.solved").wait_for()
    assert "loses about" in page.locator(".strip").inner_text()
    assert page.locator(".worths li.own").count() == 1
    assert page.locator(".dots .wrong").count() == 1


@pytest.mark.night
@pytest.mark.timeout(900)
def test_the_course_has_no_violation(window: Window, axe: str) -> None:
    """At every size and in both lights, at questions and at what became of them."""
    window.sit_down("Carol")
    for name in ("runs", "undercut", "hollywood", "partners"):
        opened(window, name)
        check(window, axe, f"{name}, the example")
        answer(window, name, 0)
        check(window, axe, f"{name}, answered")
        window.page.set_viewport_size({"width": NARROWEST[0], "height": NARROWEST[1]})
        window.page.locator(".bar button").last.click()
        check(window, axe, f"{name}, why")
        window.page.keyboard.press("Escape")
        window.page.locator(".bar button").first.click()
        window.page.locator(".path").first.wait_for()
    check(window, axe, "the map")
