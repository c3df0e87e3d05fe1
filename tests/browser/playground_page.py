"""The playground as a person uses it: the real program, a real browser, presses and screenshots."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from playwright.sync_api import Page, sync_playwright

from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SIGNS = "♣♦♥♠"
_TABLE = re.compile(r"http://127\.0\.0\.1:\d+/#key=\S+")
_CHAT = re.compile(r"http://127\.0\.0\.1:\d+/#(?!key=)\S+")
_TAKES_PRESSES = """(simcordPreview.ready && !simcordPreview.pendingAction
  && !(simcordPreview.awaitingRevision > simcordPreview.publishedRevision))"""
_PRESS = f"""(words) => {{
  const plain = (one) => one.innerText.replaceAll("\\ufe0e", "").split(/\\s+/).join(" ").trim();
  const all = [...document.querySelectorAll("main button")];
  const button = all.filter((one) => plain(one).includes(words)).at(-1);
  if (!{_TAKES_PRESSES} || !button || button.disabled) return false;
  button.click();
  return true;
}}"""
"""Looks and presses in one, so that nothing is drawn between the two."""
_RECEIPT = f"""() => {{
  const {{ lastAction }} = simcordPreview;
  if (!{_TAKES_PRESSES} || !lastAction) return null;
  const code = lastAction.rejected ? lastAction.diagnostics.map((one) => one.code).join() : "";
  return {{ code, settlement: lastAction.settlement }};
}}"""


PACE: Final = {"GIN_COMPUTER_PAUSE_SECONDS": "0.2"}
"""Computers that keep nobody waiting."""


class Program:
    """`python -m bot` without a token, on a folder of its own and with these settings.

    ``table``: the address of the card table; ``url``: that of the simulated chat.
    """

    def __init__(self, folder: Path, port: int = 0, **settings: str) -> None:
        self.folder = folder
        self.port = port
        self._settings = settings
        self.process: subprocess.Popen[bytes] | None = None
        self.table = ""
        self.url = ""

    def start(self) -> None:
        """Start it and wait for its addresses."""
        out = self.folder / "out.txt"
        environment = {
            **os.environ,
            "GIN_DATA_DIR": str(self.folder),
            "GIN_DATABASE_URL": f"sqlite:///{self.folder / 'gin.db'}",
            "DISCORD_TOKEN": "",
            "PYTHONPATH": str(ROOT),
            **self._settings,
        }
        with out.open("wb") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bot", "--no-browser", "--port", str(self.port)],
                cwd=self.folder,
                env=environment,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        for _ in range(2500):
            said = out.read_text()
            table, chat = _TABLE.search(said), _CHAT.search(said)
            if table and chat:
                self.table, self.url = table.group(), chat.group()
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise AssertionError(f"the playground did not start:\n{out.read_text()}")

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def kill(self, number: int) -> int:
        """Send a signal and wait for the end."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.process.wait(250)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.is_running:
            self.kill(signal.SIGKILL)


