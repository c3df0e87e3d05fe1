"""The installed page: its own files without a line, a new version at once, and notifications."""

import http.server
import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route

from bot.web.files import STATIC
from tests.browser.playground_page import CHROMIUM, Program
from tests.waiting import PATIENCE_S
from tests.web.page.discord_client import AUTHORIZE, Discord
from tests.web.page.hands import Tapping, turn
from tests.web.page.trace import announced
from tests.web.page.window import SIZES, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
READY = "() => navigator.serviceWorker.ready.then(() => true)"
KEPT = "() => caches.keys()"
KEY = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"


class Site:
    """The built page on a port of its own, as some version; Gin behind it is silent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.shown = folder
        self._server: http.server.ThreadingHTTPServer | None = None
        self.address = ""

    def publish(self, version: str) -> None:
        """Let this be the newest version, from one moment to the next."""
        folder = self._folder / version
        shutil.copytree(STATIC, folder)
        index = (STATIC / "index.html").read_text(encoding="utf-8")
        marked = index.replace("<title>", f'<meta name="version" content="{version}"><title>')
        (folder / "index.html").write_text(marked, encoding="utf-8")
        worker = (STATIC / "sw.js").read_text(encoding="utf-8")
        renamed, count = re.subn(r'"[0-9A-F]{8}"', f'"{version}"', worker)
        assert count == 2, "the name of the version, where files are kept and where others go"
        (folder / "sw.js").write_text(renamed, encoding="utf-8")
        self.shown = folder

    def start(self, port: int = 0) -> None:
        site = self

        class Files(http.server.SimpleHTTPRequestHandler):
            def __init__(self, *args: Any) -> None:
                super().__init__(*args, directory=str(site.shown))

            def do_GET(self) -> None:
                if self.path.startswith("/api/about"):
                    known = {"mode": "discord", "in_browsers": True, "languages": [], "members": []}
                    body = json.dumps(known | {"url": "", "push_key": ""}).encode()
                    self.send_response(200)
                    self.send_header("Content-Type", "application/json")
                    self.end_headers()
                    self.wfile.write(body)
                else:
                    super().do_GET()

            def end_headers(self) -> None:
                self.send_header("Cache-Control", "no-store")
                super().end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Files)
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    found = Site(tmp_path / "site")
    found.publish("1")
    found.start()
    yield found
    found.stop()


def until(page: Page, script: str) -> None:
    """Wait until a promise of the page's is fulfilled with something that is so."""
    end = time.monotonic() + PATIENCE_S
    while not page.evaluate(script):
        assert time.monotonic() < end, f"it does not come to that: {script}"
        page.wait_for_timeout(25)


def version(page: Page) -> str:
    """Which version of the page is shown."""
    return page.locator('meta[name="version"]').get_attribute("content") or ""


def test_the_page_opens_without_a_line_and_a_new_version_takes_over_at_once(
    chromium: Browser, site: Site
) -> None:
    """Without a line the kept page opens; with one the newest does, and the old one is gone."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(site.address)
    page.evaluate(READY)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert page.evaluate(KEPT) == ["gin-1"]
    kept = page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const one of await (await caches.open(name)).keys()) found.push(new URL(one.url));
      return found.map((one) => one.pathname);
    }""")
    assert "/" in kept
    assert all(one == "/" or one.startswith("/assets/") for one in kept), "nothing of the server's"
    site.publish("2")
    page.reload()
    assert version(page) == "2", "no stale page while there is a line"
    port = int(site.address.rstrip("/").rsplit(":", 1)[1])
    until(page, "() => caches.keys().then((found) => found.join() === 'gin-2')")
    site.stop()
    page.reload()
    assert version(page) == "2"
    page.get_by_text("Connection lost").wait_for()
    site.start(port)
    page.locator("main.entrance button.main").wait_for()
    assert page.evaluate(KEPT) == ["gin-2"], "one version is kept"
    context.close()


