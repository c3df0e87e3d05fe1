"""A match begins while its player sits at another table: they read it there, and decide."""

import pytest

from tests.browser.playground_page import CHROMIUM
from tests.web.page.conftest import Opener
from tests.web.page.hands import Tapping, play
from tests.web.page.window import NARROW
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
BEGUN = '.strip[data-offer="begun"]'


def test_a_challenge_that_is_accepted_is_told_at_the_table_and_one_press_leads_there(
    opened: Opener, axe: str
) -> None:
    """Whoever plays elsewhere reads that the match has begun, and goes there when they want."""
    alice, bob = opened("Alice"), opened("Bob")
    page = alice.page
    alice.challenge("Bob", "standard")
    page.get_by_role("button", name="Cancel", exact=True).first.wait_for()
    alice.practise("novice")
    practice = alice.match()
    bob.accept()
    page.locator(BEGUN).filter(has_text="Your match has started.").filter(
        has_text="vs Bob"
    ).wait_for()
    alice.announced("Your match has started.")
    assert alice.match() == practice, "nobody is torn from where they play"
    check(alice, axe, "begun", ((320, 480), NARROW, (844, 390)))
    before = alice.offers().version
    play((alice, Tapping()), until=lambda now: now.version > before)
    # It waits as long as it takes.
    page.locator(BEGUN).get_by_role("button", name="Go to table").click()
    page.locator(BEGUN).wait_for(state="detached")
    assert alice.match() == bob.match()
    assert not bob.page.locator(BEGUN).count(), "who asked for it is there already"
    assert not page.locator(BEGUN).count()


@pytest.mark.night
def test_what_has_begun_is_put_aside_and_is_no_news_again(opened: Opener) -> None:
    alice, bob = opened("Alice"), opened("Bob")
    page = alice.page
    alice.challenge("Bob", "standard")
    page.get_by_role("button", name="Cancel", exact=True).first.wait_for()
    alice.practise("novice")
    bob.accept()
    page.locator(BEGUN).wait_for()
    page.locator(BEGUN).get_by_role("button", name="Later").click()
    page.locator(BEGUN).wait_for(state="detached")
    page.reload()
    alice.until("the table", lambda now: now.shown)
    assert not page.locator(BEGUN).count()
