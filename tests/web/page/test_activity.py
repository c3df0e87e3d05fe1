"""The page inside Discord: the real Embedded App SDK, in a frame whose parent plays the client."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.discord_client import AUTHORIZE, CLIENT, INSTANCE, PARENT, QUERY, Discord
from tests.web.page.hands import Tapping, turn
from tests.web.page.window import Window

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
_RESIZE = """([width, height]) => {
  const { style } = document.querySelector("iframe");
  style.width = `${width}px`;
  style.height = `${height}px`;
}"""
_IS_INSIDE = """(one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""
REFUSED = "Sign-in was cancelled. Try again and allow access."
SILENT = "Discord isn't responding. Try again in a moment."


def test_an_activity_signs_in_with_the_real_sdk_and_plays(
    chromium: Browser, program: Program
) -> None:
    """In Discord's frame Gin signs in by the real SDK, plays, and shrinks to a picture."""
    window = Window(chromium, program.table)
    outer = window.page
    discord = Discord(outer, program.table)
    frame = discord.open()
    frame.locator("main.lobby").wait_for()
    heard = outer.evaluate("heard")
    assert heard[0][0] == 0
    assert heard[0][1]["client_id"] == CLIENT
    [asked] = discord.heard("AUTHORIZE")
    assert asked["client_id"] == CLIENT
    assert asked["scope"] == ["identify"], "more is asked for when its button is pressed"
    [known] = discord.heard("AUTHENTICATE")
    assert known["access_token"] == "the-access-token"
    assert discord.asked == [{"kind": "activity", "code": "the-code", "instance": INSTANCE}]
    frame.locator('[data-level="novice"]').click()
    frame.locator("main.table").wait_for()
    # Shrunk to a picture in picture: the table and whose turn it is, nothing else.
    outer.wait_for_function("() => heard.some(([, body]) => body.cmd === 'SUBSCRIBE')")
    outer.evaluate("dispatch('ACTIVITY_LAYOUT_MODE_UPDATE', { layout_mode: 1 })")
    frame.locator("main.table.small").wait_for()
    assert frame.locator(".task").is_visible()
    assert frame.locator("button.stock").is_visible()
    assert not frame.locator(".hand").is_visible()
    assert not frame.locator(".actions").is_visible()
    for width, height in ((240, 135), (320, 180), (176, 312)):
        outer.evaluate(_RESIZE, [width, height])
        # The longest that may stand there, whatever is dealt.
        frame.locator(".task").evaluate(
            "(one) => { one.textContent = 'Waiting for you '.repeat(3); }"
        )
        for css in (".task", "button.stock", ".player.them"):
            assert frame.locator(css).evaluate(_IS_INSIDE), (css, width, height)
    outer.evaluate(_RESIZE, [1200, 700])
    outer.evaluate("dispatch('ACTIVITY_LAYOUT_MODE_UPDATE', { layout_mode: 0 })")
    frame.locator("main.table:not(.small) .hand button").first.wait_for()
    window.close()


def test_signing_in_outside_discord_goes_there_and_comes_back(
    chromium: Browser, program: Program
) -> None:
    """In a browser one goes to Discord and comes back signed in, by one's own answer only."""
    window = Window(chromium, program.table)
    page = window.page
    discord = Discord(page, program.table)
    login = {"address": AUTHORIZE, "state": "the-state", "verifier": "v" * 43}
    page.route("**/api/login", lambda route: route.fulfill(json=login))
    page.route("**/authorize", lambda route: route.fulfill(body=PARENT))
    page.goto(discord.base)
    page.get_by_role("button", name="Sign in with Discord").click()
    page.wait_for_url("**/authorize")
    # Another answer than the one that was asked for is not believed.
    page.goto(discord.base + "?code=foreign&state=other")
    page.get_by_role("button", name="Sign in with Discord").click()
    page.wait_for_url("**/authorize")
    assert discord.asked == []
    issuer = "https://discord.com"
    page.goto(f"{discord.base}?code=the-code&state=the-state&iss={issuer}")
    page.locator("main.lobby").wait_for()
    assert "code" not in page.url
    returned = {"code": "the-code", "state": "the-state", "verifier": "v" * 43, "issuer": issuer}
    assert discord.asked == [{"kind": "browser", **returned}]
    page.locator('[data-level="novice"]').click()
    page.locator("main.table").wait_for()
    match = re.search(r"match=(\w+)", page.url)
    # A reload shows the same table, without signing in again.
    page.reload()
    page.locator("main.table").wait_for()
    assert match
    assert match[0] in page.url
    assert len(discord.asked) == 1
    while not window.offers().hand or not turn(window, Tapping()):
        page.wait_for_timeout(25)
    window.close()


@pytest.mark.night
@pytest.mark.parametrize(
    "query", ["", pytest.param("?code=the-code&state=the-state", marks=pytest.mark.night)]
)
def test_where_no_browser_can_sign_in_the_page_says_where_the_table_opens(
    chromium: Browser, program: Program, query: str
) -> None:
    """A bot without sign-in in browsers says where the card table opens."""
    window = Window(chromium, program.table)
    page = window.page
    discord = Discord(page, program.table, in_browsers=False)
    page.goto(discord.base + query)
    page.get_by_text(
        "You can't sign in here. Press “Open table” below a match on Discord to open the card "
        "table there.",
        exact=True,
    ).wait_for()
    assert page.get_by_role("button").count() == 0
    assert discord.asked == []
    window.close()


@pytest.mark.parametrize(
    ("query", "refused", "silent", "sentence"),
    [
        (QUERY, ["AUTHORIZE"], False, REFUSED),
        pytest.param(QUERY, ["AUTHENTICATE"], False, REFUSED, marks=pytest.mark.night),
        (QUERY, [], True, SILENT),
        pytest.param(
            *("?frame_id=frame-1", [], False, "Open the card table inside Discord."),
            marks=pytest.mark.night,
        ),
    ],
    ids=["the person refuses", "discord refuses", "discord is silent", "not opened by discord"],
)
def test_an_activity_that_does_not_begin_says_why_and_can_be_tried_again(
    chromium: Browser,
    program: Program,
    query: str,
    refused: list[str],
    silent: bool,
    sentence: str,
) -> None:
    """An Activity that does not begin says why, and its button begins anew."""
    window = Window(chromium, program.table)
    outer = window.page
    discord = Discord(outer, program.table)
    if silent:
        outer.clock.install()
    frame = discord.open(query, tuple(refused), silent=silent)
    alert = frame.get_by_role("alert")
    while not alert.count():
        if silent and outer.evaluate("heard.length"):
            outer.clock.fast_forward(30_000)
        outer.wait_for_timeout(25)
    assert alert.inner_text() == sentence
    asked = outer.evaluate("heard.length")
    frame.get_by_role("button", name="Try again").click()
    while discord.begun == 1 or (query == QUERY and outer.evaluate("heard.length") == asked):
        outer.wait_for_timeout(25)
    while refused == ["AUTHENTICATE"] and len(discord.asked) == 1:
        outer.wait_for_timeout(25)
    if not silent:
        alert.wait_for()  # What is still under way then would fail the next test.
    window.close()


def _fails(status: int, **answer: Any) -> Callable[[Route], None]:
    return lambda route: route.fulfill(status=status, **answer)


@pytest.mark.night
@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        pytest.param(_fails(503, json={"error": SILENT}), SILENT, marks=pytest.mark.night),
        pytest.param(
            *(
                _fails(
                    403, json={"error": "You aren't in this Activity. Open it from its channel."}
                ),
                "You aren't in this",
            ),
            marks=pytest.mark.night,
        ),
        (_fails(403, body="this is no page of Gin's"), r"be reached \(error 403\)"),
    ],
    ids=["discord is silent", "another activity", "another origin than the settings'"],
)
def test_what_the_server_refuses_is_said_in_its_words(
    chromium: Browser, program: Program, answer: Callable[[Route], None], sentence: str
) -> None:
    """A refused sign-in is told in the server's words, with a button to try again."""
    window = Window(chromium, program.table)
    outer = window.page
    discord = Discord(outer, program.table)
    outer.route("**/api/session", answer)
    frame = discord.open()
    frame.get_by_role("alert").filter(has_text=re.compile(sentence)).wait_for()
    frame.get_by_role("button", name="Try again").wait_for()
    window.troubles = [one for one in window.troubles if "Failed to load" not in one]
    window.close()