@pytest.mark.night
def test_the_page_can_be_installed(chromium: Browser, site: Site) -> None:
    """The browser finds nothing that keeps the page from being installed."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(site.address)
    page.evaluate(READY)
    found = context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["errors"] == []
    manifest = json.loads(found["data"])
    assert (manifest["name"], manifest["display"]) == ("Gin rummy", "standalone")
    sizes = page.evaluate(
        """async ([icons, base]) => Promise.all(icons.map(async ({ src, sizes }) => {
          const image = await createImageBitmap(await (await fetch(new URL(src, base))).blob());
          return sizes === `${image.width}x${image.height}`;
        }))""",
        [manifest["icons"], found["url"]],
    )
    assert sizes == [True, True, True]
    context.close()


SUBSCRIBED = """() => {
  const known = { endpoint: "https://push.example.org/1", keys: { p256dh: "p", auth: "a" } };
  const unsubscribe = async () => { window.has = null; return true; };
  const found = { toJSON: () => known, unsubscribe };
  PushManager.prototype.subscribe = async (asked) => {
    Object.assign(window, { asked, has: found });
    return found;
  };
  PushManager.prototype.getSubscription = async () => window.has ?? null;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_a_person_switches_notifications_on_and_off_on_the_settings_page(
    chromium: Browser, program: Program, axe: str, size: tuple[int, int]
) -> None:
    """Nothing is asked before the switch; then the browser is told of turns, and no longer."""
    window = Window(chromium, program.table, size=size, reduced_motion="reduce")
    window.context.add_init_script(f"({SUBSCRIBED})()")
    page = window.page
    discord = Discord(page, program.table, push_key=KEY, url=program.table.split("/#")[0])
    asked: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or ""))
        route.fulfill(json={"on": asked[-1]["on"]})

    page.route("**/api/push", answer)
    login = {"address": AUTHORIZE, "state": "s", "verifier": "v" * 43}
    page.route("**/api/login", lambda route: route.fulfill(json=login))
    page.route("**/authorize", lambda route: route.fulfill(body="<title>Discord</title>"))
    page.goto(discord.base)
    page.get_by_role("button", name="Sign in with Discord").click()
    page.wait_for_url("**/authorize")
    page.goto(f"{discord.base}?code=c&state=s")
    page.locator("main.lobby").wait_for()
    window.go_to("Me", "Settings")
    switch = page.get_by_label("Notify me here when it is my turn")
    switch.wait_for()
    assert not switch.is_checked()
    check(window, axe, "settings of this device")
    switch.click()
    announced(page, "This browser doesn't let Gin notify you")
    assert not switch.is_checked()
    assert asked == []
    window.context.grant_permissions(["notifications"])
    switch.click()
    page.wait_for_function("() => document.querySelector('.device input').checked")
    assert asked[0]["on"] is True
    assert asked[0]["endpoint"] == "https://push.example.org/1"
    assert page.evaluate("asked.applicationServerKey") == KEY
    assert page.evaluate("asked.userVisibleOnly") is True
    # After a reload the browser is told again, without a question.
    page.reload()
    switch.wait_for()
    assert switch.is_checked()
    page.wait_for_function("() => window.has")
    _is_notified_where_nobody_looks(window)
    window.go_to("Me", "Settings")
    with page.expect_response("**/api/push"):
        switch.click()
    page.wait_for_function("() => !document.querySelector('.device input').checked")
    assert [one["on"] for one in asked] == [True, True, False]
    window.close()


_NOTIFIED: Final = """async () => {
  const all = await (await navigator.serviceWorker.ready).getNotifications();
  return all.length === 1 && all[0].body === "Your turn · Standard gin";
}"""
MANY: Final = 4
"""So many turns do not all end in a knock."""


def _is_notified_where_nobody_looks(window: Window) -> None:
    """A turn that begins at a table in a hidden window is announced by the page itself."""
    page = window.page
    page.locator(".nav").get_by_role("button", name="Play").click()
    window.practise("novice")
    page.evaluate(
        "() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })"
    )
    discards, end = 0, time.monotonic() + PATIENCE_S
    while not page.evaluate(_NOTIFIED):
        # Taking the upcard is no end of the turn, and a knock begins another round.
        offers = window.offers()
        if turn(window, Tapping()):
            discards += bool(offers.leaves)
        page.wait_for_timeout(25)
        assert discards < MANY, "turns come round, and nobody is notified"
        assert time.monotonic() < end, window.offers()
    page.get_by_role("button", name="Back to the lobby").click()


def test_a_notification_of_a_turn_leads_to_its_table(chromium: Browser, site: Site) -> None:
    """A push shows whose match it is; there is one notification for a match."""
    context = chromium.new_context()
    context.grant_permissions(["notifications"], origin=site.address.rstrip("/"))
    page = context.new_page()
    page.goto(site.address)
    page.evaluate(READY)
    client = context.new_cdp_session(page)
    found: list[str] = []
    client.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    client.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(25)
    for body in ("🃏 Your turn vs Bob.", "⏳ Reminder"):
        turn = json.dumps({"title": "Gin rummy", "body": body, "match": "1abc"})
        client.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site.address.rstrip("/"), "registrationId": found[0], "data": turn},
        )
    until(
        page,
        """async () => {
          const all = await (await navigator.serviceWorker.ready).getNotifications();
          return all.length === 1 && all[0].body.includes("Reminder") && all[0].tag === "1abc";
        }""",
    )
    page.evaluate(
        """async () => navigator.serviceWorker.dispatchEvent(
          new MessageEvent("message", { data: { match: "1abc" } }))"""
    )
    assert page.evaluate("location.hash") == "#match=1abc"
    context.close()
