"""The chat beside the table: the same channel in every window, and in the simulated chat."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.playground_page import CHROMIUM, Program
from tests.waiting import PATIENCE_S
from tests.web.page.conftest import Opener
from tests.web.page.hands import Tapping, play
from tests.web.page.window import NARROW, WIDE, Window, card_css
from tests.worlds.access import check
from tests.worlds.two_browsers import sit_down_together

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
WICKED = (
    '<img src=x onerror="document.title=1"> <b>bold</b> **meld** &amp; [x](javascript:alert(1))'
)


@pytest.fixture
def channel(chromium: Browser, program: Program) -> Iterator[Page]:
    """The simulated channel, one tab away."""
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    page.goto(program.url)
    page.wait_for_selector("#channel-composer-input:not([disabled])")
    yield page
    context.close()


def write(window: Window, text: str) -> None:
    """Write a message as the member whom the window plays."""
    field = window.page.locator(".chat-form input:visible")
    field.fill(text)
    field.press("Enter")


def said(window: Window, text: str) -> None:
    """Wait until a window shows a message."""
    window.page.locator(".said:visible", has_text=text).first.wait_for()


def test_windows_and_the_simulated_channel_show_the_same_messages(
    opened: Opener, channel: Page, axe: str
) -> None:
    """What one writes, at the table or in the channel, everybody reads in both places."""
    alice, bob = sit_down_together(opened, (WIDE, WIDE), "standard")
    write(alice, "Good luck, Bob!")
    for window in (alice, bob):
        said(window, "Good luck, Bob!")
    bob.announced("Alice: Good luck, Bob!")
    line = alice.page.locator(".said", has_text="Good luck")
    assert "own" in (line.get_attribute("class") or "")
    conversation = channel.get_by_role("region", name="Conversation")
    conversation.get_by_text("Good luck, Bob!").wait_for()

    box = channel.locator("#channel-composer-input")
    box.click()
    box.type("Written in the channel")
    channel.keyboard.press("Enter")
    for window in (alice, bob):
        said(window, "Written in the channel")
    # What Gin posts is there, too, and no picture or button of it.
    gin = bob.page.locator(".chat-all > .said.gin")
    gin.first.wait_for()
    assert bob.page.locator(".said.gin").locator("img, button").count() == 0
    # Of other tables only what is no practice, and folded.
    carol = opened("Carol")
    said(carol, "Written in the channel")
    news = carol.page.locator(".chat-news")
    assert news.locator(".said").first.is_hidden()
    news.locator("summary").click()
    news.locator(".said", has_text="Standard gin").last.wait_for()
    assert carol.page.locator(".chat-all > .said.gin", has_text="Standard gin").count() == 0
    check(alice, axe, "chat beside the table", (WIDE, (1280, 600)))


def test_a_message_is_text_and_nothing_else(opened: Opener) -> None:
    """Tags, signs and links in a message are letters; blanks are no message."""
    alice, bob = opened("Alice"), opened("Bob")
    write(alice, WICKED)
    said(bob, "onerror")
    found = bob.page.locator(".said", has_text="onerror").last
    assert found.locator("img, script, a").count() == 0
    assert "<b>bold</b>" in found.inner_text()
    assert bob.page.title() != "1"
    field = alice.page.get_by_label("Write a message")
    field.fill("x" * 1200)
    assert len(field.input_value()) == 1000
    field.fill("   ")
    field.press("Enter")
    write(alice, "after the blanks")
    said(alice, "after the blanks")
    last, blanks = alice.page.locator(".said:not(.gin):visible").all_inner_texts()[-2:]
    assert "<b>bold</b>" in last
    assert "after the blanks" in blanks
    write(alice, "<t:9999999999999> is no moment")
    said(bob, "9999999999999 is no moment")


@pytest.mark.night
def test_a_phone_has_the_chat_behind_a_button_that_counts(opened: Opener, axe: str) -> None:
    """On a phone a button opens the chat, and says how many messages are new."""
    alice, bob = sit_down_together(opened, (NARROW, WIDE), "standard")
    assert alice.page.locator(".chat").is_hidden()
    write(bob, "Are you there?")
    button = alice.page.get_by_role("button", name="Chat, 1 new")
    button.wait_for()
    check(alice, axe, "unread", (NARROW, (320, 568)))
    alice.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    alice.page.get_by_role("button", name="Chat").click()
    said(alice, "Are you there?")
    check(alice, axe, "chat", (NARROW, (320, 568), (844, 390)))
    alice.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
    write(alice, "Yes.")
    said(bob, "Yes.")
    alice.page.keyboard.press("Escape")
    alice.page.get_by_role("button", name="Chat", exact=True).wait_for()


@pytest.mark.night
def test_letters_typed_in_the_chat_are_no_moves(opened: Opener) -> None:
    """The keys of the table are letters while one writes."""
    window = opened("Carol")
    window.practise("novice")
    before = play((window, Tapping()), until=lambda now: bool(now.leaves) and not now.waits)
    window.page.locator(card_css(before.best)).focus()
    field = window.page.get_by_label("Write a message")
    field.focus()
    window.page.keyboard.type("dkspx?")
    assert field.input_value() == "dkspx?"
    assert window.offers() == before
    window.page.keyboard.press("Enter")
    said(window, "dkspx?")
    assert field.evaluate("one => one === document.activeElement")
    assert window.offers() == before


@pytest.mark.night
def test_the_chat_below_the_lobby_keeps_to_its_column(opened: Opener) -> None:
    page = opened("Dave", size=(320, 568)).page
    page.get_by_role("button", name="Send").wait_for()
    edges = """() => [".lobby-chat h2", ".chat-form"].map((css) => {
      const { left, right } = document.querySelector(css).getBoundingClientRect();
      return [left, right];
    })"""
    heading, form = page.evaluate(edges)
    assert form == heading


@pytest.mark.night
def test_another_member_is_played_in_a_second_window(opened: Opener) -> None:
    """The playground's link opens the opponent's seat, with that hand only."""
    alice = opened("Alice")
    with alice.context.expect_page() as opening:
        alice.page.get_by_role("link", name="Play Bob in a second window").click()
    second = opening.value
    second.locator("main.table").wait_for()
    alice.arrive()
    assert f"match={alice.match()}" in second.url
    second.locator(".hand .card").first.wait_for()
    theirs = second.evaluate(
        "[...document.querySelectorAll('.hand .card')].map((one) => one.dataset.card)"
    )
    assert theirs
    assert not {*theirs} & {*alice.offers().hand}
