"""The installed page: its own files without a line, and a new version at once."""

import http.server
import json
import re
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from bot.web.files import STATIC
from tests.browser.playground_page import CHROMIUM, Program
from tests.waiting import PATIENCE_S
from tests.web.page.discord_client import AUTHORIZE, Discord
from tests.web.page.window import SIZES, Window
from tests.worlds.access import check

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Debian's chromium is not installed"),
]
READY = "() => navigator.serviceWorker.ready.then(() => true)"
KEPT = "() => caches.keys()"


class Site:
    """The built page on a port of its own, as some version; Gin behind it is silent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.shown = folder
        self.fault: Literal["", "502", "silent"] = ""
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
                while site.fault == "silent":
                    time.sleep(0.05)
                if site.fault == "502":
                    self.send_error(502)
                elif self.path.startswith("/api/about"):
                    known = {"mode": "discord", "in_browsers": True, "languages": [], "members": []}
                    body = json.dumps(known | {"url": ""}).encode()
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


@pytest.mark.parametrize("fault", ["502", "silent"])
def test_the_page_opens_and_says_so_while_only_a_proxy_or_nobody_answers(
    chromium: Browser, site: Site, fault: Literal["502", "silent"]
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(site.address)
    page.evaluate(READY)
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    site.fault = fault
    page.reload(wait_until="commit")
    page.get_by_text("Connection lost").wait_for()
    assert version(page) == "1"
    site.fault = ""
    page.locator("main.entrance button.main").wait_for()
    assert page.get_by_text("Connection lost").count() == 0
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


ASKED = """() => {
  const question = new Event("beforeinstallprompt", { cancelable: true });
  question.prompt = async () => { window.prompted = (window.prompted ?? 0) + 1; };
  window.dispatchEvent(question);
  return question.defaultPrevented;
}"""


@pytest.mark.parametrize("size", SIZES)
def test_the_settings_page_asks_the_browsers_question_whether_to_install(
    chromium: Browser, program: Program, axe: str, size: tuple[int, int]
) -> None:
    """The browser's own banner is held back; a press of the button asks once."""
    window = Window(chromium, program.table, size=size, reduced_motion="reduce")
    page = window.page
    discord = Discord(page, program.table, url=program.table.split("/#")[0])
    login = {"address": AUTHORIZE, "state": "s", "verifier": "v" * 43}
    page.route("**/api/login", lambda route: route.fulfill(json=login))
    page.route("**/authorize", lambda route: route.fulfill(body="<title>Discord</title>"))
    page.goto(discord.base)
    page.get_by_role("button", name="Sign in with Discord").click()
    page.wait_for_url("**/authorize")
    page.goto(f"{discord.base}?code=c&state=s")
    page.locator("main.lobby").wait_for()
    window.go_to("Me", "Settings")
    page.get_by_role("heading", name="Linked roles").wait_for()
    button = page.get_by_role("button", name="Install Gin")
    assert button.count() == 0, "the browser has not asked"
    assert page.evaluate(ASKED)
    button.wait_for()
    check(window, axe, "settings of this device")
    button.click()
    button.wait_for(state="detached")
    assert page.evaluate("window.prompted") == 1
    window.close()