class Browser:
    """One page of the playground."""

    def __init__(self, program: Program, width: int, height: int) -> None:
        self._program = program
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        self.page: Page = self._browser.new_page(viewport={"width": width, "height": height})
        self.page.set_default_timeout(PATIENCE_S * 1000)
        self.open()

    def open(self) -> None:
        """Load the page anew, also after the program was started again."""
        self.page.goto("about:blank")
        self.page.goto(self._program.url)
        self.page.wait_for_selector("#channel-composer-input:not([disabled])")
        self.page.wait_for_timeout(800)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._browser.close()
        self._playwright.stop()

    def command(self, text: str) -> None:
        """Type a slash command without options and send it."""
        box = self.page.locator("#channel-composer-input")
        box.click()
        box.type(text, delay=15)
        self.page.wait_for_timeout(500)
        self.page.keyboard.press("Enter")
        self.page.wait_for_timeout(400)
        self.page.locator(".send-message").last.click()
        self.page.wait_for_timeout(1200)

    def wait_for_words(self, words: str) -> None:
        """Wait until the newest message says something."""
        newest = self.page.locator("article.channel-message").last
        newest.get_by_text(words).first.wait_for()

    def view_as(self, name: str) -> None:
        """Look through somebody else's eyes."""
        self.page.select_option("#viewer-picker", label=name)
        self.page.wait_for_timeout(1000)

    def labels(self) -> list[str]:
        """The buttons in the channel, top to bottom."""
        found = self.page.locator("main button").all_inner_texts()
        plain = (text.replace("\ufe0e", "") for text in found)
        return [" ".join(text.split()) for text in plain if text.strip()]

    def has(self, label: str) -> bool:
        """Whether a button contains these words."""
        return any(label in one for one in self.labels())

    def press(self, label: str, wait_ms: int = 500) -> None:
        """Press the lowest button whose label contains these words, once the page takes presses.

        The page sends a press to nobody while it draws, and refuses one on what it has just drawn
        anew: then nothing has been pressed, and it is pressed where it is now.
        """
        receipt = None
        while receipt is None or receipt["code"] == "stale-revision":
            self.page.wait_for_function(_PRESS, arg=label)
            receipt = self.page.wait_for_function(_RECEIPT).json_value()
        assert not receipt["code"], (label, receipt)
        self.page.wait_for_timeout(wait_ms)

    def press_if_there(self, label: str, wait_ms: int = 500) -> None:
        """Press such a button if one takes presses right now: what was seen may be gone again."""
        if self.page.evaluate(_PRESS, label):
            self.page.wait_for_function(_RECEIPT)
        self.page.wait_for_timeout(wait_ms)

    def choose(self, menu: str, value: str) -> None:
        """Choose a value in the lowest menu that shows these words."""
        self.page.wait_for_function(f"() => {_TAKES_PRESSES}")
        self.page.locator("main .select-trigger", has_text=menu).last.click()
        self.page.locator(f'.select-option[data-value="{value}"]:visible').last.click()
        self.page.wait_for_timeout(900)

    def choose_titled(self, menu: str, title: str) -> None:
        """Choose the line with these words in the lowest menu that shows others."""
        option = self.page.locator(".select-option:visible", has_text=title).last
        while not option.is_visible():  # The page closes its menus whenever it draws something.
            self.page.wait_for_function(f"() => {_TAKES_PRESSES}")
            self.page.locator("main .select-trigger", has_text=menu).last.click()
            self.page.wait_for_timeout(300)
        option.click()
        self.page.wait_for_timeout(1200)

    def wait_for(self, *labels: str, seconds: float = PATIENCE_S) -> str:
        """Wait until one of the buttons is there; which one."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for label in labels:
                if self.has(label):
                    return label
            self.page.wait_for_timeout(200)
        raise AssertionError(f"none of {labels} among {self.labels()}")

    def cards(self) -> list[str]:
        """The card buttons of the hand."""
        return [one for one in self.labels() if len(one) <= 3 and one[-1] in SIGNS]

    def deadwood(self) -> list[str]:
        """The card buttons of the hand that stand in no meld, the highest first."""
        found = self.page.locator("main button.button-style-1").all_inner_texts()
        plain = (" ".join(text.replace("\ufe0e", "").split()) for text in found)
        return [one for one in plain if len(one) in (2, 3) and one[-1] in SIGNS]

    def hand_alt(self, other_than: str = "") -> str:
        """What the newest hand picture says in words, once there is one, or another one."""
        end, alts = time.monotonic() + PATIENCE_S, list[str]()
        while time.monotonic() < end:
            alts = self.page.locator("img").evaluate_all("all => all.map(e => e.alt)")
            newest = next((alt for alt in reversed(alts) if "hand" in alt), other_than)
            if newest != other_than:
                return str(newest)
            self.page.wait_for_timeout(200)
        raise AssertionError(f"no other hand than {other_than!r} among {alts}")
