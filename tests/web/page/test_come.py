"""What brings people to the card table inside Discord: links, shared tables, profiles."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Route, WebSocketRoute

from tests.browser.playground_page import CHROMIUM, Program
from tests.web.page.discord_client import QUERY, Discord
from tests.web.page.trace import announced
from tests.web.page.window import SIZES, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
REFUSED = "Discord didn't do that. It may not be allowed here."
COMMANDS = frozenset(
    (
        *("AUTHORIZE", "AUTHENTICATE", "SET_ORIENTATION_LOCK_STATE", "USER_SETTINGS_GET_LOCALE"),
        *("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS", "SHARE_LINK"),
        *("OPEN_INVITE_DIALOG", "OPEN_SHARE_MOMENT_DIALOG", "SET_ACTIVITY"),
    )
)


def _practises(frame: FrameLocator) -> str:
    """Begin a match; return its name."""
    frame.locator('[data-level="novice"]').click()
    frame.locator("main.table").wait_for()
    address = frame.locator("main").evaluate("() => location.hash")
    return str(address).split("match=")[1]


def _opens(frame: FrameLocator) -> None:
    """Open the window in which people are invited."""
    frame.get_by_role("button", name="Menu", exact=True).click()
    frame.locator("dialog").get_by_role("button", name="Invite and share").click()


@pytest.mark.parametrize("size", SIZES)
def test_a_player_invites_shares_and_shows_the_game_in_discord(
    chromium: Browser, program: Program, size: tuple[int, int]
) -> None:
    """Each command of Discord's client is sent when its button is pressed, and not before."""
    window = Window(chromium, program.table, size=size, reduced_motion="reduce")
    page, discord = window.page, Discord(window.page, program.table, url="https://gin.example.org")
    asked: list[dict[str, Any]] = []

    def answers(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        is_card = route.request.url.endswith("card")
        picture = "https://cdn.discordapp.com/ephemeral/gin.png"
        route.fulfill(json={"link": "0-77"} if is_card else {"address": picture})

    page.route("**/api/share/*", answers)
    frame = discord.open()
    frame.locator(".participants img").wait_for()
    assert frame.locator(".participants").inner_text().split() == ["alice", "B", "bob"]
    page.evaluate("""() => {
      people.push({ ...people[1], id: "11", username: "carol" });
      dispatch("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", { participants: people });
    }""")
    frame.locator(".participants li").nth(2).wait_for()
    assert not discord.commands() & {"SHARE_LINK", "SET_ACTIVITY", "OPEN_INVITE_DIALOG"}
    match = _practises(frame)
    _opens(frame)
    frame.get_by_role("button", name="Invite people").click()
    discord.wait_for("OPEN_INVITE_DIALOG")
    frame.get_by_role("button", name="Share this table").click()
    assert discord.wait_for("SHARE_LINK") == {
        "message": "Come and play gin rummy!",
        "custom_id": f"table-{match}",
        "link_id": "0-77",
    }
    frame.get_by_role("button", name="Send a picture").click()
    sent = discord.wait_for("OPEN_SHARE_MOMENT_DIALOG")
    assert sent == {"mediaUrl": "https://cdn.discordapp.com/ephemeral/gin.png"}
    assert [one["match"] for one in asked] == [match, match]
    assert {one["access_token"] for one in asked} == {"the-access-token"}
    assert all(one["token"] for one in asked)
    shows = frame.get_by_role("button", name="Show my game on my profile")
    shows.click()
    activity = discord.wait_for("SET_ACTIVITY")["activity"]
    assert discord.heard("AUTHORIZE")[1]["scope"] == ["identify", "rpc.activities.write"]
    assert activity["details"].startswith("Against ")
    assert activity["state"].endswith(" · 0 : 0")
    assert activity["secrets"] == {"join": match}
    assert activity["party"] == {"id": f"party-{match}", "size": [2, 2]}
    frame.locator("button[aria-pressed=true]", has_text="profile").wait_for()
    shows.click()
    assert discord.wait_for("SET_ACTIVITY", 2) == {"activity": None}
    assert discord.commands() - {"SUBSCRIBE"} == COMMANDS
    frame.get_by_role("button", name="Close").click()
    window.close()


def _as_in_an_activity(socket: WebSocketRoute) -> None:
    """A line on which files have addresses, as they have for who is in an Activity."""
    server = socket.connect_to_server()
    inline = re.compile(r'"data":"[^"]+","address":""')

    def told(message: str | bytes) -> None:
        assert isinstance(message, str)
        socket.send(inline.sub('"data":"","address":"api/files/the-file"', message))

    socket.on_message(server.send)
    server.on_message(told)


def test_links_and_files_leave_discords_frame_by_its_client(
    chromium: Browser, program: Program
) -> None:
    """Inside Discord's frame a link is opened by the client; a link of the browser's is dead."""
    window = Window(chromium, program.table, reduced_motion="reduce")
    page = window.page
    discord = Discord(page, program.table, url="https://gin.example.org")
    page.route_web_socket("**/api/socket", _as_in_an_activity)
    frame = discord.open()
    frame.locator("main.lobby").wait_for()
    frame.locator("main").evaluate("""(main) => {
      const link = document.createElement("a");
      Object.assign(link, { href: "https://example.org/a", target: "_blank", textContent: "Far" });
      main.append(link);
    }""")
    frame.get_by_role("link", name="Far").click()
    assert discord.wait_for("OPEN_EXTERNAL_LINK") == {"url": "https://example.org/a"}
    frame.locator(".nav").get_by_role("button", name="Me").click()
    frame.get_by_role("button", name="Get my data").click()
    frame.get_by_role("link", name="gin-data.json").click()
    saved = discord.wait_for("OPEN_EXTERNAL_LINK", 2)
    assert saved == {"url": "https://gin.example.org/api/files/the-file"}
    frame.locator(".nav").get_by_role("button", name="Me").click()
    frame.get_by_role("link", name="Connect with Discord").click()
    roles = discord.wait_for("OPEN_EXTERNAL_LINK", 3)
    assert roles == {"url": "https://gin.example.org/?connect=roles"}
    assert len(window.context.pages) == 1
    assert page.url.endswith("discord-client")
    beside = page.frames[1].evaluate("() => navigator.serviceWorker.getRegistrations()")
    assert beside == [], "nothing runs beside the page inside Discord"
    window.close()


@pytest.mark.night
def test_everybody_can_use_what_brings_people(
    chromium: Browser, program: Program, axe: str
) -> None:
    """axe-core finds nothing in the lobby and in the window that invites, at any size."""
    window = Window(chromium, program.table, reduced_motion="reduce")
    frame = Discord(window.page, program.table, url="https://gin.example.org").open()
    frame.locator(".participants img").wait_for()
    inside = window.page.frames[1]
    check(window, axe, "lobby inside Discord", frame=inside)
    _practises(frame)
    _opens(frame)
    check(window, axe, "invite and share", frame=inside)
    window.close()


@pytest.mark.night
def test_what_discord_refuses_is_said_and_the_page_goes_on(
    chromium: Browser, program: Program
) -> None:
    """A refused command says so, whichever it is, and the table is played on."""
    window = Window(chromium, program.table, reduced_motion="reduce")
    page = window.page
    discord = Discord(page, program.table)
    page.route("**/api/share/*", lambda route: route.fulfill(status=503, json={"error": "Later."}))
    commands = ("SHARE_LINK", "OPEN_INVITE_DIALOG", "OPEN_EXTERNAL_LINK", "SET_ACTIVITY")
    own_start = ("USER_SETTINGS_GET_LOCALE", "GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS")
    frame = discord.open(refused=(*commands, *own_start))
    frame.locator("main.lobby").wait_for()
    assert frame.locator(".participants").count() == 0
    inside = page.frames[1]
    refusals = 0
    for name, is_refused in (
        ("Invite people", True),
        ("Share the card table", True),
        ("Show my game on my profile", False),
    ):
        frame.get_by_role("button", name=name).click()
        frame.locator('button[aria-disabled="false"]', has_text=name).wait_for()
        refusals += is_refused
        if is_refused:
            announced(inside, REFUSED, refusals)
    _practises(frame)
    announced(inside, REFUSED, refusals + 1)
    frame.locator(".strip .task, .task").first.wait_for()
    _opens(frame)
    frame.get_by_role("button", name="Send a picture").click()
    announced(inside, "Later.")
    assert frame.locator("button[aria-pressed=true]", has_text="profile").count() == 0
    window.troubles = [one for one in window.troubles if "Failed to load" not in one]
    window.close()


def test_a_shared_link_and_a_profile_lead_to_their_table(
    chromium: Browser, program: Program
) -> None:
    """A launch by a shared link opens its table, and so does Join on a profile."""
    window = Window(chromium, program.table, reduced_motion="reduce")
    discord = Discord(window.page, program.table)
    match = _practises(discord.open())
    frame = discord.open(f"{QUERY}&custom_id=table-{match}&referrer_id=10")
    frame.locator("main.table").wait_for()
    frame.get_by_role("button", name="Back to the lobby").click()
    frame.locator("main.lobby").wait_for()
    window.page.evaluate(
        "(secret) => dispatch('ACTIVITY_JOIN', { applicationId: '1', secret })", match
    )
    frame.locator("main.table").wait_for()
    assert frame.locator("main").evaluate("() => location.hash").endswith(f"match={match}")
    # Whoever has shared the link stands first among those to challenge, then who is here, too.
    frame = discord.open(f"{QUERY}&custom_id=somebody's own&referrer_id=10")
    frame.locator(".participants li").nth(1).wait_for()
    frame.get_by_role("button", name="Challenge someone").click()
    names = frame.locator("dialog .people button").all_inner_texts()
    assert names[:3] == ["bob", "alice", "Bob"]
    assert "Alice" not in names, "nobody challenges themselves"
    window.close()


@pytest.mark.night
def test_the_page_speaks_the_language_of_discords_client(
    chromium: Browser, program: Program
) -> None:
    """Who has chosen no language reads that of their client, the server's sentences too."""
    window = Window(chromium, program.table, reduced_motion="reduce")
    frame = Discord(window.page, program.table).open(locale="de")
    frame.get_by_role("button", name="Jemanden herausfordern").wait_for()
    _practises(frame)
    frame.get_by_text("Du bist am Zug").or_(frame.get_by_text("aufnehmen")).first.wait_for()
    window.close()
