"""A position is put up from the deck, or written, and the coach's answer is drawn beside it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from engine.coach.asking import AskedPosition, answer
from engine.game.actions import Discard
from engine.game.card_reader import parse_cards
from engine.game.cards import card_text
from engine.game.presets import PRESETS
from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.hands import Finger, Mouse
from tests.web.page.trace import noticed
from tests.web.page.window import NARROW, SIZES, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]

HAND = "5H 6H 7H 4C 4D 4S QS QD 7S 2D KD"
PILE = "KC 3D 8S TH 9C 8D"


@pytest.fixture
def window(chromium: Browser, program: Program) -> Iterator[Window]:
    """A window whose reader wants no movements, at the page *Ask*."""
    one = Window(chromium, program.table, reduced_motion="reduce")
    one.sit_down("Dave")
    one.go_to("Learn", "Ask")
    one.page.locator(".ask-deck").wait_for()
    yield one
    one.close()


def taps(window: Window, cards: str) -> None:
    deck = window.page.locator(".ask-deck button")
    for card in cards.split():
        place = "CDHS".index(card[1]) * 13 + "A23456789TJQK".index(card[0])
        deck.nth(place).click()


def dragged(window: Window, css: str, place: str) -> None:
    """Drag a card onto a place, with a finger on a phone: it lifts a card that it rests on."""
    page = window.page
    holder = Finger(window) if window.is_narrow else Mouse(window)
    start, end = window.place(css, middle=True), window.place(place, middle=True)
    assert start is not None
    assert end is not None
    holder.down(*start)
    if window.is_narrow:
        page.locator(".held").first.wait_for()
    for part in (0.3, 0.6, 1.0):
        holder.move(*(a + (b - a) * part for a, b in zip(start, end, strict=True)))
    page.locator(f"{place}.over").wait_for()
    holder.up()


def deck_css(card: str) -> str:
    row, column = "CDHS".index(card[1]) + 1, "A23456789TJQK".index(card[0]) + 1
    return f".ask-suit:nth-of-type({row}) button:nth-of-type({column})"


def laid(window: Window, zone: str) -> list[str | None]:
    cards = window.page.locator(f".of-{zone} li[data-card]")
    return [one.get_attribute("data-card") for one in cards.all()]


def ask(window: Window) -> None:
    window.page.get_by_role("button", name="Ask the coach").click()


@pytest.mark.night
def test_a_tapped_position_is_answered_at_its_score(window: Window) -> None:
    page = window.page
    taps(window, f"{HAND} {PILE}")
    assert page.locator(".of-hand li").count() == 11
    assert page.locator(".of-pile li").count() == 6, "a full hand leads to the pile"
    page.get_by_label("Score, yours first").fill("46 48")
    ask(window)
    page.locator(".ask-choices").wait_for()
    wanted = answer(
        AskedPosition(PRESETS["standard"], parse_cards(HAND), parse_cards(PILE), (), (46, 48))
    )
    best = wanted.choices[0].action
    assert isinstance(best, Discard)
    marked = page.locator(".of-hand li.best button")
    place = HAND.split().index(card_text(best.card))
    assert page.locator(".of-hand li").nth(place).get_attribute("class") == "best"
    assert marked.count() == 1
    assert page.locator(".ask-choices li").count() == len(wanted.choices)
    assert page.locator(".ask-chances li").count() == 10
    marked.click()
    assert page.locator(".of-hand li").count() == 10, "a card of the hand goes back to the deck"
    assert page.locator(".of-hand li.best").count() == 0


def test_a_written_position_is_answered_and_an_impossible_one_refused(window: Window) -> None:
    page = window.page
    field = page.get_by_label("Or write")
    field.fill("5H 6H / 9C")
    ask(window)
    noticed(page, "You entered 2.")
    field.fill(f"{HAND} / {PILE} / / 100 3")
    ask(window)
    noticed(page, "at 100 points the game")
    field.fill(f"{HAND} / {PILE}")
    ask(window)
    page.locator(".ask-choices").wait_for()
    assert page.locator(".of-hand li").count() == 11


def test_an_answer_is_in_sight_on_a_phone_until_its_line_is_changed(
    chromium: Browser, program: Program
) -> None:
    """The line stays, to be corrected; what it said before is no answer to what it says now."""
    window = Window(chromium, program.table, size=NARROW, reduced_motion="reduce")
    page = window.page
    window.sit_down("Dave")
    window.go_to("Learn", "Ask")
    field, answers = page.get_by_label("Or write"), page.locator(".ask-choices")
    line = f"{HAND} / {PILE}"
    field.fill(line)
    field.press("Enter")
    answers.wait_for()
    top = page.locator(".room-side h2").first.bounding_box()
    assert top is not None
    assert 0 <= top["y"] < NARROW[1] / 2
    assert field.input_value() == line
    field.fill(line.replace("KD", "QC"))
    assert answers.count() == 0, "another line is another question"
    field.fill(line)
    answers.wait_for()
    field.fill("5H 6H / 9C")
    field.press("Enter")
    noticed(page, "You entered 2.")
    assert answers.count() == 0
    assert field.input_value() == "5H 6H / 9C"
    window.close()


@pytest.mark.parametrize("size", SIZES)
def test_cards_are_dragged_from_the_deck_and_between_their_places(
    chromium: Browser, program: Program, size: tuple[int, int]
) -> None:
    window = Window(chromium, program.table, size=size, reduced_motion="reduce")
    window.sit_down("Dave")
    window.go_to("Learn", "Ask")
    page = window.page
    page.locator(".ask-deck").wait_for()
    for card, zone in (("5C", "hand"), ("9D", "pile"), ("QC", "taken"), ("6C", "hand")):
        dragged(window, deck_css(card), f".of-{zone}")
        page.locator(f'.of-{zone} [data-card="{card}"]').wait_for()
    assert [laid(window, zone) for zone in ("hand", "pile", "taken")] == [
        ["5C", "6C"],
        ["9D"],
        ["QC"],
    ]
    dragged(window, '.of-hand [data-card="6C"]', ".of-taken")
    page.locator('.of-taken [data-card="6C"]').wait_for()
    assert laid(window, "hand") == ["5C"]
    assert page.locator(".ask-deck .used").count() == 4, "nothing was put or taken by a click"
    holder = Finger(window) if window.is_narrow else Mouse(window)
    start, end = (
        window.place(css, middle=True) for css in ('.of-hand [data-card="5C"]', ".of-pile")
    )
    assert start is not None
    assert end is not None
    holder.down(*start)
    if window.is_narrow:
        page.locator(".held").first.wait_for()
    holder.move(*end)
    page.locator(".of-pile.over").wait_for()
    page.keyboard.press("Escape")
    page.locator(".held").wait_for(state="detached")
    holder.up()
    assert laid(window, "hand") == ["5C"], "Escape breaks a drag off"
    if window.is_narrow:
        finger = Finger(window)
        start = window.place(deck_css("8S"), middle=True)
        assert start is not None
        finger.down(*start)
        for step in range(1, 4):
            finger.move(start[0], start[1] - 60 * step)
        finger.up()
        assert page.locator(".ask-deck .used").count() == 4, "a finger that moves at once scrolls"
    window.close()


@pytest.mark.night
@pytest.mark.timeout(600)
def test_the_answer_has_no_violation(window: Window, axe: str) -> None:
    check(window, axe, "ask")
    taps(window, f"{HAND} {PILE}")
    check(window, axe, "ask, with cards")
    ask(window)
    window.page.locator(".ask-choices").wait_for()
    check(window, axe, "ask, answered")