@pytest.mark.night
@pytest.mark.parametrize(
    ("returned", "answer", "sentence"),
    [
        ("error=access_denied&state=the-state", None, REFUSED),
        pytest.param(
            *("code=c&state=other", None),
            "Sign-in started in another window. Sign in again here.",
            marks=pytest.mark.night,
        ),
        pytest.param(
            *("code=c&state=the-state", _fails(503, json={"error": SILENT}), SILENT),
            marks=pytest.mark.night,
        ),
    ],
    ids=["the person refuses", "begun elsewhere", "discord is silent"],
)
def test_a_sign_in_that_fails_says_why_and_keeps_the_way_to_the_table(
    chromium: Browser,
    program: Program,
    returned: str,
    answer: Callable[[Route], None] | None,
    sentence: str,
) -> None:
    """A sign-in that fails says why, and the next one still leads to the table."""
    window = Window(chromium, program.table)
    page = window.page
    discord = Discord(page, program.table)
    if answer:
        page.route("**/api/session", answer)
    login = {"address": AUTHORIZE, "state": "the-state", "verifier": "v" * 43}
    page.route("**/api/login", lambda route: route.fulfill(json=login))
    page.route("**/authorize", lambda route: route.fulfill(body=PARENT))
    page.goto(discord.base + "#match=1abc")
    page.get_by_role("button", name="Sign in with Discord").click()
    page.wait_for_url("**/authorize")
    page.goto(f"{discord.base}?{returned}")
    page.get_by_role("alert").filter(has_text=sentence).wait_for()
    assert page.url == f"{discord.base}#match=1abc"
    page.get_by_role("button", name="Sign in with Discord").click()
    page.wait_for_url("**/authorize")
    window.troubles = [one for one in window.troubles if "Failed to load" not in one]
    window.close()
